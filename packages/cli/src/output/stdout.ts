import { once } from 'node:events';

/** Writes to standard output, as fast as the reader takes it. */
export interface Stdout {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
}

/**
 * Data goes here, and nothing else does. A reader that has enough, such as `head`, closes the pipe: the program ends then
 * without a word, as other filters do.
 */
export function createStdout(stream: NodeJS.WriteStream, onClosed: () => void): Stdout {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    onClosed();
  });
  return {
    async write(text) {
      if (!stream.write(text)) await once(stream, 'drain');
    },
  };
}
