import { expect, test } from 'vitest';
import { type Page, redirectTo, site } from '../../../local/test/crawl/site.js';
import { Fetcher } from '../fetch.js';
import { createRobots } from './robots.js';

async function rulesOf(text: Page, userAgent = 'TrawlLocal') {
  const { url, visits } = await site({ '/robots.txt': text });
  const { fetch } = new Fetcher({ userAgent, allowPrivateNetworks: true });
  const robots = createRobots({ fetch, userAgent });
  const rules = await robots.of(new URL(url), new AbortController().signal);
  await robots.of(new URL('/again', url), new AbortController().signal);
  return { url, rules, visits };
}

test('is read once for each site', async () => {
  const { url, rules, visits } = await rulesOf('User-agent: *\nDisallow: /a\nCrawl-delay: 2\nSitemap: /map.xml');
  expect(rules.denialReason(`${url}/a/b`)).toBe(`${url}/robots.txt does not allow it`);
  expect(rules.denialReason(`${url}/b`)).toBeUndefined();
  expect(rules).toMatchObject({ crawlDelayMs: 2000, sitemaps: [`${url}/map.xml`] });
  expect(visits).toEqual(['/robots.txt']);
});

test('allows everything when it is missing', async () => {
  const { url, rules } = await rulesOf((_, response) => response.writeHead(404).end('User-agent: *\nDisallow: /'));
  expect(rules).toMatchObject({ crawlDelayMs: 0, sitemaps: [] });
  expect(rules.denialReason(`${url}/`)).toBeUndefined();
});

test('delays a crawl by no more than a minute', async () => {
  expect((await rulesOf('User-agent: *\nCrawl-delay: 1000000')).rules.crawlDelayMs).toBe(60_000);
});

test('is read up to its limit, however long it is', async () => {
  const { url, rules } = await rulesOf((_, response) => {
    response.write('User-agent: *\nDisallow: /a\n');
    const more = () => {
      if (!response.destroyed && response.write('# and so on\n'.repeat(5000))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  expect(rules.denialReason(`${url}/a`)).toBeDefined();
});

test('cannot keep this server busy with wildcards', async () => {
  const rule = `Disallow: /*${'a*'.repeat(1000)}b\n`;
  const { url, rules } = await rulesOf(`User-agent: *\n${rule.repeat(240)}`);
  const before = performance.now();
  expect(rules.denialReason(`${url}/${'a'.repeat(2000)}`)).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(1000);
});

test.each<[string, Page]>([
  ['is cut off', (_, response) => response.destroy()],
  ['redirects for ever', redirectTo('/robots.txt')],
  ['does not come', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')],
])('forbids everything when it %s', async (_, page) => {
  const { url, rules } = await rulesOf(page);
  expect(rules.denialReason(`${url}/`)).toContain('could not be read, so it is not known what may be visited');
});

test('counts as far as it has arrived', async () => {
  const { url, rules } = await rulesOf((_, response) => {
    response.write('User-agent: *\nDisallow: /private\n', () => response.destroy());
  });
  expect(rules.denialReason(`${url}/private`)).toBeDefined();
  expect(rules.denialReason(`${url}/`)).toBeUndefined();
});

test('is no file of a host that does not exist, whose pages say so themselves', async () => {
  const { fetch } = new Fetcher({ userAgent: 'TrawlLocal', allowPrivateNetworks: true });
  const robots = createRobots({ fetch, userAgent: 'TrawlLocal' });
  const rules = await robots.of(new URL('http://nowhere.invalid/'), new AbortController().signal);
  expect(rules.denialReason('http://nowhere.invalid/')).toBeUndefined();
});

test('may be UTF-16 where it says so', async () => {
  const text = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('User-agent: *\nDisallow: /a\n', 'utf16le')]);
  const { url, rules } = await rulesOf((_, response) => response.end(text));
  expect(rules.denialReason(`${url}/a`)).toBeDefined();
});
