import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One run of a program of this machine. */
export interface ProgramRun {
  /** The path of the program. */
  readonly path: string;
  readonly args: readonly string[];
  /** The folder that it works in, which is its home as well: it finds no configuration of the operator there. */
  readonly folder: string;
  /** Its further environment. Of that of the service it gets only what programs need to start. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Ends the program, and all that it has started. */
  readonly signal: AbortSignal;
  readonly limits: ProgramLimits;
}

export interface ProgramLimits {
  /** Bytes of memory that each process may take, where the system can limit them. */
  readonly memoryBytes: number;
  /** Bytes that each file may have which it writes, where the system can limit them. */
  readonly fileBytes: number;
}

export interface ProgramEnd {
  /** 0 for success; null where a signal has ended the program. */
  readonly status: number | null;
  readonly output: string;
  /** The last that it has written to its standard error. */
  readonly lastWords: string;
}

/** Characters of its output that are read. A program that writes more is ended. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Characters of what it says of its failures that are kept. */
const MAX_WORDS = 4_000;

/** Limits itself and becomes the program. A system that cannot limit memory or files goes on without. */
const WITH_LIMITS = 'ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2; exec "$@"';

/** The bytes of a block in which the shell counts files. */
const BLOCK_BYTES = 512;

/** What a program needs of the environment of the service, which may hold secrets. */
const PASSED_ON = ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH', 'TESSDATA_PREFIX', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Runs a program to its end; rejects where it cannot be started, and with the reason of the signal. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { signal } = run;
  signal.throwIfAborted();
  const program = start(run);
  const kill = () => killGroup(program);
  signal.addEventListener('abort', kill, { once: true });
  const forget = atExit(kill);
  try {
    const end = await endOf(program);
    signal.throwIfAborted();
    return end;
  } finally {
    signal.removeEventListener('abort', kill);
    forget();
  }
}

function start({ path, args, folder, environment, limits }: ProgramRun): ChildProcess {
  const kept = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const env = { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', HOME: folder, TMPDIR: folder, ...environment };
  const isPosix = process.platform !== 'win32';
  const bounds = [Math.ceil(limits.memoryBytes / 1024), Math.ceil(limits.fileBytes / BLOCK_BYTES)].map(String);
  const [command, all] = isPosix ? ['/bin/sh', ['-c', WITH_LIMITS, 'sh', ...bounds, path, ...args]] : [path, args];
  // The group of the program and of what it starts is ended as a whole.
  return spawn(command, all, { cwd: folder, env, detached: isPosix, stdio: ['ignore', 'pipe', 'pipe'] });
}

function endOf(program: ChildProcess): Promise<ProgramEnd> {
  let [output, lastWords] = ['', ''];
  program.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > MAX_OUTPUT) killGroup(program);
  });
  program.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = `${lastWords}${text}`.slice(-MAX_WORDS);
  });
  return new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('close', (status) => resolve({ status, output, lastWords: lastWords.trim() }));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** What is done when this process ends, by one listener for any number of programs. */
const endings = new Set<() => void>();

/** Returns the function that takes the work back. */
function atExit(work: () => void): () => void {
  if (endings.size === 0) process.on('exit', endAll);
  endings.add(work);
  return () => {
    endings.delete(work);
    if (endings.size === 0) process.off('exit', endAll);
  };
}

function endAll(): void {
  for (const work of endings) work();
}

/** Does work in a folder of its own, which is removed at the end. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-programs-'));
  const forget = atExit(() => rmSync(folder, { recursive: true, force: true }));
  try {
    return await work(folder);
  } finally {
    forget();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
