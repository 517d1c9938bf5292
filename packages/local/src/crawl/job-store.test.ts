import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { openDatabase } from '../store/sqlite.js';
import { createJobStore } from './job-store.js';

function storedJob(...sizes: number[]) {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const store = createJobStore({ database, clock: createVirtualClock() });
  const request = { url: 'http://example.com', scrapeOptions: {} };
  const job = store.create({ id: crypto.randomUUID(), kind: 'crawl', team: 'team', request });
  for (const size of sizes) store.addDocument(job, { markdown: 'x'.repeat(size) }, 1.5);
  const documents = (page: Partial<{ skip: number; limit: number; maxBytes: number }>) =>
    store
      .documents(job, { skip: 0, limit: 100, maxBytes: 1000, ...page })
      .map((text) => JSON.parse(text).markdown.length);
  return { store, job, documents };
}

test('returns documents from a position on, as many as fit', () => {
  const { documents } = storedJob(300, 400, 500, 600);
  expect(documents({})).toEqual([300, 400]);
  expect(documents({ skip: 2 })).toEqual([500]);
  expect(documents({ limit: 1 })).toEqual([300]);
  expect(documents({ limit: 0 })).toEqual([]);
  expect(documents({ skip: 4 })).toEqual([]);
});

test('a document larger than a page has its own page', () => {
  const { documents } = storedJob(2000, 100);
  expect(documents({})).toEqual([2000]);
});
