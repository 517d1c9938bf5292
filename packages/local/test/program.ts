import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The file of a program that was bundled before the tests. */
export const bundledProgram = (name: string) => fileURLToPath(new URL(`${name}.js`, process.env.TRAWL_BUNDLED_WORKERS));

export interface Run {
  readonly process: ChildProcess;
  /** What was written so far. */
  readonly output: { out: string; err: string };
  /** The exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs the program. */
export const run = (...args: string[]): Run => runWith([], ...args);

/** Runs the program with these arguments for Node.js itself. */
export const runWith = (nodeArgs: readonly string[], ...args: string[]): Run =>
  start([...nodeArgs, bundledProgram('cli'), ...args]);

/** Runs a program of another version. */
export const runFile = (file: string, ...args: string[]): Run => start([file, ...args]);

/** It ends before it would pay to compile SQLite, which is WebAssembly, for speed: that takes half of the start of a program. */
const SHORT_LIFE = '--liftoff-only';

function start(args: readonly string[]): Run {
  const process_ = spawn(process.execPath, [SHORT_LIFE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  process_.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text;
  });
  process_.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text;
  });
  onTestFinished(() => {
    process_.kill('SIGKILL');
  });
  return { process: process_, output, ended: once(process_, 'close').then(([code, signal]) => code ?? signal) };
}

/** Resolves to the address that the program says it serves at. */
export async function serving({ process: process_, output }: Run): Promise<string> {
  for (;;) {
    const [, url] = /at (http:[^\s"]+)/.exec(output.out) ?? [];
    if (url) return url;
    if (process_.exitCode !== null) throw new Error(output.err);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
