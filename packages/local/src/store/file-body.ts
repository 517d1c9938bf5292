import { open, rm } from 'node:fs/promises';

/** A file that is being sent. */
export interface FileBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly bytes: number;
  /** Ends the sending, wherever it is. */
  close(): Promise<void>;
}

/** What is in memory of the file. */
const CHUNK_BYTES = 256 * 1024;

/** Opens a file to be sent, as fast as it is taken, and to be removed; `whenDone` is called once it is needed no more. */
export async function sendFile(path: string, whenDone: () => Promise<void>): Promise<FileBody> {
  const file = await open(path);
  const { size } = await file.stat();
  // Where the system allows it nothing is left of it, however the process ends.
  if (process.platform !== 'win32') await rm(path);
  let done: Promise<void> | undefined;
  const close = () => {
    done ??= file.close().then(whenDone);
    return done;
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES);
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  return { stream, bytes: size, close };
}
