import { describe, expect, test } from 'vitest';
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

test('a page that the policy of addresses forbids is denied with the same message everywhere', async () => {
  const { url } = await site({ '/': 'Welcome' });
  const server = await startServer({ allowPrivateNetworks: false });
  const single = await call(server, 'POST /v2/scrape', { body: { url } });
  expect(single).toMatchObject({ status: 403, body: { error: expect.any(String) } });

  const denied = { errors: [{ code: 'CRAWL_DENIAL', error: (single.body as { error: string }).error }] };
  expect(await errorsOf(server, '/v2/batch/scrape', { urls: [url] })).toMatchObject(denied);
  expect(await errorsOf(server, '/v2/crawl', { url, sitemap: 'skip' })).toMatchObject(denied);
});

describe('a URL that threat protection blocks', () => {
  const threatProtection = { blacklist: ['blocked.example'] };
  const url = 'https://blocked.example/a';
  const refused = {
    status: 403,
    body: {
      success: false,
      code: 'unsafe_domain_blocked',
      error: 'Threat protection keeps blocked.example from being visited: it is on the blacklist (blocked.example).',
    },
  };

  test.each([
    ['scrape', { url, threatProtection }],
    ['crawl', { url, scrapeOptions: { threatProtection } }],
    ['map', { url, threatProtection }],
    ['batch/scrape', { urls: [url], threatProtection }],
    ['batch/scrape', { urls: [url, 'http://127.0.0.1/'], ignoreInvalidURLs: false, threatProtection }],
    ['extract', { urls: ['http://127.0.0.1/', url], prompt: 'a', threatProtection }],
    ['agent', { urls: [url], prompt: 'a', threatProtection }],
  ])('is refused at once: %s', async (path, body) => {
    const server = await startServer({ modelUrl: 'http://127.0.0.1:1/v1', modelName: 'none' });
    expect(await call(server, `POST /v2/${path}`, { body })).toMatchObject(refused);
  });

  test('is not fetched for a map whose site names it as a sitemap', async () => {
    const pages: Record<string, string> = { '/': 'Welcome' };
    const { url: start, visits } = await site(pages);
    pages['/robots.txt'] = `Sitemap: ${start.replace('127.0.0.1', 'localhost')}/named.xml`;
    const server = await startServer({ allowPrivateNetworks: true });
    const body = { url: start, threatProtection: { blacklist: ['localhost'] } };
    expect(await call(server, 'POST /v2/map', { body })).toMatchObject({ status: 200 });
    expect(visits).toEqual(expect.arrayContaining(['/', '/sitemap.xml']));
    expect(visits).not.toContain('/named.xml');
  });

  test('is not fetched for a crawl that finds it, not even its robots.txt', async () => {
    const pages: Record<string, string> = {};
    const { url: start, visits } = await site(pages);
    const blocked = start.replace('127.0.0.1', 'localhost');
    pages['/'] = `<a href="${blocked}/page">Blocked</a>`;
    pages['/robots.txt'] = `Sitemap: ${blocked}/named.xml`;
    const server = await startServer({ allowPrivateNetworks: true });
    const scrapeOptions = { threatProtection: { blacklist: ['localhost'] } };
    const errors = await errorsOf(server, '/v2/crawl', { url: start, allowExternalLinks: true, scrapeOptions });
    expect(errors).toMatchObject({ errors: [{ url: `${blocked}/page`, code: 'unsafe_domain_blocked' }] });
    expect(visits.sort()).toEqual(['/', '/robots.txt', '/sitemap.xml']);
  });

  test('is left out of a batch, which lists it, and is an error of a crawl that finds it', async () => {
    const { url: start } = await site({ '/': `<a href="${url}">Blocked</a>` });
    const server = await startServer({ allowPrivateNetworks: true });
    const { body } = await call(server, 'POST /v2/batch/scrape', {
      body: { urls: [url, `${start}/`], threatProtection },
    });
    expect(body).toMatchObject({ success: true, invalidURLs: [url] });
    const { id } = body as { id: string };
    await eventually(async () => (await call(server, `GET /v2/batch/scrape/${id}`)).body).toMatchObject({
      status: 'completed',
      total: 1,
      completed: 1,
    });
    const options = { url: start, sitemap: 'skip', allowExternalLinks: true, ignoreRobotsTxt: true };
    expect(await errorsOf(server, '/v2/crawl', { ...options, scrapeOptions: { threatProtection } })).toMatchObject({
      errors: [{ url, code: 'unsafe_domain_blocked' }],
    });
  });
});

/** The state of a job that has ended. */
async function stateOf(server: Parameters<typeof call>[0], start: string, body: object): Promise<unknown> {
  const { body: started } = await call(server, `POST ${start}`, { body });
  const path = `GET ${start}/${(started as { id: string }).id}`;
  await eventually(async () => (await call(server, path)).body).toMatchObject({ status: 'completed' });
  return (await call(server, path)).body;
}

test('a job that could bring nothing says why, in its state and in the log', async () => {
  const logged: string[] = [];
  const server = await startServer({ allowPrivateNetworks: false, log: (line) => logged.push(line) });
  const crawl = async (url: string, options: object = {}) => {
    const { warning } = (await stateOf(server, '/v2/crawl', { url, ...options })) as { warning?: string };
    return warning;
  };
  expect(await crawl('http://nowhere.invalid/?key=secret')).toMatch(
    /^The crawl has brought nothing: http:\/\/nowhere\.invalid\/\?key=secret: The host name .*does not resolve/,
  );
  expect(logged).toContainEqual(
    expect.stringMatching(/^crawl [\da-f-]+: The crawl has brought nothing: http:\/\/nowhere\.invalid\/\?…: The host/),
  );
  expect(await crawl('http://10.0.0.1/')).toMatch(
    /^The crawl has brought nothing: http:\/\/10\.0\.0\.1\/: 10\.0\.0\.1 /,
  );
  const urls = ['http://nowhere.invalid/a', 'http://nowhere.invalid/b'];
  expect(await stateOf(server, '/v2/batch/scrape', { urls })).toMatchObject({
    warning: expect.stringMatching(/^The batch has brought nothing: all 2 pages failed, the first of them, http:/),
  });
  expect(await crawl('http://nowhere.invalid/', { limit: 0 })).toBeUndefined();
  expect(await crawl('http://nowhere.invalid/', { sitemap: 'only' })).toMatch(/does not resolve/);

  logged.length = 0;
  await crawl('http://hidden.invalid/', { zeroDataRetention: true });
  expect(logged.join()).toContain('has brought nothing');
  expect(logged.join()).not.toContain('hidden');
});

test('a crawl that robots.txt limits says so', async () => {
  const robots = { '/robots.txt': 'User-agent: *\nDisallow: /b' };
  const pages = await site({ ...robots, '/': '<a href="/a">A</a> <a href="/b">B</a>', '/a': 'A', '/b': 'B' });
  const server = await startServer({ allowPrivateNetworks: true });
  const options = { sitemap: 'skip' };
  expect(await stateOf(server, '/v2/crawl', { url: `${pages.url}/`, ...options })).toMatchObject({
    completed: 2,
    warning: 'Robots.txt disallows one page. The errors of the job list them.',
  });
  expect(await stateOf(server, '/v2/crawl', { url: `${pages.url}/b`, ...options })).toMatchObject({
    completed: 0,
    warning: expect.stringContaining(`The start page is not crawled: ${pages.url}/robots.txt does not allow it.`),
  });
  expect(await stateOf(server, '/v2/crawl', { url: `${pages.url}/a`, ...options })).not.toHaveProperty('warning');
});
