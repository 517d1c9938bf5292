import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './documentation.js';

/** The code of a document, and the line on which it begins. */
export interface Example {
  path: string;
  line: number;
  code: string;
}

const TSC = join(createRequire(import.meta.url).resolve('typescript-7/package.json'), '../bin/tsc');

/**
 * Compiles each example as a program of its own, in strict mode, against the installed packages.
 * Returns one line per error, with the location in the document: `README.md:12:7: …`.
 *
 * @param compilerOptions those that differ from the options of this repository.
 */
export function compile(examples: readonly Example[], compilerOptions: object = {}): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-examples-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    examples.forEach(({ code }, index) => {
      writeFileSync(join(folder, `${index}.ts`), code);
    });
    // An example is read as by those who install the packages, and may declare names that it does not use.
    const reader = { customConditions: [], noUnusedLocals: false, noUnusedParameters: false };
    const config = { extends: join(root, 'tsconfig.json'), compilerOptions: { ...reader, ...compilerOptions } };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, include: ['*.ts'] }));
    // Several checkers would each read the types that files share.
    const args = [TSC, '--checkers', '1', '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    // The further lines of a message are indented.
    return [...stdout.matchAll(/^\S.*(?:\n +.*)*/gm)].map(([message]) =>
      located(message.replace(/\n +/g, ' '), examples),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A message of the compiler, with the place in the document. */
function located(message: string, examples: readonly Example[]): string {
  const [, index, line, column, text] = /^(\d+)\.ts\((\d+),(\d+)\): error TS\d+: (.*)$/.exec(message) ?? [];
  const example = examples[Number(index)];
  return example ? `${example.path}:${example.line + Number(line) - 1}:${column}: ${text}` : message;
}
