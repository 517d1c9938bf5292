import { writeFileSync } from 'node:fs';
import { SpecProblem } from '../problem.js';
import { FORMATS, type Format } from '../report/render.js';
import { oneOf } from './options.js';

/** A file into which a report is written. */
export interface Output {
  readonly format: Format;
  readonly file: string;
}

/** Reads `FORMAT=FILE`. */
export function outputOf(value: string): Output {
  const [, format, file] = /^([^=]*)=(.+)$/s.exec(value) ?? [];
  if (format === undefined || file === undefined) {
    throw new SpecProblem(`--output is FORMAT=FILE, such as markdown=report.md; "${value}" is not.`);
  }
  return { format: oneOf('--output', format, FORMATS), file };
}

export function writeOutput({ file }: Output, text: string): void {
  try {
    writeFileSync(file, `${text.trimEnd()}\n`);
  } catch (cause) {
    throw new SpecProblem(`--output: ${file} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}
