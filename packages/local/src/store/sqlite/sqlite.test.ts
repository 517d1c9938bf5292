import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../../../test/program.js';
import { StorageFull } from '../storage-full.js';
import { isDiskFull, openDatabase } from './sqlite.js';

const folder = mkdtempSync(join(tmpdir(), 'trawl-store-'));
let count = 0;
const newFile = () => join(folder, `${++count}.db`);
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function opened(file?: string) {
  const database = openDatabase(file);
  closers.push(() => database.close());
  return database;
}

describe('a database', () => {
  test('stores every kind of value, in memory', () => {
    const database = opened();
    database.execute('create table things (text, whole, fraction, large, bytes, absent)');
    const values = ['naïve', 7, 1.5, 9007199254740993n, new Uint8Array([0, 255]), null] as const;
    expect(database.run('insert into things values (?, ?, ?, ?, ?, ?)', ...values)).toBe(1);
    expect(Object.values(database.get<Record<string, unknown>>('select * from things') ?? {})).toEqual([...values]);
    expect(database.get('select * from things where whole = ?', 8)).toBeUndefined();
    expect(database.all('select whole from things')).toEqual([{ whole: 7 }]);
  });

  test('keeps all of a transaction or nothing, and of a nested one as well', () => {
    const database = opened();
    database.execute('create table t (a)');
    const insert = (value: number) => database.run('insert into t values (?)', value);
    const failing = () =>
      database.transaction(() => {
        insert(2);
        throw new Error('half done');
      });
    database.transaction(() => {
      insert(1);
      expect(failing).toThrow('half done');
      insert(3);
    });
    expect(failing).toThrow('half done');
    expect(database.all('select a from t')).toEqual([{ a: 1 }, { a: 3 }]);
  });

  test('runs a statement again that has failed', () => {
    const database = opened();
    database.execute('create table t (a unique)');
    const insert = (value: number) => database.run('insert into t values (?)', value);
    insert(1);
    expect(() => insert(1)).toThrow('UNIQUE constraint failed');
    expect(insert(2)).toBe(1);
  });

  test('says that its disk is full, keeps what it has, and goes on when there is room', () => {
    const database = opened(newFile());
    database.execute('create table t (a)');
    const insert = () => database.run('insert into t values (zeroblob(100000))');
    const { count: pages = 0 } =
      database.get<{ count: number }>('select page_count as count from pragma_page_count()') ?? {};
    database.get(`pragma max_page_count = ${pages + 40}`);
    insert();
    for (let tries = 0; tries < 2; tries++) expect(insert).toThrow(StorageFull);
    expect(insert).toThrow(/^The disk of the storage file .*\d\.db is full/);
    expect(() => database.transaction(() => [insert(), insert()])).toThrow(StorageFull);
    expect(database.get('select count(*) as rows from t')).toEqual({ rows: 1 });
    database.get('pragma max_page_count = 1000');
    expect(insert()).toBe(1);
    expect(database.transaction(insert)).toBe(1);
    expect(database.get('pragma integrity_check')).toEqual({ integrity_check: 'ok' });
  });

  test('stores nothing of a transaction that a failure has ended', () => {
    const database = opened();
    database.execute('create table t (a)');
    const work = () => {
      // What SQLite does of its own accord when it cannot write.
      database.execute('rollback');
      database.run('insert into t values (1)');
    };
    expect(() => database.transaction(work)).toThrow('A failure has ended the transaction.');
    expect(database.all('select a from t')).toEqual([]);
  });

  test('takes more statements than it keeps prepared', () => {
    const database = opened();
    for (let index = 0; index < 1000; index++) expect(database.get(`select ${index} as a`)).toEqual({ a: index });
    expect(database.get('select 0 as a')).toEqual({ a: 0 });
  });

  test('is in its file when it is opened again', () => {
    const file = newFile();
    const first = openDatabase(file);
    first.execute('create table t (a); insert into t values (1)');
    first.close();
    expect(opened(file).all('select a from t')).toEqual([{ a: 1 }]);
  });

  test('is refused when the file is something else, and given back', () => {
    const file = newFile();
    writeFileSync(file, 'This is a letter, not a database. '.repeat(100));
    expect(() => openDatabase(file)).toThrow(/storage file .* cannot be opened: .*not a database/);
    rmSync(file);
    expect(opened(file).get('select 1 as a')).toEqual({ a: 1 });
  });

  test('is refused when a newer version wrote it', () => {
    const file = newFile();
    const database = openDatabase(file);
    database.execute('pragma user_version = 1000');
    database.close();
    expect(() => openDatabase(file)).toThrow(
      `The storage file ${file} cannot be opened: it was written by a newer version`,
    );
  });

  test('a writer that is killed leaves a file that opens again, with all that it had committed', async () => {
    const file = newFile();
    const writer = spawn(process.execPath, [bundledProgram('endless-writer'), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void writer.kill('SIGKILL'));
    let committed = 0;
    await new Promise<void>((resolve) => {
      writer.stdout.setEncoding('utf8').on('data', (lines: string) => {
        committed = Number(lines.trim().split('\n').at(-1));
        if (committed >= 200) resolve();
      });
    });
    expect(() => openDatabase(file)).toThrow(`The storage file ${file} is in use by another server.`);
    writer.kill('SIGKILL');
    const [, signal] = await once(writer, 'exit');
    expect(signal).toBe('SIGKILL');
    const database = opened(file);
    const { rows = 0, pairs = 0 } =
      database.get<{ rows: number; pairs: number }>(
        'select (select count(*) from a) as rows, (select count(*) from b) as pairs',
      ) ?? {};
    expect(rows).toBeGreaterThanOrEqual(committed);
    expect(pairs).toBe(rows);
    expect(database.get('pragma integrity_check')).toEqual({ integrity_check: 'ok' });
  });
});

test('a disk is full when nothing can be added to it', () => {
  expect(isDiskFull(folder)).toBe(false);
  // No system lets anybody add to the files that it makes up itself.
  expect(isDiskFull(process.platform === 'linux' ? '/proc' : '/dev')).toBe(true);
});
