import { open, rm } from 'node:fs/promises';

/** A file that is being sent. */
export interface FileBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly bytes: number;
  /** Stops sending. */
  close(): Promise<void>;
}

/** The part of the file that is in memory. */
const CHUNK_BYTES = 256 * 1024;

/** Opens a file to send it at the pace of the reader and then remove it; calls `whenDone` when it is no longer needed. */
export async function sendFile(path: string, whenDone: () => Promise<void>): Promise<FileBody> {
  const file = await open(path);
  const { size } = await file.stat();
  // Removed while it is open, where the system allows it, so that nothing of it remains if the process crashes.
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
