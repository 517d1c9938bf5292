import { expect, test } from 'vitest';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

interface Answer {
  readonly id: string;
  readonly status: string;
  readonly data: { readonly metadata: { readonly sourceURL: string } }[];
  readonly links: { readonly url: string }[];
}

test('a page is read by a URL without a scheme and with space around it', async () => {
  const { url } = await site({ '/': linksTo('/a'), '/a': linksTo() });
  const server = await startServer({ allowPrivateNetworks: true });
  const asked = ` ${url.slice('http://'.length)}/\n`;
  const post = async (path: string, body: object) => (await call(server, `POST ${path}`, { body })).body as Answer;

  expect(await post('/v2/scrape', { url: asked })).toMatchObject({ data: { metadata: { sourceURL: `${url}/` } } });
  const { links } = await post('/v2/map', { url: asked });
  expect(links.map((link) => link.url).sort()).toEqual([`${url}/`, `${url}/a`]);

  const preview = await post('/v2/crawl/params-preview', { url: asked, prompt: 'all' });
  expect(preview).toMatchObject({ data: { url: `${url}/` } });

  for (const [path, body, pages] of [
    ['/v2/crawl', { url: asked }, [`${url}/`, `${url}/a`]],
    ['/v2/batch/scrape', { urls: [asked] }, [`${url}/`]],
  ] as const) {
    const { id } = await post(path, body);
    const job = async () => (await call(server, `GET ${path}/${id}`)).body as Answer;
    await eventually(async () => (await job()).status).toBe('completed');
    expect((await job()).data.map(({ metadata }) => metadata.sourceURL).sort()).toEqual(pages);
  }
});
