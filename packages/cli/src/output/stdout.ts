import { once } from 'node:events';
import { printableText } from '@trawl/local/printable';
import { EXIT } from '../exit-status.js';

/** Writes to standard output, as fast as the reader takes it. */
export interface Stdout {
  /** How many columns the terminal has, if it is one. */
  readonly columns: number | undefined;
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
}

/**
 * Ends the program when its output cannot be written. A reader that has enough, such as `head`, closes the pipe: the program
 * ends then without a word, as other filters do.
 */
export function endWithoutOutput({ stdout, stderr }: NodeJS.Process): void {
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(EXIT.ok);
    stderr.write(`Standard output cannot be written (${code}).\n`);
    process.exit(EXIT.failed);
  });
}

/**
 * Data goes here, and nothing else does.
 *
 * @param onTerminal - Calls what writes to a terminal, which may show the progress there as well.
 */
export function createStdout(stream: NodeJS.WriteStream, onTerminal = (write: () => void) => write()): Stdout {
  return {
    columns: stream.isTTY ? stream.columns || 80 : undefined,
    async write(text) {
      let isTaken = true;
      if (stream.isTTY) {
        onTerminal(() => {
          isTaken = stream.write(printableText(text));
        });
      } else isTaken = stream.write(text);
      if (!isTaken) await once(stream, 'drain');
    },
  };
}
