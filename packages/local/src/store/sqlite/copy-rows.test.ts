import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import sqlite from 'node-sqlite3-wasm';
import { expect, onTestFinished, test } from 'vitest';
import { UnusableFile } from '../unusable-file.js';
import { copyRows } from './copy-rows.js';
import type { Database } from './database.js';
import { openDatabase } from './sqlite.js';

const TABLES = `
  create table shelves (number integer primary key, name text not null unique);
  create table books (
    shelf integer not null references shelves on delete cascade, title text not null, about json text not null,
    pages packed blob, price real not null default 0, link url text, note text, summary packed json blob);
  create index books_by_title on books (title);
  create table loans (reader text, title text, primary key (reader, title)) without rowid;
`;

const ROWS = `
  insert into shelves values (1, 'sea'), (2, 'land');
  insert into books (shelf, title, about, pages, price, link, note) values (1, 'Tides', '{"year":1999}', null, 9.5, null, 'thin'), (2, 'Moss', '{}', null, 3, 'https://moss.example/', null);
  insert into loans values ('ann', 'Tides'), ('bob', 'Moss');
`;

/** Compressed text, in SQL. */
const packedText = (text: string) => `x'${deflateRawSync(text).toString('hex')}'`;

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'trawl-copy-')), 'source.db');
}

/** A file that somebody made, with anything that SQLite allows. */
function made(sql: string, file = newFile()): string {
  const connection = new sqlite.Database(file);
  connection.exec(sql);
  connection.close();
  return file;
}

function empty(): Database {
  const database = openDatabase();
  onTestFinished(() => database.close());
  database.execute(TABLES);
  return database;
}

const isReadable = (...[, , value]: unknown[]) => (value as { year?: number }).year !== 0;

const copied = async (file: string, database = empty()) => {
  await copyRows(database, file, { isReadable, pause: async () => {} });
  return database;
};

const refusal = (file: string) =>
  copied(file).then(
    () => 'taken over',
    (error) => (error instanceof UnusableFile ? error.message : Promise.reject(error)),
  );

test('copies rows with their keys into tables that go on working', async () => {
  const file = made(`${TABLES}${ROWS} delete from books where title = 'Tides'; insert into books select * from books;`);
  const database = await copied(file);
  expect(database.all('select * from shelves')).toHaveLength(2);
  expect(database.all('select rowid, title, price from books')).toEqual([
    { rowid: 2, title: 'Moss', price: 3 },
    { rowid: 3, title: 'Moss', price: 3 },
  ]);
  expect(database.all('select reader from loans')).toEqual([{ reader: 'ann' }, { reader: 'bob' }]);
  expect(() => database.run("insert into shelves values (3, 'sea')")).toThrow('UNIQUE');
  expect(database.get('pragma integrity_check')).toEqual({ integrity_check: 'ok' });
});

