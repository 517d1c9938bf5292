import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { type CdpConnection, openCdp } from '../cdp-filter.js';
import { type CodeProcess, startCodeProcess } from './code-process.js';
import { type Program, type ProgramOptions, programForCode } from './program.js';

export interface CodeRun {
  /** JavaScript with `page`, `context` and `browser`. What it returns, or its last expression, is the result. */
  readonly code: string;
  /** Milliseconds after which the code is killed. */
  readonly timeoutMs: number;
  /** The page that the code gets. */
  readonly page: Page;
  /** Kills the code. */
  readonly signal: AbortSignal;
}

export interface CodeOutcome {
  /** The output of the code, up to a megabyte. The text tells if there was more. */
  readonly stdout: string;
  readonly stderr: string;
  /** The result: a string unchanged, any other value as JSON; undefined if there is none, or if the code failed. */
  readonly result: string | undefined;
  /** 0 for success, 1 if the code threw the error in `stderr`, or its own exit code; undefined if it was killed. */
  readonly exitCode: number | undefined;
  /** Whether it was killed: at its timeout, by the signal, or because it took too much memory. `stderr` says why. */
  readonly killed: boolean;
}

/**
 * Runs the code of callers. Each call has its own process, which drives the pages of one browser context and has no access
 * to files, the network and other processes.
 */
export interface CodeRunner {
  /** Starts a process, so that the next `run` does not have to wait for it. */
  warm(): void;
  /** Resolves when the code has ended, also by an error. Rejects if no process can be started, or if the browser has ended. */
  run(run: CodeRun): Promise<CodeOutcome>;
  close(): Promise<void>;
}

/** Milliseconds for which a process waits for code. */
const IDLE_MS = 60_000;

/** The most memory of a process: its heap, its buffers, and the memory of WebAssembly. */
const MAX_MEGABYTES = 512;

const MEGABYTE = 1024 * 1024;

const WATCH_MS = 50;

/** The maximum number of characters in a result. */
const MAX_RESULT = 1_000_000;

const TOO_MUCH_MEMORY = `The code took more than ${MAX_MEGABYTES} MB of memory.`;

export function createCodeRunner(options: ProgramOptions = {}): CodeRunner {
  const processes = new CodeProcesses(options);
  return {
    warm: () => processes.warm(),
    async run(run) {
      const process = await processes.take();
      try {
        return await runIn(process, run);
      } finally {
        process.kill('The browser ended.');
        // The next call of a session comes soon.
        processes.warm();
      }
    },
    close: () => processes.close(),
  };
}

