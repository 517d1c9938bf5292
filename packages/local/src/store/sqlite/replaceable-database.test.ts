import { chmodSync, existsSync, linkSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../storage.js';
import type { Database } from './database.js';
import { openReplaceableDatabase, type ReplaceableDatabase } from './replaceable-database.js';
import { DRIVER, openDatabase, openFile, openSnapshot, TEMPORARY } from './sqlite.js';

function opened(file: string | undefined): ReplaceableDatabase {
  const storage = openReplaceableDatabase(file);
  onTestFinished(() => storage.close());
  put(storage.database, 'old');
  return storage;
}

function put(database: Database, value: string): void {
  database.execute('create table if not exists t (a)');
  database.run('insert into t values (?)', value);
}

const held = (database: Database) => database.all<{ a: string }>('select a from t').map(({ a }) => a);

async function filledFor(storage: ReplaceableDatabase): Promise<string> {
  const folder = await storage.makeFolder();
  onTestFinished(() => removeFolder(folder));
  const filled = join(folder, 'filled.db');
  const database = openFile(filled, TEMPORARY);
  put(database, 'new');
  database.close();
  return filled;
}

describe.each([
  ['memory', () => undefined],
  ['a file', () => join(mkdtempSync(join(tmpdir(), 'trawl-storage-')), 'state.db')],
])('a storage in %s', (_, newFile) => {
  test('goes on with what has been filled', async () => {
    const storage = opened(newFile());
    const seen = storage.replace(await filledFor(storage), held);
    expect(seen).toEqual(['new']);
    put(storage.database, 'newer');
    expect(held(storage.database)).toEqual(['new', 'newer']);
  });

  test('goes on while its snapshot stays as it was, and keeps what was stored meanwhile', async () => {
    const file = newFile();
    const storage = opened(file);
    const log = `${file}-wal`;
    await storage.withSnapshot(async (snapshot) => {
      // More than SQLite leaves in its log otherwise.
      for (let row = 0; row < 6; row++) put(storage.database, 'x'.repeat(1_000_000));
      const database = openSnapshot(snapshot);
      expect(held(database)).toEqual(['old']);
      expect(() => put(database, 'wrong')).toThrow('readonly');
      database.close();
    });
    expect(held(storage.database)).toHaveLength(7);
    if (file !== undefined) expect(statSync(log).size).toBe(0);
  });

  test('goes on with what it had when the other cannot be used, and takes a third', async () => {
    const storage = opened(newFile());
    const failing = (database: Database) => {
      put(database, 'half');
      throw new Error('This service does not open.');
    };
    const filled = await filledFor(storage);
    expect(() => storage.replace(filled, failing)).toThrow('This service does not open.');
    put(storage.database, 'older');
    expect(held(storage.database)).toEqual(['old', 'older']);
    storage.replace(await filledFor(storage), () => undefined);
    expect(held(storage.database)).toEqual(['new']);
  });

  test('goes on with nothing when it is emptied', () => {
    const storage = opened(newFile());
    storage.clear();
    expect(storage.database.get('select count(*) as tables from sqlite_schema')).toEqual({ tables: 0 });
    put(storage.database, 'first');
    expect(held(storage.database)).toEqual(['first']);
  });
});

describe('a storage file', () => {
  const newFile = () => join(mkdtempSync(join(tmpdir(), 'trawl-storage-')), 'state.db');

  test('is locked all the time, and has what replaced it when it is opened again', async () => {
    const file = newFile();
    const storage = openReplaceableDatabase(file);
    put(storage.database, 'old');
    const folder = dirname(await filledFor(storage));
    storage.replace(join(folder, 'filled.db'), () => {
      expect(() => openDatabase(file)).toThrow('is in use by another server');
    });
    expect(() => openDatabase(file)).toThrow('is in use by another server');
    expect(() => storage.replace(join(folder, 'missing', 'filled.db'), () => undefined)).toThrow('cannot be opened');
    put(storage.database, 'newer');
    expect(() => openDatabase(file)).toThrow('is in use by another server');
    await removeFolder(folder);
    storage.close();
    expect(readdirSync(dirname(file))).toEqual(['state.db']);
    expect(held(opened(file).database)).toEqual(['new', 'newer', 'old']);
  });

  test('is kept from others as it was before', async () => {
    const file = newFile();
    const storage = opened(file);
    chmodSync(file, 0o600);
    storage.replace(await filledFor(storage), () => undefined);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('that is opened as a replacement was cut off is the one before, under its one name', async () => {
    const file = newFile();
    const storage = openReplaceableDatabase(file);
    put(storage.database, 'old');
    const folder = await storage.makeFolder();
    storage.close();
    linkSync(file, join(folder, 'previous.db'));
    expect(held(opened(file).database)).toEqual(['old', 'old']);
    expect(existsSync(folder)).toBe(false);
  });
});

test('a file that cannot become smaller is written anew once, and keeps what it holds', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-storage-')), 'earlier.db');
  // As earlier versions made it.
  const earlier = DRIVER.open(file, { readOnly: false });
  earlier.exec(
    "pragma locking_mode = exclusive; pragma journal_mode = wal; create table t (a); insert into t values ('old')",
  );
  earlier.close();
  const storage = openReplaceableDatabase(file);
  const mode = () => storage.database.get('pragma auto_vacuum');
  expect(mode()).toEqual({ auto_vacuum: 0 });
  expect(storage.makeShrinkable()).toBe(true);
  expect(mode()).toEqual({ auto_vacuum: 2 });
  const { ino } = statSync(file);
  expect(storage.makeShrinkable()).toBe(true);
  expect(statSync(file).ino).toBe(ino);
  storage.close();
  const again = opened(file);
  expect(held(again.database)).toEqual(['old', 'old']);
  expect(readdirSync(dirname(file)).filter((name) => name.includes('work'))).toEqual([]);
});
