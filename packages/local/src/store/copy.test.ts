import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyInto } from './copy.js';
import { openDatabase } from './sqlite.js';

test('a copy has tables, indexes and full text, and all of it goes on working', () => {
  const source = openDatabase();
  source.execute(`
    create table pages (id integer primary key, "odd "" name" text);
    create index by_name on pages ("odd "" name");
    create virtual table words using fts5(text);
    insert into pages values (1, 'a'), (2, 'b');
    insert into words (rowid, text) values (1, 'the quick fox'), (2, 'a lazy dog');
  `);
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-copy-')), 'source.db');
  source.run('vacuum into ?', file);
  source.close();

  const copy = copyInto(openDatabase(), file);
  const hits = (word: string) => copy.all<{ rowid: number }>('select rowid from words where words match ?', word);
  expect(copy.all('select * from pages order by id')).toEqual([
    { id: 1, 'odd " name': 'a' },
    { id: 2, 'odd " name': 'b' },
  ]);
  expect(copy.all("select name from sqlite_schema where type = 'index' and name = 'by_name'")).toHaveLength(1);
  expect(hits('lazy')).toEqual([{ rowid: 2 }]);
  copy.run("insert into words (rowid, text) values (3, 'another lazy dog')");
  copy.run('delete from words where rowid = 2');
  expect(hits('lazy')).toEqual([{ rowid: 3 }]);
  copy.run("insert into words (words) values ('integrity-check')");
  expect(copy.get('pragma integrity_check')).toEqual({ integrity_check: 'ok' });
  copy.close();
});
