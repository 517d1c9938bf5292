import { printableMessage } from '@trawl/base/printable';
import { jsonEntry, type LogFormat, type LogStream } from '../base/log.js';
import { type StartMessage, startFields, startText } from './start-message.js';

/** Where the program writes what it has to say. */
export interface ProgramOutput {
  /** Gets the log of the service. */
  readonly log: LogStream;
  /** Writes to standard output that the service listens. */
  started(message: StartMessage): void;
  /** Writes a text to standard error. */
  say(text: string): void;
}

export function openOutput(format: LogFormat): ProgramOutput {
  const output = format === 'json' ? openJsonOutput() : TEXT_OUTPUT;
  // Node.js would print the error as it is, which may quote a page.
  process.on('uncaughtException', (error) => {
    const reason = error instanceof Error ? error.stack : String(error);
    output.say(`The program ends because of an unexpected error: ${reason}`);
    process.exit(1);
  });
  return output;
}

const TEXT_OUTPUT: ProgramOutput = {
  log: process.stderr,
  started: (message) => console.log(startText(message)),
  say: (text) => console.error(printableMessage(text)),
};

/**
 * Makes each line that this process writes one JSON object: those of libraries and of worker threads, warnings of Node.js,
 * and the error that ends the process. What the engine itself prints when it aborts is the exception.
 */
function openJsonOutput(): ProgramOutput {
  const writeOut = wrapWrites(process.stdout);
  const writeError = wrapWrites(process.stderr);
  const say = (text: string) => writeError(`${jsonEntry({ message: text }, new Date())}\n`);
  // Node.js prints a warning without its streams.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => say(warning.stack ?? String(warning)));
  return {
    log: { write: writeError },
    started: (message) => writeOut(`${jsonEntry(startFields(message), new Date())}\n`),
    say,
  };
}

/** Makes each text that is written to a stream the message of an entry. Returns the function that writes as before. */
function wrapWrites(stream: NodeJS.WriteStream): (text: string) => boolean {
  const write = stream.write.bind(stream) as (text: string, callback?: () => void) => boolean;
  let unfinished = '';
  const wrapped = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = unfinished + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const end = text.lastIndexOf('\n');
    unfinished = text.slice(end + 1);
    const message = text.slice(0, Math.max(end, 0)).trimEnd();
    const callback = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    if (message !== '') return write(`${jsonEntry({ message }, new Date())}\n`, callback);
    if (callback) process.nextTick(callback);
    return true;
  };
  // The overloads of `write` differ in the place of the callback alone.
  stream.write = wrapped as typeof stream.write;
  process.on('exit', () => {
    if (unfinished !== '') write(`${jsonEntry({ message: unfinished }, new Date())}\n`);
  });
  return (text) => write(text);
}
