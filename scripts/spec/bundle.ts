import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { SpecProblem } from './problem.js';

const REDOCLY = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** References to other files: what stands before a `#`, or all of it. */
const REFERENCE = /["']?\$ref["']?[ \t]*:[ \t]*(?:"([^"#]+)[^"]*"|'([^'#]+)[^']*'|([\w./~-][^\s#,}]*))/g;

/** No bundling takes a tenth of this. */
const PATIENCE_MS = 60_000;

/**
 * One text for a contract of several files.
 *
 * @param file - The path of the first of them, from the root of the repository. What lies outside of it is not read.
 * @param read - Answers with the text of a file by such a path; undefined when there is none.
 */
export function bundled(file: string, read: (path: string) => string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'spec-diff-'));
  const { files, missing } = filesOf(file, read);
  try {
    for (const [path, text] of files) {
      const target = join(folder, 'files', path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    const output = join(folder, 'bundled.json');
    const options = ['bundle', join('files', file), '--output', output, '--config', config(folder)];
    const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    execFileSync(process.execPath, [REDOCLY, ...options], { cwd: folder, env, stdio, timeout: PATIENCE_MS });
    return readFileSync(output, 'utf8');
  } catch (cause) {
    const said = String((cause as { stderr?: Buffer }).stderr ?? cause);
    // A file that nothing leads to may refer to one that is not there.
    if (missing[0]) throw new SpecProblem(missing[0], { cause });
    const [reason = 'it did not say why'] = said.split('\n').filter((line) => /\w/.test(line));
    throw new SpecProblem(`${file}: its files cannot be brought together: ${reason.trim()}`, { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An own configuration, so that none that lies around is heard. */
function config(folder: string): string {
  const file = join(folder, 'redocly.yaml');
  writeFileSync(file, 'extends: []\ntelemetry: off\n');
  return file;
}

/** All files that belong to a contract, with their texts, and a sentence for each that is not there. */
function filesOf(first: string, read: (path: string) => string | undefined) {
  const files = new Map<string, string>();
  const missing: string[] = [];
  const open = [{ path: posix.normalize(first), from: first }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, from } = next;
    if (files.has(path)) continue;
    if (path.startsWith('..') || posix.isAbsolute(path)) {
      throw new SpecProblem(`${from}: the reference to ${path} leads out of the repository.`);
    }
    const text = read(path);
    if (text === undefined) {
      missing.push(`${from}: there is no file ${path}, to which it refers.`);
      continue;
    }
    files.set(path, text);
    for (const name of filesIn(text)) {
      if (/^[a-z]+:/i.test(name)) throw new SpecProblem(`${path}: the reference ${name} leads out of the repository.`);
      const isFile = !posix.isAbsolute(name);
      open.push({ path: isFile ? posix.normalize(posix.join(posix.dirname(path), name)) : name, from: path });
    }
  }
  return { files, missing };
}

function filesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)]
    .map(([, double, single, plain]) => double ?? single ?? plain ?? '')
    .filter(Boolean);
}
