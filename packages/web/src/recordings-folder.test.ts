import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError } from '@trawl/base/option-error';
import { afterAll, expect, test } from 'vitest';
import { makeRecordingsFolder } from './recordings-folder.js';

const place = mkdtempSync(join(tmpdir(), 'recordings-folder-'));
const file = join(place, 'file');
writeFileSync(file, '');

afterAll(() => rmSync(place, { recursive: true }));

test('a folder is created with its parents, and an existing one is used as it is', () => {
  const folder = join(place, 'one', 'two');
  makeRecordingsFolder(folder);
  expect(existsSync(folder)).toBe(true);
  makeRecordingsFolder(folder);
});

test.each([
  ['a file', file],
  ['within a file', join(file, 'folder')],
])('what cannot be one is said in a sentence: %s', (_, folder) => {
  const make = () => makeRecordingsFolder(folder);
  expect(make).toThrow(OptionError);
  expect(make).toThrow(`The recordings folder ${folder} cannot be used: `);
});

test('fails at once where the system allows no new folder', () => {
  expect(() => makeRecordingsFolder('/proc/recordings')).toThrow(OptionError);
});