test('copies many rows a few at a time, and ends where it is told to', async () => {
  const many = (sql: string) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000) ${sql}`;
  const file = made(`${TABLES} ${many("insert into shelves select i * 7 - 3000, 'shelf ' || i from n;")}`);
  let pauses = 0;
  const database = empty();
  await copyRows(database, file, { isReadable, pause: async () => void pauses++ });
  expect(database.get('select count(*) as rows, min(number) as least from shelves')).toEqual({
    rows: 1000,
    least: -2993,
  });
  expect(pauses).toBeGreaterThan(15);
  const pause = () => Promise.reject(new Error('closing'));
  const ending = copyRows(empty(), file, { isReadable, pause });
  await expect(ending).rejects.toThrow('closing');
});

test('runs nothing that stands in the file', async () => {
  const file = newFile();
  const proof = `${file}.proof`;
  const attack = `; attach '${proof}' as proof; create table proof.t (a)`.replaceAll("'", "''");
  made(
    `${TABLES}${ROWS}
    create table spy (a);
    create view peek as select * from books;
    create trigger on_shelves after insert on shelves begin delete from shelves; end;
    pragma writable_schema = on;
    update sqlite_schema set sql = sql || '${attack}' where name = 'shelves';`,
    file,
  );
  const database = await copied(file);
  expect(existsSync(proof)).toBe(false);
  expect(database.all('select name from shelves')).toHaveLength(2);
  expect(database.all("select name from sqlite_schema where type <> 'table' and sql is not null")).toEqual([
    { name: 'books_by_title' },
  ]);
});

const endless = 'with recursive n (i) as (select 1 union all select i from n) select i as number, i as name from n';

test.each([
  [
    'a view in the place of a table',
    `create view shelves as ${endless};`,
    'it has no table shelves. If an earlier version',
  ],
  ['a virtual table', 'create virtual table shelves using fts5 (number, name);', 'its shelves is no ordinary table'],
  [
    'a computed column',
    "create table shelves (number integer primary key, name text as (printf('%.*c', 900000000, 'x')));",
    'the column name of its table shelves is computed',
  ],
  [
    'a table that is another',
    'create table shelves (name text);',
    'its table shelves has no column number. If an earlier',
  ],
  ['nothing', '', 'it has no table shelves. If an earlier version of this server wrote it, start a server with it as'],
])('takes no file with %s', async (_, sql, sentence) => {
  expect(await refusal(made(`${sql}${TABLES.replace(/create table shelves[^;]*;/, '')}`))).toContain(sentence);
});

test.each([
  ['a text for a number', "update books set price = 'cheap'", 'in its table books, a value of price is not what it'],
  [
    'a number that no clock shows',
    'pragma foreign_keys = off; update shelves set number = 9e15 where number = 2',
    'a value of number is',
  ],
  [
    'bytes for a text',
    "update shelves set name = x'00' where number = 1",
    'in its table shelves, a value of name is not what it has to be',
  ],
  ['an infinite price', 'update books set price = 9e999', 'a value of price is'],
  [
    'JSON that is none',
    "update books set about = '{'",
    'in its table books, a value of about is not what it has to be',
  ],
  ['JSON that is no object', "update books set about = '[]'", 'a value of about is'],
  ['JSON that is not read', `update books set about = '{"year":0}'`, 'a value of about is'],
  ['a URL that is none', "update books set link = 'moss'", 'a value of link is'],
  [
    'a time that no answer can say',
    'update books set shelf = 2; update shelves set number = 2.6e14 where number = 1',
    'number',
  ],
  ['bytes that do not unpack', "update books set pages = x'ff'", 'a value of pages is'],
  ['packed JSON that is not read', `update books set summary = ${packedText('{"year":0}')}`, 'a value of summary is'],
  ['packed JSON that is no object', `update books set summary = ${packedText('[]')}`, 'a value of summary is'],
  ['what refers to nothing', 'pragma foreign_keys = off; delete from shelves', 'FOREIGN KEY constraint failed'],
  [
    'null where something has to be',
    `pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'name text not null', 'name text');
    pragma writable_schema = reset; update shelves set name = null`,
    'NOT NULL constraint failed',
  ],
])('takes no file with %s', async (_, sql, sentence) => {
  expect(await refusal(made(`${TABLES}${ROWS}${sql}`))).toContain(sentence);
});

test('takes no file that unpacks to more than any page has', async () => {
  const file = made(`${TABLES}${ROWS}`);
  const connection = new sqlite.Database(file);
  connection.run('update books set pages = ?', [deflateRawSync(Buffer.alloc(65 * 1024 * 1024))]);
  connection.close();
  expect(await refusal(file)).toContain('a value of pages is');
});

test('takes no file of a newer version, and leaves out what an earlier one had besides', async () => {
  expect(await refusal(made(`${TABLES}${ROWS} pragma user_version = 2;`))).toBe(
    'a newer version of this server wrote it',
  );
  const database = await copied(made(`${TABLES}${ROWS} alter table shelves add column width; create table dust (a);`));
  expect(database.all('select * from shelves')).toEqual([
    { number: 1, name: 'sea' },
    { number: 2, name: 'land' },
  ]);
});

test('takes nothing that is no database', async () => {
  const file = newFile();
  writeFileSync(file, 'This is a letter, not a database. '.repeat(100));
  expect(await refusal(file)).toContain('file is not a database');
});

/** The bytes of a file of many pages. */
function manyPages(): Buffer {
  const books = "select 1, 'book ' || i, '{}', null, 0, null, printf('%.1000c', 'x') from n";
  const rows = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 300) ${books}`;
  return readFileSync(
    made(`${TABLES}${ROWS} insert into books (shelf, title, about, pages, price, link, note) ${rows};`),
  );
}

test('takes no file that breaks off, wherever it does', async () => {
  const whole = manyPages();
  for (let end = whole.length - 1; end > 0; end -= 25_000) {
    const file = newFile();
    writeFileSync(file, whole.subarray(0, end));
    expect(await refusal(file), `after ${end} bytes`).not.toBe('taken over');
  }
});

test('takes a damaged file as a whole or not at all', async () => {
  const whole = manyPages();
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let refused = 0;
  for (let round = 0; round < 40; round++) {
    const file = newFile();
    const bytes = Buffer.from(whole);
    for (let count = 0; count < 200; count++) bytes[random(bytes.length)] = random(256);
    writeFileSync(file, bytes);
    if ((await refusal(file)) !== 'taken over') refused++;
  }
  expect(refused).toBeGreaterThan(30);
});

test('takes no file whose pages lead in circles', async () => {
  const bytes = manyPages();
  const file = newFile();
  writeFileSync(file, bytes);
  const pageOf = (number: number) => bytes.subarray((number - 1) * 4096, number * 4096);
  const connection = new sqlite.Database(file, { readOnly: true });
  const { root } = connection.get("select rootpage as root from sqlite_schema where name = 'books'") as {
    root: number;
  };
  connection.close();
  const rootPage = pageOf(root);
  expect(rootPage[0]).toBe(5); // An inner page.
  // Every cell of it, and its last pointer, leads to the first page of rows.
  const cells = rootPage.readUInt16BE(3);
  const first = rootPage.readUInt32BE(rootPage.readUInt16BE(12));
  for (let cell = 0; cell < cells; cell++) rootPage.writeUInt32BE(first, rootPage.readUInt16BE(12 + 2 * cell));
  rootPage.writeUInt32BE(first, 8);
  writeFileSync(file, bytes);
  expect(await refusal(file)).toContain('its table books is damaged: ');
});
