import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { temporaryStores } from '../../test/stores.js';
import { KEYLESS_TEAM } from '../accounts/teams.js';
import type { Database } from '../store/sqlite/database.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { createFinishedScrapes, type FinishedScrape, type FinishedScrapes } from './finished-scrapes.js';

/** Adds scrapes as a call does, in a transaction. */
function start(maxBytes?: number, database = openDatabase()) {
  const clock = createVirtualClock();
  const stores = temporaryStores(clock, database);
  const scrapes = createFinishedScrapes(stores, clock, { maxBytes });
  const addAll = (added: Parameters<FinishedScrapes['add']>[1]) =>
    stores.transaction((bound) => scrapes.add(bound, added));
  const add = (id: string, scrape: FinishedScrape) => addAll([[id, scrape]]);
  const known = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => scrapes.find(id)));
    return ids.filter((_, index) => found[index] !== undefined);
  };
  return { clock, database, stores, scrapes, add, addAll, known };
}

test('a document is stored for a day', async () => {
  const { clock, scrapes, add } = start();
  const scrape = { team: 'a', document: { markdown: '# Oaks' } };
  await add('1', scrape);
  expect(await scrapes.find('1')).toEqual(scrape);
  expect(await scrapes.find('2')).toBeUndefined();
  await clock.advance(24 * 60 * 60 * 1000);
  expect(await scrapes.find('1')).toBeUndefined();
});

test('the oldest documents are evicted', async () => {
  const { add, known } = start(10_000);
  const ids = ['1', '2', '3', '4', '5'];
  for (const id of ids) await add(id, { team: 'a', document: { markdown: 'x'.repeat(2_400) } });
  expect(await known(ids)).toEqual(['2', '3', '4', '5']);
});

test('a document of more than a quarter of the limit is not stored', async () => {
  const { add, known, database } = start(10_000);
  await add('1', { team: 'a', document: { markdown: 'x' } });
  const pages = () => database.get<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
  const before = pages();
  await add('2', { team: 'a', document: { markdown: 'x'.repeat(1_000_000) } });
  await add('3', { team: 'a', document: { links: ['x'.repeat(2_500)] } });
  expect(pages()).toBe(before);
  expect(await known(['1', '2', '3'])).toEqual(['1']);
});

test('of many answers at once the last are kept for which there is room', async () => {
  const { add, addAll, known } = start(10_000);
  await add('0', { team: 'a', document: {} });
  const document = { markdown: 'x'.repeat(2_400) };
  await addAll(['1', '2', '3', '4', '5'].map((id) => [id, { team: 'a', document }]));
  expect(await known(['0', '1', '2', '3', '4', '5'])).toEqual(['0', '2', '3', '4', '5']);
});

test('a large answer takes the place of thousands of small ones, and one opened later counts them', async () => {
  const { addAll, known, clock, stores } = start(10_000);
  await addAll(Array.from({ length: 5_000 }, (_, id) => [`${id}`, { team: 'a', document: {} }]));
  const scrapes = createFinishedScrapes(stores, clock, { maxBytes: 10_000 });
  const large = { team: 'a', document: { markdown: 'x'.repeat(2_000 - '{"markdown":""}'.length) } };
  await stores.transaction((bound) => scrapes.add(bound, [['large', large]]));
  expect(await known(['999', '1000', 'large'])).toEqual(['1000', 'large']);
});

test('a full store reads few of its documents for each new one', async () => {
  const database = openDatabase();
  let rows = 0;
  const counting: Database = {
    execute: (sql) => database.execute(sql),
    run: (sql, ...values) => database.run(sql, ...values),
    get: (sql, ...values) => database.get(sql, ...values),
    all(sql, ...values) {
      const found = database.all<never>(sql, ...values);
      rows += found.length;
      return found;
    },
    transaction: (work) => database.transaction(work),
    begin: () => database.begin(),
    commit: () => database.commit(),
    rollback: () => database.rollback(),
    close: () => database.close(),
  };
  const { add } = start(20_000, counting);
  const scrape = { team: 'a', document: { markdown: 'x'.repeat(100) } };
  for (let id = 0; id < 200; id++) await add(`${id}`, scrape);
  rows = 0;
  for (let id = 200; id < 400; id++) await add(`${id}`, scrape);
  expect(rows).toBeLessThan(200 * 10);
});

test('only the id of a scrape without a key is stored', async () => {
  const { add, scrapes } = start();
  await add('1', { team: KEYLESS_TEAM, document: { markdown: '# Oaks' } });
  expect(await scrapes.find('1')).toEqual({ team: KEYLESS_TEAM, document: {} });
});
