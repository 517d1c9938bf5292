import { expect, test } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const browser = browserOfMachine();

test('a busy site is asked again after the time that it states', async () => {
  let visits = 0;
  const { url } = await site({
    '/': (_, response) => {
      visits += 1;
      if (visits === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>It leaves at 9:15.</p>');
    },
  });
  const server = await startServer({ allowPrivateNetworks: true, fetchRetries: 1 });
  const { body } = await call(server, 'POST /v2/scrape', { body: { url } });
  expect(body).toMatchObject({ data: { markdown: 'It leaves at 9:15.', metadata: { statusCode: 200 } } });
});

test('sites learn the name of the service and whom to ask', async () => {
  const { url } = await site({
    '/': (request, response) => response.end(`<p>${request.headers['user-agent']}</p>`),
  });
  const server = await startServer({
    allowPrivateNetworks: true,
    userAgent: 'ExampleBot/1.0',
    contact: 'https://example.com/bot',
  });
  const { body } = await call(server, 'POST /v2/scrape', { body: { url } });
  expect((body as { data: { markdown: string } }).data.markdown).toContain('ExampleBot/1.0 (+https://example.com/bot)');
});

test('requests of all callers to a host are spaced', async () => {
  const times: number[] = [];
  const answer = (_: unknown, response: { end(text: string): void }) => {
    times.push(performance.now());
    response.end('<p>A page.</p>');
  };
  const { url } = await site({ '/a': answer, '/b': answer });
  const server = await startServer({ allowPrivateNetworks: true, hostRate: 4 });
  await Promise.all(['a', 'b'].map((path) => call(server, 'POST /v2/scrape', { body: { url: `${url}/${path}` } })));
  const [first = 0, second = 0] = times;
  expect(second - first).toBeGreaterThan(200);
});

test('denied sites are read by nobody, and an allow list leaves out all others', async () => {
  const { url, visits } = await site({ '/': linksTo() });
  const refusal = { status: 403, body: { error: expect.stringContaining('its operator') } };
  for (const options of [{ deniedSites: ['127.0.0.1'] }, { allowedSites: ['example.com'] }]) {
    const server = await startServer({ allowPrivateNetworks: true, ...options });
    expect(await call(server, 'POST /v2/scrape', { body: { url } })).toMatchObject(refusal);
  }
  expect(visits).toEqual([]);
  const server = await startServer({ allowPrivateNetworks: true, allowedSites: ['127.0.0.1'] });
  expect(await call(server, 'POST /v2/scrape', { body: { url } })).toMatchObject({ status: 200 });
});

test.skipIf(!browser)('the browser loads nothing from a denied site', async () => {
  const picture = await site({ '/denied.js': 'document.title = "denied"' });
  const script = picture.url.replace('127.0.0.1', 'localhost');
  const { url } = await site({
    '/': `<title>Ferry</title><script src="${script}/denied.js"></script><p>It leaves at 9:15.</p>`,
  });
  const server = await startServer({ allowPrivateNetworks: true, deniedSites: ['localhost'], browser: undefined });
  const { body } = await call(server, 'POST /v2/scrape', { body: { url, waitFor: 1 } });
  expect(body).toMatchObject({ data: { metadata: { title: 'Ferry' } } });
  expect(picture.visits).toEqual([]);
  const denied = await call(server, 'POST /v2/scrape', { body: { url: `${script}/`, waitFor: 1 } });
  expect(denied).toMatchObject({ status: 403, body: { error: expect.stringContaining('its operator') } });
});

test.each([
  ['always', false, ['/', '/robots.txt', '/open']],
  ['callers', true, ['/', '/closed', '/open']],
  ['never', false, ['/', '/closed', '/open']],
] as const)('with robots %s and ignoreRobotsTxt %j, a crawl visits %j', async (robots, ignoreRobotsTxt, pages) => {
  const { url, visits } = await site({
    '/': linksTo('/open', '/closed'),
    '/open': linksTo(),
    '/closed': linksTo(),
    '/robots.txt': 'User-agent: *\nDisallow: /closed',
  });
  const server = await startServer({ allowPrivateNetworks: true, robots });
  const { body } = await call(server, 'POST /v2/crawl', { body: { url, ignoreRobotsTxt, sitemap: 'skip' } });
  const { id } = body as { id: string };
  await eventually(async () => (await call(server, `GET /v2/crawl/${id}`)).body).toMatchObject({ status: 'completed' });
  expect([...new Set(visits)].sort()).toEqual([...pages].sort());
});

test('a caller who may not ignore robots.txt is told so', async () => {
  const server = await startServer({ robots: 'always' });
  const body = { url: 'https://example.com', ignoreRobotsTxt: true };
  expect(await call(server, 'POST /v2/crawl', { body })).toMatchObject({
    status: 403,
    body: { error: 'This server heeds robots.txt in all crawls. Leave out `ignoreRobotsTxt`.' },
  });
});
