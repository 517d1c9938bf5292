import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report, SpecDocument, Text } from '@trawl/spec-diff';
import type { OpenAPI3 } from 'openapi-typescript';
import { renderTypes } from '../codegen/types.js';
import { type CompilerError, compileFolder } from '../shared/latest-compiler.js';

const SHOWN = 5;

/** The report, with what the type tests of the older contract say of the types of the newer one. Takes some seconds. */
export async function withTypeTests(
  report: Report,
  olderSpec: SpecDocument,
  newerSpec: SpecDocument,
  root = process.cwd(),
): Promise<Report> {
  if (report.changes.length === 0) return report;
  // Both have been read, so they are OpenAPI 3.1.
  const olderTypes = await renderTypes(olderSpec.root as unknown as OpenAPI3);
  const newerTypes = await renderTypes(newerSpec.root as unknown as OpenAPI3);
  const brokenTests = brokenTypeTests(root, readTypeTests(root, olderSpec.revision), olderTypes, newerTypes);
  const places = brokenTests.slice(0, SHOWN).map(
    ({ file, line, message }): Text => [
      { kind: 'code', text: `${file}:${line}` },
      { kind: 'words', text: ' ' },
      { kind: 'name', text: message },
    ],
  );
  const rest = brokenTests.length > SHOWN ? [sentence(`and ${brokenTests.length - SHOWN} more`)] : [];
  const code =
    brokenTests.length === 0
      ? [sentence('The type tests of the older contract compile against the types of the newer one.')]
      : [
          sentence('The type tests of the older contract no longer compile against the types of the newer one:'),
          ...places,
          ...rest,
        ];
  return { ...report, code };
}

/** A sentence of ours. */
function sentence(words: string): Text {
  return [{ kind: 'words', text: words }];
}

/** The files that say what the compiler has to take and to refuse: by their paths, those of a revision if one is named. */
function readTypeTests(root: string, revision: string | undefined): Record<string, string> {
  const isTypeTest = (file: string) => /^packages\/[^/]+\/src\/.*\.test-d\.ts$/.test(file);
  if (revision === undefined) {
    const files = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' });
    const tests = files.map((file) => `packages/${file}`).filter(isTypeTest);
    return Object.fromEntries(tests.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  }
  const git = (...options: string[]) => execFileSync('git', options, { cwd: root, encoding: 'utf8' });
  const tests = git('ls-tree', '-r', '--name-only', '--full-tree', revision, 'packages/')
    .split('\n')
    .filter(isTypeTest);
  return Object.fromEntries(tests.map((file) => [file, git('show', `${revision}:${file}`)]));
}

/** What no longer compiles of these tests with the newer types, and did with the older ones. */
function brokenTypeTests(root: string, tests: Record<string, string>, older: string, newer: string): CompilerError[] {
  if (Object.keys(tests).length === 0) return [];
  const folder = copyOfSources(root, tests);
  try {
    const compile = (types: string) => {
      writeFileSync(join(folder, 'packages/client/src/schema.ts'), types);
      const paths = { '@trawl/client': ['./packages/client/src/index.ts'] };
      const compilerOptions = { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], paths };
      const errors = compileFolder(folder, {
        extends: './tsconfig.base.json',
        compilerOptions,
        files: Object.keys(tests),
      });
      return errors.filter(({ file }) => file in tests);
    };
    const errors = compile(newer);
    if (errors.length === 0) return [];
    const brokenBefore = new Set(compile(older).map(({ file, line }) => `${file}:${line}`));
    return errors.filter(({ file, line }) => !brokenBefore.has(`${file}:${line}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder with the client, the packages of these tests as far as they are compiled, and the tests. */
function copyOfSources(root: string, tests: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'type-tests-'));
  const names = new Set(['client', ...Object.keys(tests).map((file) => file.split('/')[1] ?? '')]);
  for (const name of names) {
    const filter = (path: string) => !/\.test(?:-d)?\.ts$/.test(path);
    cpSync(join(root, 'packages', name, 'src'), join(folder, 'packages', name, 'src'), { recursive: true, filter });
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  for (const [file, text] of Object.entries(tests)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}
