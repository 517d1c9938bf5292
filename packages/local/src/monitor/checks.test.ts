import type { MonitorCheckPage } from '@trawl/client';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { openDatabase } from '../store/sqlite.js';
import { createChecks } from './checks.js';

function check() {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const checks = createChecks({ database, clock: createVirtualClock() });
  const { id } = checks.create('monitor', 'manual', { scheduledFor: null, estimatedCredits: 1 });
  const add = (url: string, error = '') =>
    checks.addPage(id, { id: url, url, status: 'error', error } as MonitorCheckPage);
  const urls = (skip: number, limit: number) => {
    const { pages, more } = checks.pages(id, { skip, limit });
    return [pages.map(({ url }) => url), more];
  };
  return { add, urls };
}

test('the pages of a check come some at a time', () => {
  const { add, urls } = check();
  for (const url of ['a', 'b', 'c']) add(url);
  expect(urls(0, 2)).toEqual([['a', 'b'], true]);
  expect(urls(2, 2)).toEqual([['c'], false]);
});

test('large pages of a check come as many as fit into an answer, and at least one', () => {
  const { add, urls } = check();
  const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024);
  add('a', megabytes(4));
  add('b', megabytes(5));
  add('c', megabytes(11));
  add('d');
  expect(urls(0, 100)).toEqual([['a', 'b'], true]);
  expect(urls(2, 100)).toEqual([['c'], true]);
  expect(urls(3, 100)).toEqual([['d'], false]);
});
