import { expect, test } from 'vitest';
import { KEYLESS_TEAM, OPEN_TEAM } from '../accounts/teams.js';
import { retentionOf } from './retention.js';
import type { ScrapeTask } from './scrape-task.js';

const OWN = { cacheFor: ['one'], version: true };
const VERSION_ONLY = { cacheFor: [], version: true };
const NOTHING = { cacheFor: [], version: false };

test.each<[string, Partial<ScrapeTask>, object]>([
  ['is kept for the team that asks', {}, OWN],
  ['is kept for the one team of a server without keys', { team: OPEN_TEAM }, { cacheFor: [OPEN_TEAM], version: true }],
  ['is kept though no copy would do', { options: { maxAge: 0 } }, OWN],
  [
    'is kept for all teams when it was seeded',
    { team: 'seed', seededFor: ['one', 'two'] },
    { cacheFor: ['one', 'two'] },
  ],
  ['is not kept for callers without a key', { team: KEYLESS_TEAM }, NOTHING],
  ['is not stored when the request says so', { options: { storeInCache: false } }, VERSION_ONLY],
  ['is not kept when it came by headers', { options: { headers: { Cookie: 'id=1' } } }, VERSION_ONLY],
  ['is not kept when it came by credentials', { options: { headers: { Authorization: 'Basic a' } } }, VERSION_ONLY],
  ['is kept when there could be headers, but are none', { options: { headers: {} } }, OWN],
  ['is not kept when it came by a profile', { options: { profile: { name: 'p' } } }, VERSION_ONLY],
  ['is not kept when it came by actions', { options: { actions: [{ type: 'scrape' }] } }, VERSION_ONLY],
  ['leaves nothing with zero data retention', { zeroDataRetention: true }, NOTHING],
  ['leaves nothing in lockdown', { options: { lockdown: true } }, NOTHING],
])('a page %s', (_, task, retention) => {
  expect(retentionOf({ team: 'one', options: {}, ...task })).toMatchObject(retention);
});
