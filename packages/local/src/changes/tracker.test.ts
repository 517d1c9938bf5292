import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { openDatabase } from '../store/sqlite.js';
import { type ChangeTracker, createChangeTracker, type TrackedScrape } from './tracker.js';

const clock = createVirtualClock(Date.parse('2026-11-21T02:00:00Z'));
let database = openDatabase();
let tracker: ChangeTracker;

const scrape = { team: 'a', url: 'http://shop/tea', markdown: 'Tea 2\n', statusCode: 200 };

beforeEach(() => {
  database = openDatabase();
  tracker = createChangeTracker({ database, clock });
});

afterEach(() => database.close());

/** Says what has changed, and keeps the page as it is now. */
function track(...scraped: [TrackedScrape, Parameters<ChangeTracker['track']>[1]]) {
  const { changes, remember } = tracker.track(...scraped);
  remember();
  return changes;
}

it('calls a page new, then the same, then changed, and shows the difference if asked to', async () => {
  expect(track(scrape, {})).toEqual({ previousScrapeAt: null, changeStatus: 'new' });
  await clock.advance(60_000);
  const at = '2026-11-21T02:00:00.000Z';
  expect(track(scrape, { modes: ['git-diff'] })).toEqual({ previousScrapeAt: at, changeStatus: 'same' });
  const changed = track({ ...scrape, markdown: 'Tea 3\n' }, { modes: ['git-diff'] });
  expect(changed).toMatchObject({ previousScrapeAt: '2026-11-21T02:01:00.000Z', changeStatus: 'changed' });
  expect(changed.diff).toMatchObject({ text: expect.stringContaining('-Tea 2\n+Tea 3') });
  const back = track(scrape, {});
  expect(back).toMatchObject({ changeStatus: 'changed' });
  expect(back).not.toHaveProperty('diff');
});

it('compares with what was kept last', () => {
  tracker.track(scrape, {}).remember();
  const changed = { ...scrape, markdown: 'Tea 3\n' };
  // Whoever should have told of it did not come to that.
  expect(tracker.track(changed, {}).changes.changeStatus).toBe('changed');
  expect(track(changed, {}).changeStatus).toBe('changed');
  expect(track(changed, {}).changeStatus).toBe('same');
});

it('keeps a history for each tag and each team, and one for all fragments of a page', () => {
  track(scrape, {});
  expect(track(scrape, { tag: 'mine' }).changeStatus).toBe('new');
  expect(track({ ...scrape, team: 'b' }, {}).changeStatus).toBe('new');
  expect(track({ ...scrape, url: 'http://shop/tea#top' }, {}).changeStatus).toBe('same');
});

it('judges by the extracted data in json mode alone', () => {
  track({ ...scrape, json: { price: 2 } }, { modes: ['json'] });
  const reworded = { ...scrape, markdown: 'Tea, 2 EUR\n', json: { price: 2 } };
  expect(track(reworded, { modes: ['json'] })).not.toHaveProperty('json');
  const dearer = track({ ...reworded, json: { price: 3 } }, { modes: ['json'] });
  expect(dearer).toMatchObject({ changeStatus: 'changed', json: { price: { previous: 2, current: 3 } } });
});

it('calls a page removed that answers as gone, and new when it comes back', () => {
  track(scrape, {});
  expect(track({ ...scrape, markdown: '', statusCode: 404 }, {}).changeStatus).toBe('removed');
  expect(track(scrape, {}).changeStatus).toBe('new');
});
