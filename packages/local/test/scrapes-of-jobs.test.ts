import { expect, test } from 'vitest';
import { site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

interface JobAnswer {
  readonly data: readonly { readonly metadata: { readonly scrapeId: string } }[];
}

async function documentsOf(server: Parameters<typeof call>[0], body: object, headers: Record<string, string>) {
  const started = await call(server, 'POST /v2/batch/scrape', { body, headers });
  const line = `GET /v2/batch/scrape/${(started.body as { id: string }).id}`;
  await eventually(async () => (await call(server, line, { headers })).body).toMatchObject({ status: 'completed' });
  return ((await call(server, line, { headers })).body as JobAnswer).data;
}

test('the team of a job finds each of its pages by the scrape id', async () => {
  const { url } = await site({ '/': 'Welcome', '/a': 'A' });
  const server = await startServer({ allowPrivateNetworks: true, apiKeys: ['one', 'two'] });
  const one = { authorization: 'Bearer one' };
  const documents = await documentsOf(server, { urls: [url, `${url}/a`] }, one);
  expect(documents).toHaveLength(2);
  for (const document of documents) {
    const line = `GET /v2/scrape/${document.metadata.scrapeId}`;
    expect(await call(server, line, { headers: one })).toMatchObject({ status: 200, body: { data: document } });
    expect((await call(server, line, { headers: { authorization: 'Bearer two' } })).status).toBe(403);
  }
});

test('pages with zero data retention are not found', async () => {
  const { url } = await site({ '/': 'Welcome' });
  const server = await startServer({ allowPrivateNetworks: true });
  const [document] = await documentsOf(server, { urls: [url], zeroDataRetention: true }, {});
  expect((await call(server, `GET /v2/scrape/${document?.metadata.scrapeId}`)).status).toBe(404);
});
