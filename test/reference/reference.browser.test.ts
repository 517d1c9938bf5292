import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { smallTargets } from '../accessibility.js';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { Reader, type ReaderOptions } from './reader.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const launch = browserOptions();
const html = readFileSync(`${dist}reference/index.html`, 'utf8');

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const slow = { slower: 4 };
const SCRAPE = '/scrape/scrapepage';

const operations = operationsOf(readContract());

describe('the reference', () => {
  it('contains no path of this machine', () => {
    expect(html).not.toContain(fileURLToPath(new URL('../..', import.meta.url)));
    expect(html).not.toMatch(/file:\/\/\//);
  });

  it('shows a program of the SDK or the client and a curl command for each operation', () => {
    const articles = html.split('<article ');
    for (const { name } of operations) {
      const article = articles.find((text) => text.includes(`href="#try/${name}"`)) ?? '';
      expect(article, name).toContain('@trawl/');
      expect(article, name).toContain('>curl<');
    }
  });

  it('has no dead internal links, and no two places with one address', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    const places = new Set(ids);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target = '']) => target);
    const forms = new Set(operations.map(({ name }) => `try/${name}`));
    expect(links.length).toBeGreaterThan(operations.length);
    expect(links.filter((target) => !places.has(target) && !forms.has(target))).toEqual([]);
    expect(ids.length).toBe(places.size);
  });
});

