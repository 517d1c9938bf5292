import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ExampleServer, type RecordedCall } from './example-server.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

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
 * Runs a TypeScript program with Node.js, in a folder of its own where the packages of this repository are installed.
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

function inJavaScript(code: string): string {
  const { ES2022: target } = ts.ScriptTarget;
  return ts.transpileModule(code, { compilerOptions: { target, module: ts.ModuleKind.ESNext } }).outputText;
}

function run(file: string, cwd: string, environment: NodeJS.ProcessEnv): Promise<Omit<Run, 'calls'>> {
  const { PATH } = process.env;
  const options = { cwd, env: { PATH, ...environment }, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    execFile(process.execPath, [file], options, (error, stdout, stderr) => {
      const timeout = error?.killed ? `It did not end within ${TIMEOUT_MS} ms.\n` : '';
      resolve({ failure: error ? `${timeout}${stdout}${stderr}`.trim() : '', output: stdout });
    });
  });
}
