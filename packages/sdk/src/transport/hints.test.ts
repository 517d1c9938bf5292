import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import { failing, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import { hintsFor } from './hints.js';

describe('a field that an operation does not have', () => {
  it.each<[operation: string, body: object, hint: string]>([
    ['searchWeb', { query: 'a', formats: ['markdown'] }, 'formats belongs into scrapeOptions.'],
    ['startCrawl', { url: 'a', formats: ['markdown'] }, 'formats belongs into scrapeOptions.'],
    ['startCrawl', { url: 'a', maxDepth: 2 }, 'maxDepth is called maxDiscoveryDepth here.'],
    ['scrapePage', { url: 'a', timeoutMs: 5 }, 'timeoutMs is called timeout here.'],
    ['scrapePage', { url: 'a', include_tags: ['a'] }, 'include_tags is called includeTags here.'],
    ['startCrawl', { url: 'a', scrapeOptions: { limit: 5 } }, 'scrapeOptions.limit belongs into the request itself.'],
    ['startBatchScrape', { urls: ['a'], scrapeOptions: { formats: [] } }, ''],
  ])('of %s gets a hint: %j', (operation, body, hint) => expect(hintsFor(operation, body)).toEqual([hint]));

  it('gets none if it is known, in a list or in an object where any name may stand', () => {
    const formats = ['markdown', { type: 'json', schema: { timeoutMs: 1 } }];
    expect(hintsFor('scrapePage', { url: 'a', formats, headers: { 'x-a': 'b' } })).toEqual([]);
    expect(hintsFor('POST /v2/scrape', { timeoutMs: 5 })).toEqual([]);
  });

  it('is in the message of the error', async () => {
    await using server = await MisbehavingServer.start(failing(400, 'Bad Request'));
    const error = await failureOf(clientOf(server).scrape('https://a.test', { timeoutMs: 5 } as object));
    expect(error.message).toMatch(/^scrape \(scrapePage\) failed with 400: .* timeoutMs is called timeout here\.$/);
  });
});
