import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './documentation.js';

const files = new Set(
  execFileSync('git', ['ls-files', 'packages'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((path) => basename(path)),
);

const [, promises = ''] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n## Promises\n');
const [table = ''] = promises.split('\n## ');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| **'))
  .map((line) => line.split(' | '));

test.each(rows)('%s', (_promise, mechanism = '', tests = '') => {
  const named = (cell: string) => [...cell.matchAll(/`([\w-]+\.(?:test\.)?(?:ts|mjs))`/g)].map(([, name = '']) => name);
  expect(named(tests)).not.toEqual([]);
  for (const name of [...named(mechanism), ...named(tests)]) expect(files, name).toContain(name);
  expect(named(tests).every((name) => name.endsWith('.test.ts'))).toBe(true);
});
