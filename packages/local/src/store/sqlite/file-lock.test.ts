import { existsSync, linkSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './sqlite.js';

function newFile(): string {
  return join(realpathSync(mkdtempSync(join(tmpdir(), 'trawl-owner-'))), 'pages.db');
}

function opened(file: string) {
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  return database;
}

/** Another name of the file, or of the folder that it is in. */
const otherNames: readonly [string, (file: string) => string][] = [
  ['the same path', (file) => file],
  ['a relative path', (file) => relative(process.cwd(), file)],
  ['a detour', (file) => join(dirname(file), '..', basename(dirname(file)), '.', basename(file))],
  [
    'a symbolic link',
    (file) => {
      const other = `${file}.link`;
      symlinkSync(file, other);
      return other;
    },
  ],
  [
    'a symbolic link to its folder',
    (file) => {
      const other = `${dirname(file)}-link`;
      symlinkSync(dirname(file), other);
      return join(other, basename(file));
    },
  ],
  [
    'a hard link',
    (file) => {
      const other = join(mkdtempSync(join(tmpdir(), 'trawl-owner-')), 'other.db');
      linkSync(file, other);
      return other;
    },
  ],
];

describe('a storage file', () => {
  test.each(otherNames)('is refused to a second server that names it by %s', (_, otherName) => {
    const file = newFile();
    const database = openDatabase(file);
    const other = otherName(file);
    expect(() => openDatabase(other)).toThrow(`The storage file ${other} is in use by another server. Close that one`);
    database.execute('create table t (a)');
    database.close();
  });

  test('is another one under a symbolic link, with its log beside it', () => {
    const file = newFile();
    const link = join(mkdtempSync(join(tmpdir(), 'trawl-owner-')), 'link.db');
    // Before there is anything to link to.
    symlinkSync(file, link);
    opened(link).execute('create table t (a)');
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(existsSync(`${link}-wal`)).toBe(false);
  });

  test('is refused under two names, beside one of which its log would be missing', () => {
    const file = newFile();
    openDatabase(file).close();
    linkSync(file, `${file}.copy`);
    for (const name of [file, `${file}.copy`]) {
      expect(() => openDatabase(name)).toThrow(`The storage file ${name} has another name, a hard link`);
    }
  });

  test('that cannot be made is named, and why', () => {
    const file = join(newFile(), 'pages.db');
    expect(() => openDatabase(file)).toThrow(`The storage file ${file} cannot be opened: ENOENT`);
  });

  test('opens whatever a server that was killed has left beside it', () => {
    const file = newFile();
    mkdirSync(`${file}.lock`);
    mkdirSync(`${file}.work-abc`);
    writeFileSync(`${file}.work-abc/export.db`, 'half of it');
    // Such a note told of a process once, whose number another one may have by now.
    writeFileSync(`${file}.owner`, String(process.ppid));
    expect(opened(file).get('select 1 as a')).toEqual({ a: 1 });
    expect(existsSync(`${file}.work-abc`)).toBe(false);
  });
});
