import { expect, test } from 'vitest';
import { type Page, site } from '../../test/crawl/site.js';
import { createFetch } from '../web/fetch.js';
import { createRobots } from './robots.js';

async function rulesOf(text: Page, userAgent = 'TrawlLocal') {
  const { url, visits } = await site({ '/robots.txt': text });
  const { fetch } = createFetch({ userAgent, allowPrivateNetworks: true });
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
  expect(rules.denialReason(`${url}/${'a'.repeat(2000)}`)).toContain('too many to look for in so long a URL');
  expect(performance.now() - before).toBeLessThan(1000);
  expect(rules.denialReason(`${url}/short`)).toBeUndefined();
});
