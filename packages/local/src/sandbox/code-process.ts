import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { readLines } from './lines.mjs';
import type { Program } from './program.js';

/** A process that is ready for one piece of code, and not trusted from when it has it. */
export interface CodeProcess {
  readonly pid: number | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when it has loaded its driver; rejects if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves to the status, or the signal, that it ended with, when all that it printed is read. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Why it was killed. */
  readonly killedFor: string | undefined;
  /** Gets each line that it sends after it is ready. */
  onLine(line: string): void;
  write(line: string): void;
  /** Ends it with all that it started. The first reason counts. */
  kill(reason: string): void;
  /** Whether it keeps the program running. */
  keepRunning(isKept: boolean): void;
}

/** A message between a page and the code, such as a picture. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** The first line that the process sends. */
const READY = '+';

export function startCodeProcess({ command: [program, ...args] }: Program): CodeProcess {
  // On Windows it would get a window, and it cannot start another process.
  const isGroup = process.platform !== 'win32';
  const child = spawn(program, args, {
    env: {},
    cwd: '/',
    detached: isGroup,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  // They are sockets, which their type does not say.
  const [, stdout, stderr, channel] = child.stdio as unknown as [null, Socket, Socket, Socket];
  // What cannot be written to has ended, which 'close' reports.
  channel.on('error', () => {});
  let killedFor: string | undefined;

  function kill(reason: string): void {
    if (child.exitCode !== null || child.signalCode !== null || pid === undefined) return;
    killedFor ??= reason;
    try {
      process.kill(isGroup ? -pid : pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  const ended = once(child, 'close').then(([status, signal]) => status ?? signal);
  const running: CodeProcess = {
    pid,
    stdout,
    stderr,
    ready: new Promise((resolve, reject) => {
      const onLine = (line: string) => (line === READY ? resolve() : running.onLine(line));
      const onTooLong = () => kill('The code sent a message that is too long.');
      readLines(channel, onLine, { maxBytes: MAX_LINE_BYTES, onTooLong });
      const fail = (how: unknown) => reject(new Error(`The process for code ended when it started: ${how}.`));
      ended.then(fail, fail);
    }),
    ended,
    get killedFor() {
      return killedFor;
    },
    onLine() {},
    write(line) {
      channel.write(`${line}\n`);
      if (channel.writableLength > MAX_LINE_BYTES) kill('The code did not read what the page sent to it.');
    },
    kill,
    keepRunning(isKept) {
      for (const part of [child, channel, stdout, stderr]) {
        if (isKept) part.ref();
        else part.unref();
      }
    },
  };
  // It may end before somebody waits for it.
  running.ready.catch(() => {});
  return running;
}
