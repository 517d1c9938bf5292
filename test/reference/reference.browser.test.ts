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
  return { name, place: `/${tag.toLowerCase().replaceAll(' ', '-')}/${name.toLowerCase()}` };
});

it('is there', () => {
  expect(existsSync(file), 'Write it with `npm run docs`.').toBe(true);
});

it('names no folder of this machine', () => {
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
    expect(reader.complaints).toEqual([]);
    if (failure) throw failure;
  }

  it('shows itself', () =>
    reading(async ({ page }) => {
      await expect.poll(() => page.getByRole('heading', { level: 1 }).first().textContent()).toContain('Web Search');
      expect(await page.title()).toBe('Trawl: reference of the Web Search and Scraping API');
      expect(await page.getByTestId('search-trigger').isVisible()).toBe(true);
      for (const section of ['Authentication', 'Errors and retrying', 'Limits and expiry', 'Credits', 'Versioning']) {
        expect(await page.locator('.menu-content').getByText(section, { exact: true }).isVisible()).toBe(true);
      }
    }));

  it('works as a file, too', () =>
    reading(async (reader) => {
      await reader.goTo('/search/searchweb');
      await reader.search('includeDomains');
      await reader.page.getByText('request fields').first().waitFor();
    }, pathToFileURL(file).href));

  it('finds a field, and leads to it', () =>
    reading(async (reader) => {
      await reader.search('includeDomains');
      await reader.page.getByText('request fields').first().click();
      const field = reader.page.locator('.schema-property-item', { hasText: 'includeDomains' }).first();
      await expect.poll(() => field.isVisible()).toBe(true);
      expect(reader.page.url()).toContain('#/search/searchweb');
    }));

  it('shows for each operation a TypeScript program, and curl after it', { timeout: 180_000 }, () =>
    reading(async (reader) => {
      for (const { name, place } of operations) {
        await reader.goTo(place);
        const panel = reader.page.locator(`[data-section-id="${place}"] .panel-request-samples`).first();
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

  it('has no link within itself that leads nowhere', { timeout: 120_000 }, () =>
    reading(async (reader) => {
      const { page } = reader;
      const places = new Set<string>();
      const links = new Set<string>();
      const first = new Map(operations.map(({ place }) => [tagOf(place), place] as const).reverse());
      for (const place of ['/', ...first.values()]) {
        await reader.goTo(place);
        const seen = page.locator('[data-section-id]');
        for (const id of await seen.evaluateAll((all) => all.map((each) => `${each.dataset.sectionId}`)))
          places.add(id);
        const within = page.locator('a[href^="#"]');
        for (const href of await within.evaluateAll((all) => all.map((each) => `${each.getAttribute('href')}`))) {
          // What follows a second `#` is a field within the place.
          links.add(href.slice(1).split('#')[0] || '/');
        }
      }
      expect(links.size).toBeGreaterThan(operations.length);
      expect([...links].filter((link) => !places.has(link))).toEqual([]);
    }),
  );

  it('turns dark at the press of a button, and stays dark', () =>
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
  const places = ['/', '/scrape/scrapepage', '/extract/startextract', '/monitor/monitorpage'];

  it.each(looks)('has no barrier in a $name window when it is $colorScheme', { timeout: 180_000 }, (look) =>
    reading(
      async (reader) => {
        for (const place of places) {
          await reader.goTo(place);
          await reader.expandAll(place);
          expect(await reader.barriers(), place).toEqual([]);
        }
        await reader.search('includeDomains');
        await reader.page.getByText('request fields').first().waitFor();
        expect(await reader.barriers(), 'the search').toEqual([]);
      },
      server.url,
      look,
    ),
  );
});

function tagOf(place: string): string {
  return place.slice(0, place.lastIndexOf('/'));
}
