import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompilerError, compileFolder } from '../../scripts/shared/latest-compiler.js';
import { root } from './documentation.js';

/** The code of a document, and the line on which it begins. */
export interface Example {
  path: string;
  line: number;
  code: string;
}

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
    return compileFolder(folder, { ...config, include: ['*.ts'] }).map((error) => located(error, examples));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The message with the place in the document. */
function located({ file, line, column, message }: CompilerError, examples: readonly Example[]): string {
  const example = examples[Number(/^(\d+)\.ts$/.exec(file)?.[1])];
  return example ? `${example.path}:${example.line + line - 1}:${column}: ${message}` : `${file}: ${message}`;
}