/** The processes that run code, and one more that has started and waits for code. */
class CodeProcesses {
  readonly #options: ProgramOptions;
  readonly #processes = new Set<CodeProcess>();
  #program: Promise<Program> | undefined;
  #spare: Promise<CodeProcess> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** Starts a spare process unless there is one. It ends when no code comes for a while. */
  warm(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) return;
    this.#idleTimer = setTimeout(() => this.#endSpare(), IDLE_MS).unref();
    if (this.#spare) return;
    const starting = this.#start();
    this.#spare = starting;
    const forget = () => {
      if (this.#spare === starting) this.#spare = undefined;
    };
    // The next call starts a process again, and its caller learns of the failure.
    starting.then((process) => {
      process.keepRunning(false);
      process.ended.then(forget, forget);
    }, forget);
  }

  async take(): Promise<CodeProcess> {
    const starting = this.#spare ?? this.#start();
    this.#spare = undefined;
    const process = await starting;
    process.keepRunning(true);
    return process;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const process of this.#processes) process.kill(CLOSING);
    await Promise.allSettled([...this.#processes].map(({ ended }) => ended));
  }

  async #start(): Promise<CodeProcess> {
    this.#program ??= programForCode(this.#options);
    const process = startCodeProcess(await this.#program);
    this.#processes.add(process);
    const forget = () => this.#processes.delete(process);
    process.ended.then(forget, forget);
    if (this.#isClosed) process.kill(CLOSING);
    await process.ready;
    return process;
  }

  #endSpare(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.then(
      (process) => process.kill('No code came.'),
      () => {},
    );
  }
}

/** Runs the code in the process. The process is of no further use. */
async function runIn(process: CodeProcess, { code, timeoutMs, page, signal }: CodeRun): Promise<CodeOutcome> {
  const stopWatching = killWhenOverLimits(process, timeoutMs, signal);
  const stdout = readPrinted(process.stdout);
  const stderr = readPrinted(process.stderr);
  let connection: CdpConnection | undefined;
  let result: string | undefined;
  try {
    // Loaded on demand: a server starts faster without the parser.
    const { returningLastValue } = await import('../last-value.js');
    connection = await openCdp(page, {
      onMessage: (message) => process.write(message),
      onClose: (reason = 'The browser ended.') => process.kill(reason),
    });
    const { targetId, send } = connection;
    process.onLine = (line) => {
      if (line.startsWith(RESULT)) result = resultOf(line);
      else send(line);
    };
    process.write(JSON.stringify({ code: returningLastValue(code), targetId, maxResult: MAX_RESULT }));
    const status = await process.ended;
    return outcomeOf(process, status, { stdout: stdout.text(), stderr: stderr.text(), result });
  } finally {
    stopWatching();
    connection?.close();
  }
}

/** Kills the process after its time, when it takes too much memory, and by the signal. Returns a function that stops this. */
function killWhenOverLimits(process: CodeProcess, timeoutMs: number, signal: AbortSignal): () => void {
  const timer = setTimeout(() => process.kill(`The code took longer than ${timeoutMs} ms.`), timeoutMs);
  const memoryWatch = setInterval(async () => {
    const bytes = await residentBytes(process.pid);
    if (bytes > MAX_MEGABYTES * MEGABYTE) process.kill(TOO_MUCH_MEMORY);
  }, WATCH_MS);
  const abort = () => process.kill('The session ended.');
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return () => {
    clearTimeout(timer);
    clearInterval(memoryWatch);
    signal.removeEventListener('abort', abort);
  };
}

function outcomeOf(
  { killedFor }: CodeProcess,
  status: number | NodeJS.Signals,
  { stdout, stderr, result }: Pick<CodeOutcome, 'stdout' | 'stderr' | 'result'>,
): CodeOutcome {
  const isSignal = typeof status === 'string';
  const killReason = killedFor ?? (isSignal ? reasonOf(status, stderr) : undefined);
  return {
    stdout,
    stderr: killReason === undefined ? stderr : `${withoutDump(stderr)}${killReason}\n`,
    result: status === 0 ? result : undefined,
    exitCode: isSignal ? undefined : status,
    killed: killReason !== undefined,
  };
}

/** The first character of the line that has the result. */
const RESULT = '=';

const CLOSING = 'The server closes.';

/** Reads the result. The code may have sent this line itself, so anything but a string counts as no result. */
function resultOf(line: string): string | undefined {
  try {
    const result: unknown = JSON.parse(line.slice(RESULT.length));
    return typeof result === 'string' ? result.slice(0, MAX_RESULT) : undefined;
  } catch {
    return undefined;
  }
}

/** Says why a process was ended by a signal that this program did not send. */
function reasonOf(signal: string, printed: string): string {
  return /out of memory/i.test(printed) ? TOO_MUCH_MEMORY : `The process of the code ended by ${signal}.`;
}

/** Leaves out what the engine prints about itself when it runs out of memory. */
function withoutDump(printed: string): string {
  return printed.split(/\s*<--- Last few GCs --->/, 1).join('');
}

/** The output of a program so far. */
interface Printed {
  text(): string;
}

const MAX_BYTES = 1024 * 1024;

const CUT = '\n[The rest was left out: only the first megabyte of the output is kept.]\n';

/** Keeps what a program prints, up to a bound, and reads the rest so that the program can go on. */
function readPrinted(stream: Readable): Printed {
  const parts: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (bytes < MAX_BYTES) parts.push(chunk.subarray(0, MAX_BYTES - bytes));
    bytes += chunk.length;
  });
  return { text: () => `${Buffer.concat(parts)}${bytes > MAX_BYTES ? CUT : ''}` };
}

/** Bytes of memory that a process and the one below it take; 0 if it has ended, or where the machine does not say (Windows). */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  try {
    if (process.platform === 'linux') return await fromProc(pid);
    if (process.platform === 'win32') return 0;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return 0;
  }
}

const KILOBYTES = /^VmRSS:\s+(\d+) kB$/m;

async function fromProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const own = Number(KILOBYTES.exec(status)?.[1] ?? 0) * 1024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const [child] = children.split(' ').filter(Boolean);
  return child === undefined ? own : own + (await fromProc(Number(child)));
}
