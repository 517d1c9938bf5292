import { createVirtualClock } from '@trawl/base/clock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { temporaryStores } from '../../test/stores.js';
import type { Stores } from '../store/stores.js';
import { createDiffer } from './differ.js';
import { type ChangeTracker, createChangeTracker, type TrackedScrape } from './tracker.js';

const clock = createVirtualClock(Date.parse('2026-11-21T02:00:00Z'));
const differ = createDiffer();
let stores: Stores;
let tracker: ChangeTracker;

const scrape = { team: 'a', url: 'http://shop/tea', markdown: 'Tea 2\n', statusCode: 200 };

beforeEach(() => {
  stores = temporaryStores(clock);
  tracker = createChangeTracker({ stores, clock, compare: differ.compare });
});

afterAll(() => differ.close());

/** Returns the changes, and stores the page as it is now. */
async function track(...scraped: [TrackedScrape, Parameters<ChangeTracker['track']>[1]]) {
  const { changes, remember } = await tracker.track(...scraped);
  await remember(stores);
  return changes;
}

it('reports a page as new, then same, then changed, with the requested diffs', async () => {
  expect(await track(scrape, {})).toEqual({ previousScrapeAt: null, changeStatus: 'new' });
  await clock.advance(60_000);
  const at = '2026-11-21T02:00:00.000Z';
  expect(await track(scrape, { modes: ['git-diff'] })).toEqual({ previousScrapeAt: at, changeStatus: 'same' });
  const changed = await track({ ...scrape, markdown: 'Tea 3\n' }, { modes: ['git-diff'] });
  expect(changed).toMatchObject({ previousScrapeAt: '2026-11-21T02:01:00.000Z', changeStatus: 'changed' });
  expect(changed.diff).toMatchObject({ text: expect.stringContaining('-Tea 2\n+Tea 3') });
  const back = await track(scrape, {});
  expect(back).toMatchObject({ changeStatus: 'changed' });
  expect(back).not.toHaveProperty('diff');
});

it('compares with the version stored last', async () => {
  await (await tracker.track(scrape, {})).remember(stores);
  const changed = { ...scrape, markdown: 'Tea 3\n' };
  // The caller did not store the changes, so the version is not stored either.
  expect((await tracker.track(changed, {})).changes.changeStatus).toBe('changed');
  expect((await track(changed, {})).changeStatus).toBe('changed');
  expect((await track(changed, {})).changeStatus).toBe('same');
});

it('keeps a history for each tag and each team, and one for all fragments of a page', async () => {
  await track(scrape, {});
  expect((await track(scrape, { tag: 'mine' })).changeStatus).toBe('new');
  expect((await track({ ...scrape, team: 'b' }, {})).changeStatus).toBe('new');
  expect((await track({ ...scrape, url: 'http://shop/tea#top' }, {})).changeStatus).toBe('same');
});

it('compares only the extracted data in json mode', async () => {
  await track({ ...scrape, json: { price: 2 } }, { modes: ['json'] });
  const reworded = { ...scrape, markdown: 'Tea, 2 EUR\n', json: { price: 2 } };
  expect(await track(reworded, { modes: ['json'] })).not.toHaveProperty('json');
  const dearer = await track({ ...reworded, json: { price: 3 } }, { modes: ['json'] });
  expect(dearer).toMatchObject({ changeStatus: 'changed', json: { price: { previous: 2, current: 3 } } });
});

it('calls a page removed when its status says so, and new when it comes back', async () => {
  await track(scrape, {});
  expect((await track({ ...scrape, markdown: '', statusCode: 404 }, {})).changeStatus).toBe('removed');
  expect((await track(scrape, {})).changeStatus).toBe('new');
});
