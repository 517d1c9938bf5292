import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc');

/** An error of the compiler in a generated file. */
export interface CompileError {
  /** The name of the tool, and the file within its folder. */
  readonly tool: string;
  readonly file: string;
  readonly code: string;
  readonly text: string;
}

/** What the compiler says about the code in the folders of the tools, as a strict program of a bundler would use it. */
export function compileErrors(folder: string): CompileError[] {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    target: 'es2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/**/*.ts'] }));
  return readErrors(outputOf(folder));
}

function outputOf(folder: string): string {
  try {
    return execFileSync(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return stdout;
  }
}

/** An error has one line that begins with its place; those after it, which are indented, explain it. */
export function readErrors(output: string): CompileError[] {
  return output.split('\n').flatMap((line) => {
    const [, tool = '', file = '', code = ''] = /^([^/\s]+)\/(.+?)\(\d+,\d+\): error (TS\d+)/.exec(line) ?? [];
    if (tool !== '') return [{ tool, file, code, text: line }];
    // Without code, as of a parser alone, there is nothing to compile.
    if (/^error TS(?!18003)/.test(line)) throw new Error(line);
    return [];
  });
}
