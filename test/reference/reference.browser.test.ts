import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { type Browser, chromium, type Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { smallTargets } from '../accessibility.js';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { Reader, type ReaderOptions } from './reader.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const launch = browserOptions();

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 800 };
const SCRAPE = '/reference/scrape/scrape-one-url';
const SEARCH = '/reference/search/search-the-web';

const operations = operationsOf(readContract());

/** What is too wide for the window, and the names in tables that are broken at a hyphen. */
function brokenLayout(): string[] {
  const names = [...document.querySelectorAll('td .whole, td:first-child code')];
  const broken = names.filter((name) => !/\s/.test(name.textContent) && name.getClientRects().length > 1);
  const isTooWide = document.documentElement.scrollWidth > innerWidth;
  return [...(isTooWide ? ['The page is too wide.'] : []), ...broken.map(({ textContent }) => textContent)];
}

describe.skipIf(!launch)('in a browser', { timeout: 60_000 }, () => {
  let browser: Browser;
  let service: LocalServer;
  /** One for all tests that need nothing special. */
  let reader: Reader;

  beforeAll(async () => {
    service = await createLocalServer({ port: 0, browser: 'off', offline: true, quiet: true });
    browser = await chromium.launch(launch);
    reader = await Reader.open(browser, service.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  });

  afterEach(async () => {
    expect(reader.violations.splice(0)).toEqual([]);
    await reader.page.setViewportSize(wide);
    await reader.page.emulateMedia({ media: null, colorScheme: null });
  });

  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Reads with a browser that is set up otherwise. */
  async function reading(
    options: ReaderOptions,
    act: (reader: Reader) => Promise<void>,
    site = service.url,
  ): Promise<void> {
    const own = await Reader.open(browser, site, options);
    try {
      await act(own);
    } finally {
      await own.close();
      expect(own.violations).toEqual([]);
    }
  }

  const isInSight = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom > 0 && top < innerHeight;
    });

  it('shows every call with its program and its answer, in a wide window and on a phone', async () => {
    const { page } = reader;
    await reader.visit('/reference/');
    const links = await page
      .locator('main li[id] > a:has(+ code)')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(links).toHaveLength(operations.length);
    for (const link of links) {
      await page.goto(link, { waitUntil: 'domcontentloaded' });
      const seen = await page.evaluate(() => ({
        shown: [...document.querySelectorAll('.examples pre')].filter((pre) => pre.checkVisibility()).length,
        current: document.querySelectorAll('#site-menu [aria-current="page"]').length,
        isTooWide: document.documentElement.scrollWidth > innerWidth,
      }));
      expect(seen, link).toEqual({ shown: expect.any(Number), current: 1, isTooWide: false });
      expect(seen.shown, link).toBeGreaterThan(1);
      await page.setViewportSize(phone);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${link} on a phone`).toBe(
        false,
      );
      await page.setViewportSize(wide);
    }
  });

  it('leads from an address of the page that was one page to the new place', async () => {
    for (const [old, path] of [
      ['/search/searchweb', '/search/search-the-web.html'],
      ['/schema/ScrapeOptions/maxAge', '/schemas/ScrapeOptions.html#maxAge'],
      ['/section/errors-and-retrying', '/errors-and-retrying.html'],
      ['/section/values-at-a-glance/riskScoreThreshold', '/values-at-a-glance.html#riskScoreThreshold'],
      ['operation/searchWeb', '/search/search-the-web.html'],
      ['/schema/SearchRequest/tbs', '/search/search-the-web.html#body.tbs'],
    ] as const) {
      const page = await reader.visit(`/reference#${old}`);
      await page.waitForURL(`${service.url}/reference${path}`);
      expect((await page.content()).length, path).toBeGreaterThan(2000);
    }
    await expect.poll(() => isInSight(reader.page.locator('[id="tbs"]'))).toBe(true);
  });

  it('opens what hides a field that the address names, also in a choice', async () => {
    const page = await reader.visit(`${SCRAPE}#formats.screenshot.viewport.width`);
    const field = page.locator('[id="formats.screenshot.viewport.width"]');
    await expect.poll(() => isInSight(field)).toBe(true);
    expect(await page.getByRole('radio', { name: 'screenshot', exact: true }).first().isChecked()).toBe(true);
    // Back and forward keep the place.
    await page.getByRole('link', { name: 'Get a finished scrape' }).first().click();
    await page.waitForURL('**/get-a-finished-scrape.html');
    await page.goBack();
    await expect.poll(() => isInSight(field)).toBe(true);
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.locator('.fields-section details:not([open])').count()).toBe(0);
  });

  it('shows the program of the language that was chosen on all pages, and the answer of a status', async () => {
    const page = await reader.visit(SCRAPE);
    await page.getByRole('radio', { name: 'Python' }).check();
    await page.getByText('import requests').waitFor();
    await reader.visit(SEARCH);
    expect(await page.getByText('import requests').isVisible()).toBe(true);
    expect(await page.getByText("from '@trawl/sdk'").isVisible()).toBe(false);
    await page.getByRole('radio', { name: '429' }).check();
    const answers = page.getByRole('region', { name: 'Answer' });
    expect(await answers.locator('pre:visible').first().textContent()).toBe('Retry-After: 60');
    await page.getByRole('radio', { name: 'SDK' }).check();
  });

  it('marks a field in the examples', async () => {
    const page = await reader.visit(SEARCH);
    await page.getByRole('radio', { name: 'curl' }).check();
    await page.locator('[id="limit"] .field-head').hover();
    await expect.poll(() => page.locator('.examples .marked').allTextContents()).toContain('"limit": 5');
    await page.locator('[id="answer.data"] > details > summary').first().click();
    await page.locator('[id="answer.data.web"] > .field-head').hover();
    const marked = page.locator('[data-shows="answer"] .marked');
    await expect.poll(() => marked.first().textContent()).toMatch(/^"web": \[/);
    await page.getByRole('radio', { name: 'SDK' }).check();
  });

  it('copies code as the service that serves it is called, and the page as Markdown', async () => {
    const page = await reader.visit(SCRAPE);
    const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
    await page.getByRole('radio', { name: 'curl' }).check();
    const block = page.locator('.examples .code:visible').first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied()).toContain(`curl "${service.url}/v2/scrape"`);
    expect(await copied()).not.toContain('Authorization');
    await page.getByRole('radio', { name: 'SDK' }).check();
    for (const path of [SCRAPE, '/docs/jobs.html']) {
      await reader.visit(path);
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await copied()).toMatch(/^# /);
    }
  });

  it('keeps the choice between dark and light, and prints everything without the bar', async () => {
    const page = await reader.visit('/docs/');
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.getByRole('button', { name: 'Dark or light' }).click();
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    await reader.visit('/reference/everything.html');
    expect(await paper()).toBe(dark);
    await page.getByRole('button', { name: 'Dark or light' }).click();
    await page.emulateMedia({ media: 'print' });
    for (const section of ['/search/searchweb', '/schema/ScrapeOptions'])
      expect(await page.locator(`[id="${section}"] h2`).isVisible(), section).toBe(true);
    expect(await page.locator('#site-bar').isVisible()).toBe(false);
  });

  it('shows in the menu the page that is open, and leaves the page where it is', async () => {
    for (const path of ['/docs/glossary.html', '/reference/schemas/Viewport.html']) {
      const page = await reader.visit(path);
      const box = await page.locator('#site-menu [aria-current]').boundingBox();
      expect(box?.y, path).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThan(900);
      expect(await page.evaluate('scrollY'), path).toBe(0);
      const menu = page.locator('#site-menu');
      expect(await menu.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBe(0);
    }
  });

  it('works without programs: menu, languages, statuses, choices and hidden fields', () =>
    reading({ viewport: phone, hasTouch: true, javaScriptEnabled: false }, async (own) => {
      const page = await own.visit(`${SCRAPE}#formats.screenshot.viewport.width`);
      expect(await isInSight(page.locator('[id="formats.screenshot.viewport.width"]'))).toBe(true);
      await page.getByRole('radio', { name: 'curl' }).check();
      expect(await page.getByText('curl "http').isVisible()).toBe(true);
      await page.getByRole('radio', { name: '402' }).check();
      expect(await page.locator('[id="status-402"]').isVisible()).toBe(true);
      expect(await page.locator('[id="status-200"]').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      const menu = page.getByRole('navigation', { name: 'API reference' });
      await menu.getByText('Crawl', { exact: true }).tap();
      await menu.getByRole('link', { name: 'Start a crawl' }).tap();
      await page.waitForURL('**/crawl/start-a-crawl.html');
      // An old address leads to the entry of its call.
      await own.visit('/reference/#/search/searchweb');
      const entry = page.locator('[id="/search/searchweb"]');
      expect(await isInSight(entry)).toBe(true);
      expect(await entry.getByRole('link').getAttribute('href')).toBe('search/search-the-web.html');
    }));

  it('works from a file', () =>
    reading(
      {},
      async (own) => {
        const page = await own.visit('reference/search/search-the-web.html');
        await page.keyboard.press('/');
        await page.locator('#search-input').waitFor();
        await page.keyboard.type('riskScoreThreshold');
        await page.locator('#search-results a').first().waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(/reference\/.*#.*riskScoreThreshold$/);
        expect(await page.locator(':target').isVisible()).toBe(true);
        await own.visit('reference/scrape/scrape-one-url.html#try/scrapePage');
        await page.waitForURL(/reference\/try\.html#scrapePage$/);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('200, an example: no service was asked').waitFor();
      },
      pathToFileURL(dist).href,
    ));

  it('can be read soon on a slow machine, and the search answers soon', () =>
    reading({ slower: 4 }, async (own) => {
      const page = await own.visit(SCRAPE);
      const painted = () => page.evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime');
      // A bound that a busy machine keeps too; the goal is half a second.
      await expect.poll(painted).toBeLessThan(5000);
      await own.search('webhook');
      await page.locator('#search-results a').first().waitFor();
    }));

  it('says where to look when nothing is found', async () => {
    await reader.visit('/docs/');
    await reader.search('xyzzyq');
    const status = reader.page.locator('#search-status');
    await expect.poll(() => status.textContent()).toContain('Nothing has “xyzzyq”');
    expect(await status.getByRole('link').allTextContents()).toContain('errors by message');
  });

  describe('the form of a call', () => {
    const dialog = () => reader.page.getByRole('dialog', { name: 'Try it' });

    it('works at the first click, with a page that this service serves', async () => {
      const page = await reader.visit(`${SCRAPE}#try/scrapePage`);
      await dialog().getByRole('button', { name: 'Send' }).click();
      const answer = dialog().locator('.answer');
      await answer.getByText('# Getting started').waitFor();
      expect(await answer.locator('.good').textContent()).toMatch(/^200 \w*, after \d+ ms$/);
      const programs = await dialog().locator('.programs').textContent();
      expect(programs).toContain(`curl "${service.url}/v2/scrape"`);
      expect(programs).toContain(`new Trawl({ baseUrl: '${service.url}' })`);
      expect(programs).toContain(`trawl.scrape('${service.url}/docs/getting-started.html'`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await reader.accessibilityViolations('.try-dialog'), colorScheme).toEqual([]);
      }
      expect(page.url()).toBe(`${service.url}${SCRAPE}`);
    });

    it('checks a body, and shows in red an answer of status 200 that says success: false', async () => {
      const page = await reader.visit(SCRAPE);
      await service.faults.add({
        match: { operation: 'scrapePage' },
        times: 1,
        status: 200,
        body: { success: false, error: 'The name does not resolve.' },
      });
      await page.locator('a[href="#try/scrapePage"]').press('Enter');
      const send = dialog().getByRole('button', { name: 'Send' });
      const faults = dialog().getByRole('alert');
      const answer = dialog().locator('.answer');
      await dialog().getByText('More fields').first().click();
      const wait = dialog().getByLabel(/^waitFor/);
      await wait.fill('-1');
      await send.press('Enter');
      expect(await faults.textContent()).toBe('waitFor: it has to be at least 0.');
      expect(await wait.getAttribute('aria-invalid')).toBe('true');
      expect(await dialog().locator('.programs').textContent()).toContain('waitFor: -1');
      await dialog().getByRole('button', { name: 'Edit as JSON' }).click();
      const body = dialog().getByLabel('Body');
      expect(await body.inputValue()).toContain('"waitFor": -1');
      await body.fill(JSON.stringify({ url: service.url, formts: [] }));
      await send.press('Enter');
      expect(await faults.textContent()).toBe('formts: there is no such field.');
      await body.fill(JSON.stringify({ url: 'https://docs.example.com' }));
      await send.press('Enter');
      await dialog().locator('.answer .bad').waitFor();
      expect(await dialog().locator('.answer .bad').textContent()).toContain('success is false');
      // The answer to another request does not stay beside what is wrong with this one.
      await body.fill('{');
      await send.press('Enter');
      expect(await faults.textContent()).toMatch(/^body: it is not JSON\./);
      expect(await answer.textContent()).toBe('');
      await page.keyboard.press('Escape');
      expect(await dialog().count()).toBe(0);
    });

    it('carries the id of an answer on to the calls about the same thing', async () => {
      const page = await reader.visit('/reference/crawl/start-a-crawl#try/startCrawl');
      await dialog().getByRole('button', { name: 'Send' }).click();
      await dialog().locator('.answer .good').waitFor();
      const id = /"id": "([^"]+)"/.exec((await dialog().locator('.answer').textContent()) ?? '')?.[1];
      await page.keyboard.press('Escape');
      await page.goto(`${service.url}/reference/crawl/cancel-a-crawl#try/cancelCrawl`);
      expect(await dialog().getByLabel(/^id/).inputValue()).toBe(id);
      await page.keyboard.press('Escape');
    });

    it('is that of the last link, also of an old address, and says which call does not exist', async () => {
      const page = await reader.visit('/reference/#try/nonsense');
      await dialog().getByText('The API has no operation nonsense.').waitFor();
      await page.keyboard.press('Escape');
      await page.goto(`${service.url}/reference/#try/startCrawl`);
      await dialog().getByText('POST /v2/crawl', { exact: true }).waitFor();
      expect(await dialog().count()).toBe(1);
    });

    it('is not offered for a call that this service lacks', async () => {
      const capabilities = await (await service.fetch(`${service.url}/_local/capabilities`)).json();
      const lacked = operations.find(({ name }) => !capabilities.data.operations[name])?.name ?? '';
      const old = /<li id="([^"]+)"/.exec(
        readFileSync(`${dist}reference/index.html`, 'utf8')
          .split('\n')
          .join('')
          .match(new RegExp(`<li id="/[\\w-]+/${lacked.toLowerCase()}"`))?.[0] ?? '',
      )?.[1];
      const page = await reader.visit(`/reference/#${old}`);
      await page.waitForURL(/\.html$/);
      await page.getByText('This service does not offer this call.').waitFor();
      expect(await page.locator(`a[href="#try/${lacked}"]`).count()).toBe(0);
      await page.goto(`${page.url()}#try/${lacked}`);
      await dialog().getByText('This service does not offer this call.').waitFor();
      expect(await dialog().getByRole('button', { name: 'Send' }).count()).toBe(0);
    });
  });

  describe('the page on which calls are tried', () => {
    const callPage = (operation: string) => `reference/try.html#${operation}`;
    const file = pathToFileURL(dist).href;

    it('fills in the example of every call, sends it without a fault, and shows the example of its answer', () =>
      reading(
        {},
        async (own) => {
          const { page } = own;
          for (const { name } of operations) {
            await own.visit(callPage(name));
            await page.locator('form').waitFor();
            const upload = page.getByLabel('File', { exact: true });
            if (await upload.count())
              await upload.setInputFiles({ name: 'a.pdf', mimeType: '', buffer: Buffer.from('') });
            await page.getByRole('button', { name: 'Send' }).click();
            expect(await page.getByRole('alert').textContent(), name).toBe('');
            expect(await page.locator('.answer .good').textContent(), name).toContain('no service was asked');
          }
        },
        file,
      ));

    it('asks the service that the reader names, with the key that the reader gives, and keeps the id', async () => {
      const published = createServer(async ({ url = '' }, response) => {
        const name = new URL(url, 'http://localhost').pathname.slice(1);
        const type = name.endsWith('.html') ? 'text/html' : name.endsWith('.css') ? 'text/css' : 'text/javascript';
        response.writeHead(200, { 'content-type': type }).end(readFileSync(dist + name));
      }).listen(0, '127.0.0.1');
      await once(published, 'listening');
      const origin = `http://127.0.0.1:${(published.address() as AddressInfo).port}`;
      const other = await createLocalServer({
        port: 0,
        browser: 'off',
        offline: true,
        quiet: true,
        apiKeys: ['key-for-tests'],
        allowedOrigins: [origin],
      });
      const context = await browser.newContext();
      const page = await context.newPage();
      try {
        await page.goto(`${origin}/${callPage('startCrawl')}`);
        await page.getByLabel('Base URL of your service').fill('nowhere');
        const send = page.getByRole('button', { name: 'Send' });
        await send.click();
        expect(await page.getByRole('alert').textContent()).toContain('Base URL: the address has to be a URL');
        await page.getByLabel('Base URL of your service').fill(`${other.url}/v2/`);
        await send.click();
        await page.locator('.answer .bad').getByText('401').waitFor();
        await page.getByLabel('API key').fill('key-for-tests');
        await send.click();
        await page.locator('.answer .good').getByText('200').waitFor();
        const id = /"id": "([^"]+)"/.exec((await page.locator('.answer').textContent()) ?? '')?.[1];
        await page.goto(`${origin}/${callPage('getCrawl')}`);
        expect(await page.getByLabel('id (required)').inputValue()).toBe(id);
        await send.click();
        await page.locator('.answer .good').getByText('200').waitFor();
        await other.close();
        await send.click();
        await page.locator('.answer .bad').getByText(`--allowed-origin ${origin}`).waitFor();
      } finally {
        await context.close();
        await other.close();
        published.close();
        published.closeAllConnections();
      }
    });

    it('is the only one that may ask others', () => {
      const pages = readdirSync(`${dist}reference`, { recursive: true, encoding: 'utf8' });
      const open = pages.filter((name) => {
        return (
          name.endsWith('.html') && !readFileSync(`${dist}reference/${name}`, 'utf8').includes("connect-src 'self';")
        );
      });
      expect(open).toEqual(['try.html']);
    });
  });

  describe.each(['light', 'dark'] as const)('is accessible when it is %s', (colorScheme) => {
    it.each([
      ['/reference/', wide],
      ['/reference/map/map-a-site', wide],
      ['/reference/crawl/start-a-crawl', phone],
      ['/reference/crawl/a-crawl-has-read-a-page', wide],
      ['/reference/schemas/ThreatProtectionPolicyResponse', phone],
      ['/reference/values-at-a-glance', phone],
      ['/docs/error-messages.html', phone],
      ['/reference/try.html#createMonitor', phone],
      ['/docs/getting-started.html', phone],
      ['/docs/', phone],
    ])('at %s', async (path, viewport) => {
      await reader.page.setViewportSize(viewport);
      const page = await reader.visit(path);
      await page.emulateMedia({ colorScheme });
      // What is closed is not looked at.
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true;
      });
      expect(await reader.accessibilityViolations()).toEqual([]);
      expect(await page.evaluate(brokenLayout)).toEqual([]);
    });

    it('in the search and in the menu of a phone', async () => {
      const page = await reader.visit('/docs/');
      await page.emulateMedia({ colorScheme });
      await reader.search('includeDomains');
      await page.locator('#search-results a').first().waitFor();
      expect(await reader.accessibilityViolations('#site-search')).toEqual([]);
      await page.keyboard.press('Escape');
      await page.setViewportSize(phone);
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await reader.accessibilityViolations('#site-menu')).toEqual([]);
      expect(await smallTargets(page, '#site-bar', '#site-menu')).toEqual([]);
    });
  });

  it('shows a page that is accessible for a guide that does not exist', async () => {
    const response = await reader.page.goto(`${service.url}/docs/nope.html`);
    expect(response?.status()).toBe(404);
    expect(await reader.accessibilityViolations()).toEqual([]);
    // The browser reports the status as an error.
    reader.violations.splice(0);
  });
});
