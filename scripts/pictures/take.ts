import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { type Browser, chromium } from 'playwright-core';
import { browserOptions } from '../shared/browser.js';

const SITE = 'https://docs.example.com';
const PAGES = ['', 'boats', 'nets', 'tides', 'harbour', 'weather'];
const WINDOW = { width: 1280, height: 760 };
const MOST_BYTES = 150_000;

/** Writes `dashboard-light.webp` and the like into a folder. The content is the same each time. */
export async function takePictures(folder: string): Promise<void> {
  const launch = browserOptions();
  if (!launch) throw new Error('The pictures need Chromium: install it or set CHROME_PATH.');
  await using server = await createLocalServer({ offline: true, browser: 'off', quiet: true });
  await fill(server.url);
  const browser = await chromium.launch(launch);
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const take = async (name: string, path: string, ready: string) => {
        const bytes = await picture(browser, server.url + path, colorScheme, ready);
        if (bytes.length > MOST_BYTES) throw new Error(`The picture of the ${name} has ${bytes.length} bytes.`);
        await writeFile(join(folder, `${name}-${colorScheme}.webp`), bytes);
      };
      await take('dashboard', '/', '.rows > li');
      await take('reference', '/reference/scrape/scrape-one-url', '.examples pre');
    }
  } finally {
    await browser.close();
  }
}

/** Gives the service a small site, and calls it as a newcomer does. */
async function fill(url: string): Promise<void> {
  const links = PAGES.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  const pages = PAGES.map((name) => ({
    url: `${SITE}/${name}`,
    content: `<title>${name || 'Harbour'}</title><main><h1>${name || 'Harbour'}</h1><p>Boats come in at noon.</p>${links}</main>`,
  }));
  await fetch(`${url}/_local/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pages }),
  });
  const trawl = new Trawl({ baseUrl: url });
  await trawl.crawl(SITE, { sitemap: 'skip' });
  await trawl.search('boats', { limit: 5 });
  await trawl.scrape(`${SITE}/tides`, { formats: ['markdown', 'links'] });
  // The page is not there, and the dashboard shows why.
  await trawl.scrape(`${SITE}/gone`, {}, { maxRetries: 0 }).catch(() => {});
  await trawl.map(SITE);
}

async function picture(
  browser: Browser,
  url: string,
  colorScheme: 'light' | 'dark',
  ready: string,
): Promise<Uint8Array> {
  const context = await browser.newContext({ viewport: WINDOW, colorScheme, locale: 'en', timezoneId: 'UTC' });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    // Playwright has no WebP, which takes a third of a PNG.
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
    return Buffer.from(data, 'base64');
  } finally {
    await context.close();
  }
}
