import { describe, expect, test } from 'vitest';
import { sharedServer } from '../postgres/database.js';
import { call, startServer } from '../server.js';
import { testDatabase } from './stores.js';

describe.skipIf('missing' in sharedServer)('a service of several nodes', () => {
  test('connects to none of them, and not to its database', async () => {
    const database = await testDatabase();
    const options = { database, allowPrivateNetworks: true };
    const one = await startServer(options);
    const other = await startServer(options);
    const worker = await startServer({ ...options, role: 'worker' });
    for (const [asked, url] of [
      [one, other.url],
      [one, worker.url],
      [other, one.url],
      [one, other.url.replace('127.0.0.1', 'a.localhost')],
      [one, `http://${new URL(database).hostname || 'localhost'}:${new URL(database).port || 5432}`],
    ] as const) {
      const { status, body } = await call(asked, 'POST /v2/scrape', { body: { url: `${url}/_local/live`, maxAge: 0 } });
      expect([url, status, JSON.stringify(body)]).toEqual([url, 403, expect.stringMatching(/(node|database) of this/)]);
    }
  });
});
