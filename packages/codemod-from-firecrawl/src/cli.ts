#!/usr/bin/env node
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import { migrate } from './migrate.js';

const USAGE = `Rewrites programs that use firecrawl 4 for @trawl/sdk.

  npx @trawl/codemod-from-firecrawl src            shows what would change, and writes nothing
  npx @trawl/codemod-from-firecrawl src --write    writes it

Files and folders may be named. What it cannot rewrite is listed with its file and line. It ends with 0 when nothing is left to
do by hand, with 1 when something is, and with 2 when it fails.`;

const GUIDE = 'docs/coming-from-firecrawl.md';
const EXTENSION = /\.[cm]?[jt]sx?$/;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'coverage']);

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 2;
});

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) console.log(USAGE);
  if (values.help) return 0;
  if (positionals.length === 0) throw new Error('Name the files or folders to rewrite: `--help` shows the usage.');
  const counts = { files: 0, changes: 0, remarks: 0 };
  for (const path of positionals) {
    for (const file of await programsIn(path)) rewrite(file, values.write, counts);
  }
  const what = values.write ? 'rewrote' : 'would rewrite';
  console.error(`${what} ${counts.changes} places in ${counts.files} files; ${counts.remarks} are left to you.`);
  if (!values.write && counts.changes > 0) console.error('Nothing was written: add --write.');
  if (counts.remarks > 0) console.error(`The guide has a row for each: ${GUIDE}`);
  return counts.remarks > 0 ? 1 : 0;
}

function rewrite(file: string, write: boolean, counts: { files: number; changes: number; remarks: number }): void {
  const text = readFileSync(file, 'utf8');
  const { code, changes, remarks } = read(file, text);
  for (const { line, message } of remarks) console.error(`${file}:${line}: ${message}`);
  counts.remarks += remarks.length;
  if (code === text) return;
  counts.files += 1;
  counts.changes += changes;
  if (write) writeFileSync(file, code);
  else console.log(createTwoFilesPatch(file, file, text, code, '', '', { context: 2 }));
}

function read(file: string, text: string) {
  try {
    return migrate(text, file);
  } catch (error) {
    throw new Error(`${file} cannot be parsed: ${(error as Error).message}`, { cause: error });
  }
}

async function programsIn(path: string): Promise<string[]> {
  if (!statSync(path).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const file = join(path, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : programsIn(file);
      return EXTENSION.test(entry.name) && !entry.name.endsWith('.d.ts') ? [file] : [];
    }),
  );
  return nested.flat().sort();
}
