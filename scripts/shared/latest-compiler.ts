import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TSC = join(createRequire(import.meta.url).resolve('typescript-7/package.json'), '../bin/tsc');

/** An error that the compiler reports in a file. */
export interface CompilerError {
  /** Its path in the folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Compiles a folder by the latest TypeScript, which takes a tenth of the time of those before it, and writes nothing but its
 * `tsconfig.json`.
 *
 * @throws an error with what the compiler says of the configuration itself.
 */
export function compileFolder(folder: string, config: object): CompilerError[] {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  // Several checkers would each read the types that files share.
  const args = [TSC, '--checkers', '1', '--pretty', 'false'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  // The further lines of a message are indented.
  const errors = [...stdout.matchAll(/^(\S.*?)\((\d+),(\d+)\): error TS\d+: (.*(?:\n +.*)*)/gm)].map(
    ([, file = '', line, column, message = '']) => ({
      file,
      line: Number(line),
      column: Number(column),
      message: message.replace(/\n +/g, ' '),
    }),
  );
  if (status !== 0 && errors.length === 0) throw new Error(`TypeScript could not compile ${folder}: ${stdout}`);
  return errors;
}
