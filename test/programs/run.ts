import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ExampleServer, type RecordedCall } from './example-server.js';
import { inJavaScript } from './in-javascript.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const programProcess = fileURLToPath(new URL('program-process.mjs', import.meta.url));

/** Longer than any program takes, including the wait for a job. */
const TIMEOUT_MS = 30_000;

/** How a program ended, and its calls to the service. */
export interface Run {
  /** The output of a failed program; empty after a success. */
  failure: string;
  /** What it printed to its standard output. */
  output: string;
  calls: RecordedCall[];
}

/**
 * Runs a TypeScript program with Node.js, in a folder of its own where the packages of this repository are installed, and in a
 * process that runs others before and after it.
 * The environment has the base URL of an `ExampleServer` and a key.
 */
export async function runProgram(code: string, environment: NodeJS.ProcessEnv = {}): Promise<Run> {
  const server = new ExampleServer();
  const variables = { TRAWL_BASE_URL: await server.start(), TRAWL_API_KEY: 'key-for-tests', ...environment };
  try {
    const ended = await withProgram(code, (file, folder) => run(file, folder, variables));
    return { ...ended, calls: server.calls };
  } finally {
    await server.stop();
  }
}

/** Writes a TypeScript program into such a folder, and removes the folder after use. */
export async function withProgram<T>(code: string, use: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-program-'));
  try {
    symlinkSync(modules, join(folder, 'node_modules'), 'dir');
    writeFileSync(join(folder, 'report.pdf'), '%PDF-1.7');
    const file = join(folder, 'program.mjs');
    writeFileSync(file, inJavaScript(code));
    return await use(file, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Processes that have no program to run. */
const idle: ChildProcess[] = [];

/** Runs a program in one of the processes that run programs. */
async function run(file: string, cwd: string, environment: NodeJS.ProcessEnv): Promise<Omit<Run, 'calls'>> {
  const { PATH } = process.env;
  const child = idle.pop() ?? fork(programProcess, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    child.channel?.ref();
    child.send({ file: pathToFileURL(file).href, cwd, environment: { PATH, ...environment } });
    const [ended] = await Promise.race([
      once(child, 'message', { signal: timeout }),
      once(child, 'exit', { signal: timeout }).then(([status]) => [
        { output: '', failure: `It ended its process with status ${status}.` },
      ]),
    ]);
    if (ended.failure === '') idle.push(child);
    return ended;
  } catch (error) {
    if (!timeout.aborted) throw error;
    child.kill('SIGKILL');
    return { output: '', failure: `It did not end within ${TIMEOUT_MS} ms.` };
  } finally {
    // An idle process keeps nobody waiting, and ends with the tests.
    child.unref();
    child.channel?.unref();
  }
}
