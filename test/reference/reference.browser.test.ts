import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { smallTargets } from '../accessibility.js';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { Reader } from './reader.js';
import { type ReferenceServer, serveReference } from './reference-server.js';

const file = fileURLToPath(new URL('../../dist/reference/index.html', import.meta.url));
const launch = browserOptions();

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

// The address of each, as the page spells it: tag and name.
const operations = operationsOf(readContract()).map(({ name, value }) => {
  const [tag = ''] = value.tags as string[];
  return { name, section: `/${tag.toLowerCase().replaceAll(' ', '-')}/${name.toLowerCase()}` };
});

const firstOfEachTag = new Map(operations.map(({ section }) => [tagOf(section), section] as const).reverse());

it('exists', () => {
  expect(existsSync(file), 'Write it with `npm run docs`.').toBe(true);
});

it('contains no path of this machine', () => {
  const html = readFileSync(file, 'utf8');
  expect(html).not.toContain(fileURLToPath(new URL('../..', import.meta.url)));
  expect(html).not.toMatch(/file:\/\/\//);
});

describe.skipIf(!launch)('in a browser, the reference', { timeout: 60_000 }, () => {
  let browser: Browser;
  let server: ReferenceServer;

  beforeAll(async () => {
    server = await serveReference(file, 0);
    browser = await chromium.launch(launch);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function reading(act: (reader: Reader) => Promise<void>, url = server.url, options = {}): Promise<void> {
    const reader = await Reader.open(browser, url, options);
    const failure = await act(reader).then(
      () => undefined,
      (error: unknown) => error,
    );
    await reader.close();
    // What the page has done wrong tells more than what then could not be found on it.
    expect(reader.violations).toEqual([]);
    if (failure) throw failure;
  }

  describe('when Redoc shows it', () => {
    // One page for all: Redoc takes seconds to start.
    let reader: Reader;

    beforeAll(async () => {
      reader = await Reader.open(browser, server.url);
    });

    afterEach(() => expect(reader.violations.splice(0)).toEqual([]));

    it('renders', async () => {
      const { page } = reader;
      await expect.poll(() => page.getByRole('heading', { level: 1 }).first().textContent()).toContain('Web Search');
      expect(await page.title()).toBe('Trawl: reference of the Web Search and Scraping API');
      expect(await page.locator('#search-open').isVisible()).toBe(true);
      await page.locator('.redoc-view').waitFor();
      for (const section of ['Authentication', 'Errors and retrying', 'Limits and expiry', 'Credits', 'Versioning']) {
        expect(await page.locator('.menu-content').getByText(section, { exact: true }).isVisible()).toBe(true);
      }
    });

    it('finds a field by search and opens it', async () => {
      await reader.search('includeDomains');
      await reader.page
        .getByRole('option', { name: /^Field includeDomains/ })
        .first()
        .click();
      const field = reader.page.locator('.schema-property-item', { hasText: 'includeDomains' }).first();
      await field.waitFor();
      expect(reader.page.url()).toContain('#/search/searchweb');
    });

    it('shows a TypeScript program and a curl command for an operation of each tag', async () => {
      for (const [name, section] of firstOfEachTag) {
        await reader.goTo(section);
        const panel = reader.page.locator(`[data-section-id="${section}"] .panel-request-samples`).first();
        expect(await panel.locator('.th-code--ts').textContent(), name).toContain("from '@trawl/");
        await panel.getByRole('button', { name: 'TypeScript' }).click();
        const languages = reader.page.getByRole('menuitem').filter({ visible: true });
        expect((await languages.allTextContents()).slice(0, 2), name).toEqual(['TypeScript', 'curl']);
        await reader.page.keyboard.press('Escape');
      }
    });

    it('shows the curl command', async () => {
      await reader.goTo('/scrape/scrapepage');
      const panel = reader.page.locator('.panel-request-samples').first();
      await panel.getByRole('button', { name: 'TypeScript' }).click();
      await reader.page.getByRole('menuitem', { name: 'curl' }).first().click();
      await expect.poll(() => panel.textContent()).toContain('curl "$TRAWL_BASE_URL/v2/scrape"');
    });

    it('says how to get a server, since this copy sends nothing', async () => {
      await reader.goTo('/scrape/scrapepage');
      await reader.page.locator('#redoc a[href="#try/scrapePage"]').click();
      await reader.page.getByRole('dialog', { name: 'Try it' }).getByText('npx @trawl/local').waitFor();
      await reader.page.keyboard.press('Escape');
    });

    it('shows tables of values at their fields and together, which link each other, and no type is any', async () => {
      const { page } = reader;
      await reader.goTo('/scrape/scrapepage');
      await reader.expandAll('/scrape/scrapepage');
      const field = page.locator('#redoc .schema-property-item[id$="path=formats"]').first();
      expect(await field.locator('table').first().textContent()).toContain('changeTracking');
      const types = page.locator('#redoc .schema-property-item em');
      expect((await types.allTextContents()).filter((text) => /\bany\b/.test(text))).toEqual([]);
      await field.getByRole('link', { name: 'Table: Formats' }).click();
      await page.locator('#redoc').getByRole('heading', { name: 'Formats' }).first().waitFor();
      await page.locator('#redoc').getByRole('link', { name: 'formats of a scrape' }).first().click();
      await page.waitForURL(/path=formats/);
    });

    it('has no dead internal links', { timeout: 120_000 }, async () => {
      const { page } = reader;
      // The forms of the operations are no sections, but links lead to them.
      const sections = new Set(operations.map(({ name }) => `try/${name}`));
      const links = new Set<string>();
      for (const section of ['/', ...firstOfEachTag.values()]) {
        await reader.goTo(section);
        const seen = page.locator('[data-section-id]');
        for (const id of await seen.evaluateAll((all) => all.map((each) => `${each.dataset.sectionId}`)))
          sections.add(id);
        for (const id of await page.locator('#plain [id]').evaluateAll((all) => all.map((each) => each.id)))
          sections.add(id);
        const within = page.locator('a[href^="#"]');
        for (const href of await within.evaluateAll((all) => all.map((each) => `${each.getAttribute('href')}`))) {
          // What follows a second `#` is a field within the section.
          links.add(href.slice(1).split('#')[0] || '/');
        }
      }
      expect(links.size).toBeGreaterThan(operations.length);
      expect([...links].filter((link) => !sections.has(link))).toEqual([]);
    });
  });

  it('works as a file', () =>
    reading(async (reader) => {
      await reader.goTo('/search/searchweb');
      await reader.search('includeDomains');
      await reader.page
        .getByRole('option', { name: /includeDomains/ })
        .first()
        .waitFor();
    }, pathToFileURL(file).href));

  it('can be read and searched before Redoc has started, with Tab, the arrows and Enter', () =>
    reading(async (reader) => {
      const { page } = reader;
      expect(await page.locator('.redoc-view').count()).toBe(0);
      const article = page.locator('#plain [id="/scrape/scrapepage"]');
      expect(await article.getByRole('heading', { name: 'Scrape one URL' }).isVisible()).toBe(true);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-open');
      await page.keyboard.press('Enter');
      await page.keyboard.type('getting started');
      await page
        .getByRole('option', { name: /^Guide / })
        .first()
        .waitFor();
      // Words that stand in no heading of the guide, some of them in its code.
      await page.locator('#search-input').fill('TRAWL_TOOLS_KEY bearer');
      const inGuide = page.getByRole('option', { name: /^Guide For several people: streamable HTTP/ });
      expect(await inGuide.textContent()).toContain('TRAWL_TOOLS_KEY');
      expect(await inGuide.getAttribute('href')).toBe('../docs/agents.html#for-several-people-streamable-http');
      await page.locator('#search-input').fill('formats');
      const [first, second] = await Promise.all([0, 1].map((at) => page.getByRole('option').nth(at).boundingBox()));
      expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
      await page.locator('#search-input').fill('riskScoreThreshold');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.locator('#redoc [id$="path=riskscorethreshold"]').waitFor();
    }));

  it('prints everything, and shows everything on one page', () =>
    reading(async (reader) => {
      const { page } = reader;
      const parts = ['#bar', '#plain > nav', '[id="/section/values-at-a-glance"]', '[id="/scrape/scrapepage"]'];
      expect(await reader.accessibilityViolations(...parts)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      expect(await page.locator('html').getAttribute('class')).toContain('dark');
      expect(await reader.accessibilityViolations(...parts)).toEqual([]);
      await page.setViewportSize(narrow);
      expect(await smallTargets(page, ...parts, '[id="/schema/ScrapeRequest"]')).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      for (const section of ['/search/searchweb', '/developer/searchdevelopersources', '/schema/ScrapeOptions']) {
        expect(await page.locator(`[id="${section}"] h2`).isVisible(), section).toBe(true);
      }
      expect(await page.locator('#redoc').isVisible()).toBe(false);
    }, `${server.url}?view=plain`));

  it('switches to dark mode, and keeps it after a reload', () =>
    reading(async ({ page }) => {
      const dark = () => page.locator('html').getAttribute('class');
      expect(await dark()).toContain('light');
      await page.getByTestId('color-mode-switcher').click();
      await expect.poll(dark).toContain('dark');
      await page.reload();
      await expect.poll(dark).toContain('dark');
    }));

  // Colours depend on the scheme and sizes on the window, so that each section is checked once with each of both.
  const looks = [
    { colorScheme: 'light', window: wide },
    { colorScheme: 'dark', window: narrow },
  ] as const;
  // One of each kind: the introduction, a long request, a deprecated call, a webhook among calls of every method.
  const sections = ['/', '/scrape/scrapepage', '/extract/startextract', '/monitor/monitorpage'];

  it.each(looks)(
    'is accessible when it is $colorScheme, $window.width pixels wide',
    { timeout: 180_000 },
    ({ colorScheme, window }) =>
      reading(
        async (reader) => {
          const { page } = reader;
          const check = async (what: string) => expect(await reader.accessibilityViolations(), what).toEqual([]);
          for (const section of sections) {
            await reader.goTo(section);
            await reader.expandAll(section);
            // Redoc hides the 20,000 elements of the plain page, which has a test of its own and costs axe seconds.
            await page.evaluate(() => document.querySelector('#plain')?.remove());
            await check(section);
          }
          await reader.search('includeDomains');
          await page
            .getByRole('option', { name: /includeDomains/ })
            .first()
            .waitFor();
          await check('the search');
        },
        server.url,
        { colorScheme, viewport: window },
      ),
  );
});

describe.skipIf(!launch)('the reference of a running service', { timeout: 60_000 }, () => {
  const PAGE = 'https://docs.example.com/quickstart';
  let browser: Browser;
  let service: LocalServer;
  let reader: Reader;

  beforeAll(async () => {
    service = await createLocalServer({ port: 0, browser: 'off', offline: true, quiet: true });
    await service.fetch(`${service.url}/_local/seed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pages: [{ url: PAGE, content: '<main><h1>Seeded page</h1></main>' }] }),
    });
    browser = await chromium.launch(launch);
    reader = await Reader.open(browser, `${service.url}/reference`, { ownOrigins: [service.url] });
  });

  afterEach(() => expect(reader.violations.splice(0)).toEqual([]));

  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it('names the service, and shows no key where none is asked for', async () => {
    await reader.goTo('/crawl/startcrawl');
    const panel = reader.page.locator('[data-section-id="/crawl/startcrawl"] .panel-request-samples').first();
    await panel.getByRole('button', { name: 'TypeScript' }).click();
    await reader.page.getByRole('menuitem', { name: 'curl' }).first().click();
    await expect.poll(() => panel.textContent()).toContain(`curl "${service.url}/v2/crawl"`);
    expect(await panel.textContent()).not.toContain('Authorization');
    await panel.getByRole('button', { name: 'curl' }).click();
    await reader.page.getByRole('menuitem', { name: 'TypeScript' }).first().click();
    await expect.poll(() => panel.textContent()).toContain(`new Trawl({ baseUrl: '${service.url}' });`);
    await reader.goTo('/');
    expect(await reader.page.locator('#redoc').textContent()).toContain(service.url);
    expect(await reader.page.locator('#redoc, #plain').allInnerTexts()).not.toContainEqual(
      expect.stringContaining('127.0.0.1:3002'),
    );
  });

  it('checks a request against the contract, sends it, and shows the answer and the same call as programs', async () => {
    const { page } = reader;
    await reader.goTo('/scrape/scrapepage');
    // With the keyboard alone.
    await page.locator('#redoc a[href="#try/scrapePage"]').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Try it' });
    const body = dialog.getByLabel('Body (JSON)');
    await body.waitFor();
    expect(await body.inputValue()).toContain(PAGE);
    await body.fill(JSON.stringify({ url: PAGE, formats: ['markdown'], waitFor: -1 }));
    await dialog.getByRole('button', { name: 'Send' }).press('Enter');
    expect(await dialog.getByRole('alert').textContent()).toMatch(/^body\.waitFor: .*0/);
    expect(await dialog.locator('.answer').textContent()).toBe('');

    await body.fill(JSON.stringify({ url: PAGE, formats: ['markdown'] }));
    await dialog.getByRole('button', { name: 'Send' }).press('Enter');
    const answer = dialog.locator('.answer');
    await answer.getByText('# Seeded page').waitFor();
    expect(await answer.textContent()).toMatch(/200 \w* ?after \d+ ms/);
    expect(await answer.locator('details').textContent()).toContain('content-type: application/json');
    const programs = await dialog.locator('.programs').textContent();
    expect(programs).toContain(`curl "${service.url}/v2/scrape"`);
    expect(programs).toContain(`createTrawlClient({ baseUrl: '${service.url}' })`);
    expect(await reader.accessibilityViolations()).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
  });
});

describe.skipIf(!launch)('an address of a form', { timeout: 60_000 }, () => {
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

  it('opens it, with its operation behind it, when the page loads and later', async () => {
    const reader = await Reader.open(browser, `${service.url}/reference#try/scrapePage`, { ownOrigins: [service.url] });
    const { page } = reader;
    const dialog = page.getByRole('dialog', { name: 'Try it' });
    await dialog.getByText('POST /v2/scrape', { exact: true }).waitFor();
    expect(page.url()).toBe(`${service.url}/reference#/scrape/scrapepage`);
    await page.locator('.redoc-view').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${service.url}/reference#try/startCrawl`);
    await dialog.getByText('POST /v2/crawl', { exact: true }).waitFor();
    await page.locator('[data-section-id="/crawl/startcrawl"]').first().waitFor();
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.goto(`${service.url}/reference#try/nonsense`);
    await dialog.getByText('This service has no operation nonsense.').waitFor();
    await reader.close();
    expect(reader.violations).toEqual([]);
  });
});

function tagOf(section: string): string {
  return section.slice(0, section.lastIndexOf('/'));
}
