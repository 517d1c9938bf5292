import { printableJson, printableLine, printableText } from '@trawl/base/printable';
import { EXIT } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { type Paint, paintFor, type Tone } from './paint.js';

/** Writes to standard output, as fast as the reader takes it. */
export interface Stdout {
  /** How many columns the terminal has, if it is one. */
  readonly columns: number | undefined;
  /** Resolves when it is written. */
  write(text: string): Promise<void>;
  /** Writes JSON, with the same value at a terminal. */
  writeJson(json: string): Promise<void>;
  /** Writes a line in parts, each in the colour of its tone. */
  writeLine(parts: readonly Part[]): Promise<void>;
}

/** A part of a line, and what it is about. */
export interface Part {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** Failures that the caller of a write has got, and explains. */
const reported = new WeakSet<Error>();

/**
 * Ends the program when its output cannot be written. A reader that has enough, such as `head`, closes the pipe: the program
 * ends then without a word, as other filters do.
 */
export function endWithoutOutput({ stdout, stderr }: NodeJS.Process): void {
  // Of a terminal that was closed, or a full disk: there is nobody to tell.
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    if (reported.has(error)) return;
    stderr.write(`${unwritable(error)}\n`);
    process.exit(EXIT.failed);
  });
}

const unwritable = ({ code }: NodeJS.ErrnoException): string => `Standard output cannot be written (${code}).`;

/**
 * Data goes here, and nothing else does.
 *
 * @param onTerminal - Calls what writes to a terminal, which may show the progress there as well.
 */
export function createStdout(stream: NodeJS.WriteStream, onTerminal = (write: () => void) => write()): Stdout {
  const paint: Paint = paintFor(stream);
  const send = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const write = () => {
        stream.write(text, (error) => {
          if (!error) return resolve();
          reported.add(error);
          // What is under way may say how to go on.
          reject(new ExplainedError(unwritable(error), { cause: error }));
        });
      };
      if (stream.isTTY) onTerminal(write);
      else write();
    });
  return {
    columns: stream.isTTY ? stream.columns || 80 : undefined,
    write: (text) => send(stream.isTTY ? printableText(text) : text),
    writeJson: (json) => send(stream.isTTY ? printableJson(json) : json),
    writeLine: (parts) => send(`${parts.map(({ text, tone }) => paint(tone, printableLine(text))).join('')}\n`),
  };
}