describe.skipIf(!launch)('in a browser', { timeout: 60_000 }, () => {
  const PAGE = 'https://docs.example.com/quickstart';
  let browser: Browser;
  let service: LocalServer;

  beforeAll(async () => {
    service = await createLocalServer({ port: 0, browser: 'off', offline: true, quiet: true });
    browser = await chromium.launch(launch);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function reading(
    path: string,
    act: (reader: Reader) => Promise<void>,
    options: ReaderOptions = {},
    site = service.url,
  ): Promise<void> {
    const reader = await Reader.open(browser, site, path, options);
    const failure = await act(reader).then(
      () => undefined,
      (error: unknown) => error,
    );
    await reader.close();
    // What the page has done wrong tells more than what then could not be found on it.
    expect(reader.violations).toEqual([]);
    if (failure) throw failure;
  }

  describe('a reader who moves before the page has loaded keeps the place', () => {
    const INTRODUCTION = '/section/errors-and-retrying';

    /** Where something on the page is while it loads, and when all programs of the page have run. */
    async function placesOf(reader: Reader, id: string): Promise<number[]> {
      const before = await reader.top(id);
      await reader.page.waitForLoadState('load');
      await reader.page.evaluate('new Promise((done) => requestIdleCallback(done))');
      return [before, await reader.top(id)];
    }

    it.each(['wheel', 'keys', 'touch'])('with %s', (kind) =>
      reading(
        '/reference/',
        async (reader) => {
          const { page } = reader;
          await page.locator(`[id="${INTRODUCTION}"]`).waitFor();
          if (kind === 'wheel') await page.mouse.wheel(0, 900);
          if (kind === 'keys') for (let at = 0; at < 3; at++) await page.keyboard.press('PageDown');
          if (kind === 'touch') {
            const session = await page.context().newCDPSession(page);
            await session.send('Input.synthesizeScrollGesture', { x: 200, y: 600, yDistance: -500, speed: 4000 });
          }
          await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300);
          // A gesture is over some frames after it was sent.
          await page.evaluate(
            'new Promise((done) => { let last; const look = () => { if (last === scrollY) return done(); last = scrollY; setTimeout(look, 150); }; look(); })',
          );
          const [before = 0, after = 1] = await placesOf(reader, INTRODUCTION);
          expect(after).toBe(before);
        },
        { ...slow, ...(kind === 'touch' ? phone : {}) },
      ),
    );

    it('with an address that names a call, and with the old address of the page', () =>
      reading(
        `/reference#${SCRAPE}`,
        async (reader) => {
          await reader.page.locator(`[id="${SCRAPE}"] h2`).waitFor();
          await reader.page.waitForLoadState('load');
          const [before = 0, after = 1] = await placesOf(reader, SCRAPE);
          expect(before).toBeGreaterThan(0);
          expect(before).toBeLessThan(120);
          expect(after).toBe(before);
          expect(reader.page.url()).toBe(`${service.url}/reference/#${SCRAPE}`);
        },
        slow,
      ));

    it('with the search of the browser', () =>
      reading(
        '/reference/',
        async (reader) => {
          const { page } = reader;
          await page.locator('[id="/section/values-at-a-glance/riskScoreThreshold"]').waitFor();
          expect(await page.evaluate("find('riskScoreThreshold')")).toBe(true);
          const article = '/section/values-at-a-glance';
          const [before = 0, after = 1] = await placesOf(reader, article);
          expect(after).toBe(before);
        },
        slow,
      ));
  });

  it('shows a menu on a phone before any program runs, in the order of the page', () =>
    reading(
      '/reference/',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Menu' }).tap();
        const menu = page.getByRole('navigation', { name: 'Calls' });
        expect(await menu.getByText('Batch scrape', { exact: true }).isVisible()).toBe(true);
        const targets = [...html.matchAll(/<li><a href="#(\/[^"]*)">/g)].map(([, id = '']) => id);
        const articles = [...html.matchAll(/<article id="([^"]+)"/g)].map(([, id = '']) => id);
        expect(targets.filter((id) => articles.includes(id))).toEqual(articles);
      },
      { ...phone, javaScriptEnabled: false },
    ));

  // What a reader types, and what has to be among the first three.
  it.each([
    ['scrape', 'Scrape one URL'],
    ['search', 'Search the web'],
    ['crawl a site', 'Start a crawl'],
    ['429', '429'],
    ['rate limit', 'Rate limits'],
    ['SCRAPE_TIMEOUT', 'SCRAPE_TIMEOUT'],
    ['webhook signature', 'Webhooks'],
    ['how do I get json', 'json'],
    ['tbs', 'tbs'],
    ['api key', 'Authentication'],
    ['includeDomains', 'includeDomains'],
    ['retries', 'Retries and deadlines'],
    ['batch', 'Start a batch scrape'],
    ['docker', 'In Docker'],
    ['health', 'Check its health'],
    ['virtual clock', 'Move the clock'],
    ['upload pdf', 'Upload a file first'],
    ['403 private network', 'is not a public address. Private networks are not fetched'],
    ['404 page in crawl', 'Pages of status 404, and pages that fail'],
    ['scrape a page behind a login', 'Log in with a profile'],
    ['exclude paths', 'excludePaths'],
    ['increase timeout', 'More time for a slow page'],
    ['save results to file', 'Save the results to files'],
    ['send cookies', 'Cookies, headers and the user agent'],
    ['get notified when a page changes', 'Monitors'],
    ['crawl returns nothing', 'When a crawl finds nothing'],
    ['timeout', 'Timeouts: how long a call takes at most'],
    ['country location', 'Location: country, languages and time zone'],
    ['load more button', 'A “load more” button'],
  ])('finds for %j: %s', (query, name) => expect.poll(async () => (await found(query)).slice(0, 3)).toContain(name));

  let searcher: Promise<Reader> | undefined;

  /** The names that the search finds, best first. One page for all questions. */
  async function found(query: string): Promise<string[]> {
    searcher ??= Reader.open(browser, service.url, '/docs/').then(async (reader) => {
      await reader.page.waitForLoadState('load');
      return reader;
    });
    const reader = await searcher;
    await reader.search(query);
    return reader.page.locator('#search-results .name').allTextContents();
  }

  it('shows in the menu the guide that is open, and leaves the page where it is', () =>
    reading('/docs/glossary.html', async ({ page }) => {
      await page.waitForLoadState('load');
      const box = await page.locator('#menu [aria-current]').boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect(box?.y).toBeLessThan(860);
      expect(await page.evaluate('scrollY')).toBe(0);
    }));

  it('marks in the menu of the reference the section that is read, and shows its link', () =>
    reading(`/reference/#${SCRAPE}`, async ({ page }) => {
      const current = page.locator('#menu [aria-current="location"]');
      await expect.poll(() => current.getAttribute('href')).toBe(`#${SCRAPE}`);
      const next = await page
        .locator(`[id="${SCRAPE}"]`)
        .evaluate((article) => ({ height: article.clientHeight, id: article.nextElementSibling?.id }));
      await page.mouse.move(800, 400);
      await page.mouse.wheel(0, next.height + 40);
      await expect.poll(() => current.getAttribute('href')).toBe(`#${next.id}`);
      expect(await current.count()).toBe(1);
      const box = await current.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect(box?.y).toBeLessThan(900);
      const last = /<article id="([^"]+)"(?![\s\S]*<article )/.exec(html)?.[1];
      await page.goto(`${service.url}/reference/#${last}`);
      await expect.poll(() => current.getAttribute('href')).toBe(`#${last}`);
      expect((await current.boundingBox())?.y).toBeLessThan(900);
    }));

  it('says where to look when nothing is found', async () => {
    await found('xyzzyq');
    const { page, violations } = await (searcher as Promise<Reader>);
    const status = page.locator('#search-status');
    await expect.poll(() => status.textContent()).toContain('Nothing has “xyzzyq”');
    expect(await status.getByRole('link').allTextContents()).toContain('errors by message');
    expect(violations).toEqual([]);
  });

  it('opens what was found from a guide and from a file, with the keyboard alone', async () => {
    const open = async ({ page }: Reader) => {
      await page.waitForLoadState('load');
      await page.keyboard.press('/');
      await page.keyboard.type('riskScoreThreshold');
      await page.locator('#search-results a').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/reference\/(index\.html)?#.*\/riskScoreThreshold$/);
      expect(await page.locator('tr:target').isVisible()).toBe(true);
    };
    await reading('/docs/jobs.html', open);
    await reading('reference/index.html', open, {}, pathToFileURL(dist).href);
  });

  it('copies code', () =>
    reading(
      `/reference/#${SCRAPE}`,
      async ({ page }) => {
        const block = page.locator(`[id="${SCRAPE}"] .code`, { hasText: 'curl' }).first();
        await block.hover();
        await block.getByRole('button', { name: 'Copy' }).click();
        await block.getByRole('button', { name: 'Copied' }).waitFor();
        const copied = await page.evaluate('navigator.clipboard.readText()');
        expect(copied).toContain(`curl "${service.url}/v2/scrape"`);
        expect(copied).not.toContain('Authorization');
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  it('keeps the choice between dark and light', () =>
    reading('/docs/', async ({ page }) => {
      const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await paper();
      await page.getByRole('button', { name: 'Dark or light' }).click();
      await expect.poll(paper).not.toBe(light);
      const dark = await paper();
      await page.goto(`${service.url}/reference/`);
      expect(await paper()).toBe(dark);
    }));

  describe('the form of a call', () => {
    it('works at the first click, with a page that this service serves', () =>
      reading(`/reference/#try/scrapePage`, async (reader) => {
        const dialog = reader.page.getByRole('dialog', { name: 'Try it' });
        await dialog.getByRole('button', { name: 'Send' }).click();
        const answer = dialog.locator('.answer');
        await answer.getByText('# Getting started').waitFor();
        expect(await answer.locator('.good').textContent()).toMatch(/^200 \w*, after \d+ ms$/);
        const programs = await dialog.locator('.programs').textContent();
        expect(programs).toContain(`curl "${service.url}/v2/scrape"`);
        expect(programs).toContain(`new Trawl({ baseUrl: '${service.url}' })`);
        expect(programs).toContain(`trawl.scrape('${service.url}/docs/getting-started.html'`);
        await reader.keepArticles(SCRAPE);
        for (const colorScheme of ['light', 'dark'] as const) {
          await reader.page.emulateMedia({ colorScheme });
          expect(await reader.accessibilityViolations('.try-dialog'), colorScheme).toEqual([]);
        }
        expect(reader.page.url()).toBe(`${service.url}/reference/#${SCRAPE}`);
      }));

    it('checks a body, and shows in red an answer of status 200 that says success: false', () =>
      reading(`/reference/#${SCRAPE}`, async ({ page }) => {
        await service.faults.add({
          match: { operation: 'scrapePage' },
          times: 1,
          status: 200,
          body: { success: false, error: 'The name does not resolve.' },
        });
        await page.locator('a[href="#try/scrapePage"]').press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Try it' });
        const body = dialog.getByLabel('Body (JSON)');
        await body.fill(JSON.stringify({ url: PAGE, waitFor: -1 }));
        await dialog.getByRole('button', { name: 'Send' }).press('Enter');
        expect(await dialog.getByRole('alert').textContent()).toMatch(/^body\.waitFor: .*0/);
        await body.fill(JSON.stringify({ url: PAGE }));
        await dialog.getByRole('button', { name: 'Send' }).press('Enter');
        await dialog.locator('.answer .bad').waitFor();
        expect(await dialog.locator('.answer .bad').textContent()).toContain('success is false');
        await page.keyboard.press('Escape');
        expect(await dialog.count()).toBe(0);
      }));

    it('is that of the last link, and says which call does not exist', () =>
      reading(`/reference/#try/nonsense`, async ({ page }) => {
        const dialog = page.getByRole('dialog', { name: 'Try it' });
        await dialog.getByText('The API has no operation nonsense.').waitFor();
        await page.keyboard.press('Escape');
        await page.goto(`${service.url}/reference/#try/startCrawl`);
        await dialog.getByText('POST /v2/crawl', { exact: true }).waitFor();
        expect(await dialog.count()).toBe(1);
      }));

    it('is not offered for a call that this service lacks', () =>
      reading('/reference/', async ({ page }) => {
        const capabilities = await (await service.fetch(`${service.url}/_local/capabilities`)).json();
        const lacked = operations.find(({ name }) => !capabilities.data.operations[name])?.name ?? '';
        await page.waitForLoadState('load');
        const article = page.locator(`article[id$="/${lacked.toLowerCase()}"]`);
        await article.getByText('This service does not offer this call.').waitFor();
        expect(await page.locator(`a[href="#try/${lacked}"]`).count()).toBe(0);
        expect(await page.locator('a[href="#try/scrapePage"]').count()).toBe(1);
        await page.goto(`${service.url}/reference/#try/${lacked}`);
        const dialog = page.getByRole('dialog', { name: 'Try it' });
        await dialog.getByText('This service does not offer this call.').waitFor();
        expect(await dialog.getByRole('button', { name: 'Send' }).count()).toBe(0);
      }));

    it('says how to get a server in a copy that sends nothing', () =>
      reading(
        'reference/index.html#try/scrapePage',
        async ({ page }) => {
          await page.getByRole('dialog', { name: 'Try it' }).getByText('npm start').waitFor();
        },
        {},
        pathToFileURL(dist).href,
      ));
  });

  it('shows a call in Redoc, and leads back', () =>
    reading(`/reference/redoc.html#${SCRAPE}`, async (reader) => {
      const { page } = reader;
      await page.locator(`[data-section-id="${SCRAPE}"] h2`).first().waitFor();
      expect(await page.locator('#bar').getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe(
        'index.html',
      );
      const types = page.locator('#redoc .schema-property-item em');
      expect((await types.allTextContents()).filter((text) => /\bany\b/.test(text))).toEqual([]);
      expect(await reader.accessibilityViolations()).toEqual([]);
    }));

  it.each(['light', 'dark'] as const)('shows a call in Redoc on a phone, accessible when it is %s', (colorScheme) =>
    reading(
      `/reference/redoc.html#${SCRAPE}`,
      async (reader) => {
        await reader.page.locator(`[data-section-id="${SCRAPE}"] h2`).first().waitFor();
        expect(await reader.accessibilityViolations()).toEqual([]);
      },
      { colorScheme, ...phone },
    ),
  );

  it.each(['light', 'dark'] as const)('is accessible before Redoc has started when it is %s', (colorScheme) =>
    reading(
      '/reference/redoc.html',
      async (reader) => {
        const { page } = reader;
        await page.waitForLoadState('load');
        expect(await page.getByText('Redoc starts.').isVisible()).toBe(true);
        expect(await reader.accessibilityViolations()).toEqual([]);
        const isLight =
          (await page.evaluate('getComputedStyle(document.body).backgroundColor')) === 'rgb(255, 255, 255)';
        expect(isLight).toBe(colorScheme === 'light');
      },
      // Its policy refuses programs that were changed.
      {
        colorScheme,
        bypassCSP: true,
        change: (html) => html.replace('hydrate(__redoc_definition', 'void (__redoc_definition'),
      },
    ),
  );

  it.each(['light', 'dark'] as const)('is accessible in a wide window and on a phone when it is %s', (colorScheme) =>
    reading(
      '/reference/',
      async (reader) => {
        const { page } = reader;
        await page.waitForLoadState('load');
        await reader.keepArticles('/section/values-at-a-glance', SCRAPE);
        expect(await reader.accessibilityViolations('#bar', '#menu', 'article')).toEqual([]);
        await reader.search('includeDomains');
        await page.locator('#search-results a').first().waitFor();
        expect(await reader.accessibilityViolations('#search')).toEqual([]);
        await page.locator('#search-input').fill('xyzzyq');
        await page.locator('#search-status a').first().waitFor();
        expect(await reader.accessibilityViolations('#search')).toEqual([]);
        await page.keyboard.press('Escape');
        await page.setViewportSize(phone.viewport);
        for (const path of ['/docs/', '/docs/error-messages.html', '/docs/getting-started.html']) {
          await page.goto(service.url + path);
          expect(await reader.accessibilityViolations(), path).toEqual([]);
        }
        await page.getByRole('button', { name: 'Menu' }).click();
        expect(await reader.accessibilityViolations('#menu')).toEqual([]);
        expect(await smallTargets(page, '#bar', '#menu')).toEqual([]);
      },
      { colorScheme },
    ),
  );

  it('shows a page that is accessible for a guide that does not exist', () =>
    reading('/docs/', async (reader) => {
      const response = await reader.page.goto(`${service.url}/docs/nope.html`);
      expect(response?.status()).toBe(404);
      expect(await reader.accessibilityViolations()).toEqual([]);
      // The browser reports the status as an error.
      reader.violations.splice(0);
    }));

  it('prints everything', () =>
    reading('/reference/', async ({ page }) => {
      await page.waitForLoadState('load');
      await page.emulateMedia({ media: 'print' });
      for (const section of ['/search/searchweb', '/schema/ScrapeOptions'])
        expect(await page.locator(`[id="${section}"] h2`).isVisible(), section).toBe(true);
      expect(await page.locator('#bar').isVisible()).toBe(false);
    }));
});
