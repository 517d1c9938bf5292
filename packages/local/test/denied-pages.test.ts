import { expect, test } from 'vitest';
import { site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

/** The errors of a job that has ended. */
async function errorsOf(server: Parameters<typeof call>[0], start: string, body: object): Promise<unknown> {
  const { body: started } = await call(server, `POST ${start}`, { body });
  const path = `${start}/${(started as { id: string }).id}`;
  await eventually(async () => (await call(server, `GET ${path}`)).body).toMatchObject({ status: 'completed' });
  return (await call(server, `GET ${path}/errors`)).body;
}

test.each([
  ['threat protection', { allowPrivateNetworks: true }, { threatProtection: { blacklist: ['127.0.0.1'] } }],
  ['the policy of addresses', { allowPrivateNetworks: false }, {}],
])('a page that %s forbids is denied with the same message everywhere', async (_, options, scrapeOptions) => {
  const { url } = await site({ '/': 'Welcome' });
  const server = await startServer(options);
  const single = await call(server, 'POST /v2/scrape', { body: { url, ...scrapeOptions } });
  expect(single).toMatchObject({ status: 403, body: { error: expect.any(String) } });

  const denied = { errors: [{ code: 'CRAWL_DENIAL', error: (single.body as { error: string }).error }] };
  expect(await errorsOf(server, '/v2/batch/scrape', { urls: [url], ...scrapeOptions })).toMatchObject(denied);
  expect(await errorsOf(server, '/v2/crawl', { url, sitemap: 'skip', scrapeOptions })).toMatchObject(denied);
});
