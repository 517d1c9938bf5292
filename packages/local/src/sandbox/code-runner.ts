import type { Page } from 'playwright-core';
import { type CdpConnection, openCdp } from '../browser/cdp-filter.js';
import { returningLastValue } from '../browser/last-value.js';
import { type CodeProcess, startCodeProcess } from './code-process.js';
import { readPrinted } from './printed.js';
import { residentBytes } from './process-memory.js';
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
  /** What it printed, up to a megabyte; it says if there was more. */
  readonly stdout: string;
  readonly stderr: string;
  /** A string as it is, anything else as JSON; undefined if there is none, or if the code failed. */
  readonly result: string | undefined;
  /** 0, 1 if the code threw what stands in `stderr`, or what it exited with; undefined if it was killed. */
  readonly exitCode: number | undefined;
  /** Whether it was killed: after its timeout, by the signal, or for the memory that it took. `stderr` says why. */
  readonly killed: boolean;
}

/**
 * Runs the code of callers, each in a process of its own that drives the pages of one browser context, and has no files, no
 * network and no other processes.
 */
export interface CodeRunner {
  /** Starts a process, so that the next `run` does not have to wait for it. */
  warm(): void;
  /** Resolves however the code ends. Rejects if no process can be started, or if the browser has ended. */
  run(run: CodeRun): Promise<CodeOutcome>;
  close(): Promise<void>;
}

/** Milliseconds for which a process waits for code. */
const IDLE_MS = 60_000;

/** What the process may take in all: its heap, its buffers, and the memory of WebAssembly. */
const MAX_MEGABYTES = 512;

const MEGABYTE = 1024 * 1024;

const WATCH_MS = 50;

/** Characters of a result. */
const MAX_RESULT = 1_000_000;

const TOO_MUCH_MEMORY = `The code took more than ${MAX_MEGABYTES} MB of memory.`;

export function createCodeRunner(options: ProgramOptions = {}): CodeRunner {
  const all = new Set<CodeProcess>();
  let program: Promise<Program> | undefined;
  let spare: Promise<CodeProcess> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function start(): Promise<CodeProcess> {
    program ??= programForCode(options);
    const process = startCodeProcess(await program);
    all.add(process);
    const forget = () => all.delete(process);
    process.ended.then(forget, forget);
    if (isClosed) process.kill(CLOSING);
    await process.ready;
    return process;
  }

  function warm(): void {
    clearTimeout(idle);
    if (isClosed) return;
    idle = setTimeout(endSpare, IDLE_MS).unref();
    if (spare) return;
    const starting = start();
    spare = starting;
    const forget = () => {
      if (spare === starting) spare = undefined;
    };
    // Who runs code is told of the failure: a process is started again.
    starting.then((process) => {
      process.keepRunning(false);
      process.ended.then(forget, forget);
    }, forget);
  }

  function endSpare(): void {
    const ending = spare;
    spare = undefined;
    ending?.then(
      (process) => process.kill('No code came.'),
      () => {},
    );
  }

  async function take(): Promise<CodeProcess> {
    const taken = spare ?? start();
    spare = undefined;
    const process = await taken;
    process.keepRunning(true);
    return process;
  }

  return {
    warm,

    async run({ code, timeoutMs, page, signal }) {
      const process = await take();
      const timer = setTimeout(() => process.kill(`The code took longer than ${timeoutMs} ms.`), timeoutMs);
      const watch = setInterval(async () => {
        const bytes = await residentBytes(process.pid);
        if (bytes > MAX_MEGABYTES * MEGABYTE) process.kill(TOO_MUCH_MEMORY);
      }, WATCH_MS);
      const abort = () => process.kill('The session ended.');
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      const stdout = readPrinted(process.stdout);
      const stderr = readPrinted(process.stderr);
      let cdp: CdpConnection | undefined;
      let result: string | undefined;
      try {
        cdp = await openCdp(page, {
          onMessage: (message) => process.write(message),
          onClose: () => process.kill('The browser ended.'),
        });
        const { targetId, send } = cdp;
        process.onLine = (line) => {
          if (line.startsWith(RESULT)) result = resultOf(line);
          else send(line);
        };
        process.write(JSON.stringify({ code: returningLastValue(code), targetId, maxResult: MAX_RESULT }));
        const status = await process.ended;
        const killedFor =
          process.killedFor ?? (typeof status === 'string' ? reasonOf(status, stderr.text()) : undefined);
        return {
          stdout: stdout.text(),
          stderr: killedFor === undefined ? stderr.text() : `${withoutDump(stderr.text())}${killedFor}\n`,
          result: status === 0 ? result : undefined,
          exitCode: typeof status === 'number' ? status : undefined,
          killed: killedFor !== undefined,
        };
      } finally {
        clearTimeout(timer);
        clearInterval(watch);
        signal.removeEventListener('abort', abort);
        process.kill('The browser ended.');
        cdp?.close();
        // The next call of a session comes soon.
        warm();
      }
    },

    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const process of all) process.kill(CLOSING);
      await Promise.allSettled([...all].map(({ ended }) => ended));
    },
  };
}

/** The first character of the line that has the result. */
const RESULT = '=';

const CLOSING = 'The server closes.';

/** What the code sent as its result, which it may have sent by itself. */
function resultOf(line: string): string | undefined {
  try {
    const result: unknown = JSON.parse(line.slice(RESULT.length));
    return typeof result === 'string' ? result.slice(0, MAX_RESULT) : undefined;
  } catch {
    return undefined;
  }
}

/** Why a process ended by a signal that it was not sent. */
function reasonOf(signal: string, printed: string): string {
  return /out of memory/i.test(printed) ? TOO_MUCH_MEMORY : `The process of the code ended by ${signal}.`;
}

/** Without what the engine prints of itself when its memory ends. */
function withoutDump(printed: string): string {
  return printed.split(/\s*<--- Last few GCs --->/, 1).join('');
}
