import { expect, test } from 'vitest';
import { KEYLESS_TEAM } from '../accounts/teams.js';
import { createVirtualClock } from '../clock.js';
import type { Database } from '../store/database.js';
import { openDatabase } from '../store/sqlite.js';
import { createFinishedScrapes } from './finished-scrapes.js';

test('a document is stored for a day', async () => {
  const clock = createVirtualClock();
  const scrapes = createFinishedScrapes(openDatabase(), clock);
  const scrape = { team: 'a', document: { markdown: '# Oaks' } };
  scrapes.add('1', scrape);
  expect(scrapes.find('1')).toEqual(scrape);
  expect(scrapes.find('2')).toBeUndefined();
  await clock.advance(24 * 60 * 60 * 1000);
  expect(scrapes.find('1')).toBeUndefined();
});

test('the oldest documents are evicted', () => {
  const scrapes = createFinishedScrapes(openDatabase(), createVirtualClock(), 10_000);
  const ids = ['1', '2', '3', '4', '5'];
  for (const id of ids) scrapes.add(id, { team: 'a', document: { markdown: 'x'.repeat(2_400) } });
  expect(ids.filter((id) => scrapes.find(id))).toEqual(['2', '3', '4', '5']);
});

test('a document of more than a quarter of the limit is not stored', () => {
  const database = openDatabase();
  const scrapes = createFinishedScrapes(database, createVirtualClock(), 10_000);
  scrapes.add('1', { team: 'a', document: { markdown: 'x' } });
  const pages = () => database.get<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
  const before = pages();
  scrapes.add('2', { team: 'a', document: { markdown: 'x'.repeat(1_000_000) } });
  scrapes.add('3', { team: 'a', document: { links: ['x'.repeat(2_500)] } });
  expect(pages()).toBe(before);
  expect(['1', '2', '3'].filter((id) => scrapes.find(id))).toEqual(['1']);
});

test('of many answers at once the last are kept for which there is room', () => {
  const scrapes = createFinishedScrapes(openDatabase(), createVirtualClock(), 10_000);
  scrapes.add('0', { team: 'a', document: {} });
  const document = { markdown: 'x'.repeat(2_400) };
  scrapes.addAll(['1', '2', '3', '4', '5'].map((id) => [id, { team: 'a', document }]));
  expect(['0', '1', '2', '3', '4', '5'].filter((id) => scrapes.find(id))).toEqual(['0', '2', '3', '4', '5']);
});

test('a large answer takes the place of thousands of small ones, and one opened later counts them', () => {
  const database = openDatabase();
  const clock = createVirtualClock();
  const small = { team: 'a', document: {} };
  const first = createFinishedScrapes(database, clock, 10_000);
  database.transaction(() => {
    for (let id = 0; id < 5_000; id++) first.add(`${id}`, small);
  });
  const scrapes = createFinishedScrapes(database, clock, 10_000);
  scrapes.add('large', { team: 'a', document: { markdown: 'x'.repeat(2_000 - '{"markdown":""}'.length) } });
  expect(['999', '1000', 'large'].map((id) => scrapes.find(id) !== undefined)).toEqual([false, true, true]);
});

test('a full store reads few of its documents for each new one', () => {
  const database = openDatabase();
  let rows = 0;
  const counting: Database = {
    ...database,
    execute: (sql) => database.execute(sql),
    run: (sql, ...values) => database.run(sql, ...values),
    get: (sql, ...values) => database.get(sql, ...values),
    all(sql, ...values) {
      const found = database.all<never>(sql, ...values);
      rows += found.length;
      return found;
    },
    transaction: (work) => database.transaction(work),
  };
  const scrapes = createFinishedScrapes(counting, createVirtualClock(), 20_000);
  for (let id = 0; id < 300; id++) {
    rows = 0;
    scrapes.add(`${id}`, { team: 'a', document: { markdown: 'x'.repeat(100) } });
  }
  expect(rows).toBeLessThan(10);
});

test('only the id of a scrape without a key is stored', () => {
  const scrapes = createFinishedScrapes(openDatabase(), createVirtualClock());
  scrapes.add('1', { team: KEYLESS_TEAM, document: { markdown: '# Oaks' } });
  expect(scrapes.find('1')).toEqual({ team: KEYLESS_TEAM, document: {} });
});
