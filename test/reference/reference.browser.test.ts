import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../browser.js';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { Reader } from './reader.js';
import { type ReferenceServer, serveReference } from './reference-server.js';

const file = fileURLToPath(new URL('../../dist/reference/index.html', import.meta.url));
const launch = browserOptions();

// Tag and name, as the page spells them in its addresses.
const operations = operationsOf(readContract()).map(({ name, value }) => {
  const [tag = ''] = value.tags as string[];
  return { name, section: `/${tag.toLowerCase().replaceAll(' ', '-')}/${name.toLowerCase()}` };
});

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

  it('renders', () =>
    reading(async ({ page }) => {
      await expect.poll(() => page.getByRole('heading', { level: 1 }).first().textContent()).toContain('Web Search');
      expect(await page.title()).toBe('Trawl: reference of the Web Search and Scraping API');
      expect(await page.getByTestId('search-trigger').isVisible()).toBe(true);
      for (const section of ['Authentication', 'Errors and retrying', 'Limits and expiry', 'Credits', 'Versioning']) {
        expect(await page.locator('.menu-content').getByText(section, { exact: true }).isVisible()).toBe(true);
      }
    }));

  it('works as a file', () =>
    reading(async (reader) => {
      await reader.goTo('/search/searchweb');
      await reader.search('includeDomains');
      await reader.page.getByText('request fields').first().waitFor();
    }, pathToFileURL(file).href));

  it('finds a field by search and opens it', () =>
    reading(async (reader) => {
      await reader.search('includeDomains');
      await reader.page.getByText('request fields').first().click();
      const field = reader.page.locator('.schema-property-item', { hasText: 'includeDomains' }).first();
      await expect.poll(() => field.isVisible()).toBe(true);
      expect(reader.page.url()).toContain('#/search/searchweb');
    }));

  it('shows a TypeScript program and a curl command for each operation', { timeout: 180_000 }, () =>
    reading(async (reader) => {
      for (const { name, section } of operations) {
        await reader.goTo(section);
        const panel = reader.page.locator(`[data-section-id="${section}"] .panel-request-samples`).first();
        expect(await panel.locator('.th-code--ts').textContent(), name).toContain("from '@trawl/");
        await panel.getByRole('button', { name: 'TypeScript' }).click();
        const languages = reader.page.getByRole('menuitem').filter({ visible: true });
        expect((await languages.allTextContents()).slice(0, 2), name).toEqual(['TypeScript', 'curl']);
        await reader.page.keyboard.press('Escape');
      }
    }),
  );

  it('shows the curl command', () =>
    reading(async (reader) => {
      await reader.goTo('/scrape/scrapepage');
      const panel = reader.page.locator('.panel-request-samples').first();
      await panel.getByRole('button', { name: 'TypeScript' }).click();
      await reader.page.getByRole('menuitem', { name: 'curl' }).first().click();
      await expect.poll(() => panel.textContent()).toContain('curl "$TRAWL_BASE_URL/v2/scrape"');
    }));

  it('has no dead internal links', { timeout: 120_000 }, () =>
    reading(async (reader) => {
      const { page } = reader;
      const sections = new Set<string>();
      const links = new Set<string>();
      const first = new Map(operations.map(({ section }) => [tagOf(section), section] as const).reverse());
      for (const section of ['/', ...first.values()]) {
        await reader.goTo(section);
        const seen = page.locator('[data-section-id]');
        for (const id of await seen.evaluateAll((all) => all.map((each) => `${each.dataset.sectionId}`)))
          sections.add(id);
        const within = page.locator('a[href^="#"]');
        for (const href of await within.evaluateAll((all) => all.map((each) => `${each.getAttribute('href')}`))) {
          // What follows a second `#` is a field within the section.
          links.add(href.slice(1).split('#')[0] || '/');
        }
      }
      expect(links.size).toBeGreaterThan(operations.length);
      expect([...links].filter((link) => !sections.has(link))).toEqual([]);
    }),
  );

  it('switches to dark mode, and keeps it after a reload', () =>
    reading(async ({ page }) => {
      const dark = () => page.locator('html').getAttribute('class');
      expect(await dark()).toContain('light');
      await page.getByTestId('color-mode-switcher').click();
      await expect.poll(dark).toContain('dark');
      await page.reload();
      await expect.poll(dark).toContain('dark');
    }));

  const windows = [
    { name: 'wide', viewport: { width: 1440, height: 900 } },
    { name: 'narrow', viewport: { width: 390, height: 844 } },
  ];
  const looks = windows.flatMap((window) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ ...window, colorScheme })),
  );
  // One of each kind: the introduction, a long request, a deprecated call, a webhook among calls of every method.
  const sections = ['/', '/scrape/scrapepage', '/extract/startextract', '/monitor/monitorpage'];

  it.each(looks)('is accessible in a $name window when it is $colorScheme', { timeout: 180_000 }, (look) =>
    reading(
      async (reader) => {
        for (const section of sections) {
          await reader.goTo(section);
          await reader.expandAll(section);
          expect(await reader.accessibilityViolations(), section).toEqual([]);
        }
        await reader.search('includeDomains');
        await reader.page.getByText('request fields').first().waitFor();
        expect(await reader.accessibilityViolations(), 'the search').toEqual([]);
      },
      server.url,
      look,
    ),
  );
});

function tagOf(section: string): string {
  return section.slice(0, section.lastIndexOf('/'));
}
