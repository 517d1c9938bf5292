import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { readLines } from './lines.mjs';
import type { Program } from './program.js';

/** A process for one piece of code. It is not trusted as soon as it has the code. */
export interface CodeProcess {
  readonly pid: number | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when it has loaded its driver; rejects if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves to the status, or the signal, that it ended with, when all that it printed is read. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** The reason why it was killed. */
  readonly killedFor: string | undefined;
  /** Gets each line that it sends after it is ready. */
  onLine(line: string): void;
  write(line: string): void;
  /** Ends the process and all processes that it started. If it is called again, the first reason counts. */
  kill(reason: string): void;
  /** Whether it keeps the program running. */
  keepRunning(isKept: boolean): void;
}

/** A message of the code, such as the content of a page: as many bytes as a program may send by a connection of its own. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** What the code may leave unread of what a page has sent. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** The first line that the process sends. */
const READY = '+';

/** On Windows a group would get a window of its own. The process cannot start others there. */
const HAS_GROUP = process.platform !== 'win32';

export function startCodeProcess({ command: [program, ...args] }: Program): CodeProcess {
  const child = spawn(program, args, {
    env: {},
    cwd: '/',
    detached: HAS_GROUP,
    // One way each: a message to a process that has ended must not take away what it has sent before.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  return new RunningCodeProcess(child);
}

class RunningCodeProcess implements CodeProcess {
  readonly pid: number | undefined;
  readonly stdout: Socket;
  readonly stderr: Socket;
  readonly ready: Promise<void>;
  readonly ended: Promise<number | NodeJS.Signals>;
  killedFor: string | undefined;
  onLine: (line: string) => void = () => {};
  readonly #child: ChildProcess;
  readonly #received: Socket;
  readonly #sent: Socket;

  constructor(child: ChildProcess) {
    // They are sockets, which their type does not say.
    const [, stdout, stderr, received, sent] = child.stdio as unknown as [null, Socket, Socket, Socket, Socket];
    this.#child = child;
    this.pid = child.pid;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#received = received;
    this.#sent = sent;
    // A socket that fails belongs to a process that has ended, which 'close' reports.
    for (const socket of [received, sent]) socket.on('error', () => {});
    this.ended = once(child, 'close').then(([status, signal]) => status ?? signal);
    this.ready = this.#untilReady();
    // The process may end before a caller waits for it.
    this.ready.catch(() => {});
  }

  write(line: string): void {
    this.#sent.write(`${line}\n`);
    if (this.#sent.writableLength > MAX_UNREAD_BYTES) this.kill('The code did not read what the page sent to it.');
  }

  kill(reason: string): void {
    const { exitCode, signalCode, pid } = this.#child;
    if (exitCode !== null || signalCode !== null || pid === undefined) return;
    this.killedFor ??= reason;
    try {
      process.kill(HAS_GROUP ? -pid : pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  keepRunning(isKept: boolean): void {
    for (const handle of [this.#child, this.#received, this.#sent, this.stdout, this.stderr]) {
      if (isKept) handle.ref();
      else handle.unref();
    }
  }

  #untilReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onLine = (line: string) => (line === READY ? resolve() : this.onLine(line));
      const onTooLong = () => this.kill('The code sent a message that is too long.');
      readLines(this.#received, onLine, { maxBytes: MAX_LINE_BYTES, onTooLong });
      const fail = (end: unknown) => reject(new Error(`The process for code ended when it started: ${end}.`));
      this.ended.then(fail, fail);
    });
  }
}
