import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LocalServer } from '@trawl/local';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../accessibility.js';
import { launch, rows, useDashboard } from './dashboard-browser.js';

const run = promisify(execFile);

/** The width of a picture, which is 0 until it is loaded. */
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth);

describe.skipIf(!launch)('on the page of the service', { timeout: 60_000 }, () => {
  const dashboard = useDashboard();
  const { start, call, open } = dashboard;

  async function openScrape(server: LocalServer, hash = '#/scrape') {
    const { page, asked } = await open(server, hash);
    const url = page.getByLabel('URL of the page');
    await url.waitFor();
    const scrape = () => page.getByRole('button', { name: 'Scrape', exact: true }).click();
    const said = page.locator('main').getByRole('status');
    const result = page.getByRole('region', { name: 'Result' });
    return { page, asked, url, scrape, said, result };
  }

  /** What the page copies for a program, without the clipboard. */
  const programOf = (page: Page, label: string) => page.locator(`pre[aria-label="${label}"]`).textContent();

  describe('a page is scraped', () => {
    it('in the formats that are chosen, each shown as what it is', async () => {
      const server = await start({ browser: undefined });
      const { page, url, scrape, said, result } = await openScrape(server);
      await url.fill(dashboard.site.url);
      for (const name of ['HTML', 'Links', 'Screenshot'])
        await page.getByRole('checkbox', { name, exact: true }).check();
      await scrape();
      await expect.poll(() => said.textContent(), { timeout: 20_000 }).toMatch(/^The page was read in /);
      expect(await result.locator('pre[aria-label="Markdown"]').textContent()).toContain('Boats come in at noon.');
      expect(await result.locator('pre[aria-label="HTML"]').textContent()).toContain('<p>Boats come in at noon.</p>');
      expect(await result.getByRole('link', { name: `${dashboard.site.url}/slow` }).count()).toBe(1);
      const picture = result.getByRole('img', { name: 'Screenshot of the page' });
      await expect.poll(() => widthOf(picture)).toBeGreaterThan(100);
      expect(await accessibilityViolations(page)).toEqual([]);
      // The address leads to the same form, and reads nothing by itself.
      const again = await openScrape(server, new URL(page.url()).hash);
      expect(await again.url.inputValue()).toBe(dashboard.site.url);
      expect(await again.page.getByRole('checkbox', { name: 'Links', exact: true }).isChecked()).toBe(true);
      expect(again.asked.filter((path) => path.startsWith('/v2'))).toEqual([]);
    });

    it('and the data of its schema are shown as JSON', async () => {
      const server = await start();
      const content =
        '<title>Tea</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Tea"}</script>';
      await call(server, 'POST /_local/seed', { pages: [{ url: 'https://shop.example.com/tea', content }] });
      const { page, url, scrape, said, result } = await openScrape(server);
      await url.fill('https://shop.example.com/tea');
      await page.getByRole('checkbox', { name: 'JSON', exact: true }).check();
      await page.getByLabel('JSON schema of the result').fill('{"type": "object"');
      await scrape();
      await expect.poll(() => said.textContent()).toMatch(/^The schema is no JSON: /);
      expect((await call(server, 'GET /_local/journal')).requests).toEqual([]);
      const schema = { type: 'object', properties: { name: { type: 'string' } } };
      await page.getByLabel('JSON schema of the result').fill(JSON.stringify(schema));
      await scrape();
      await expect.poll(() => result.locator('pre[aria-label="JSON"]').textContent()).toContain('"name": "Tea"');
    });

    it('or the service says in its own sentence why it is not', async () => {
      const server = await start();
      const { page, url, scrape, said, result } = await openScrape(server);
      await url.fill('http://169.254.169.254/');
      await scrape();
      const { error } = await call(server, 'POST /v2/scrape', { url: 'http://169.254.169.254/' });
      await expect.poll(() => said.textContent()).toBe(error);
      await url.fill('http://');
      await scrape();
      await expect.poll(() => result.textContent()).toMatch(/^url: /);
      await page.getByRole('checkbox', { name: 'Markdown', exact: true }).uncheck();
      await scrape();
      await expect.poll(() => said.textContent()).toBe('Choose at least one format.');
      expect(await accessibilityViolations(page)).toEqual([]);
    });

    it('until it is stopped', async () => {
      const server = await start();
      const { page, url, scrape, said } = await openScrape(server);
      await url.fill(`${dashboard.site.url}/slow`);
      await scrape();
      await expect.poll(() => said.textContent()).toBe('The page is being read.');
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await expect.poll(() => said.textContent()).toBe('The scrape was stopped.');
      const focused = page.evaluate('document.activeElement.textContent');
      expect(await focused).toBe('Scrape');
    });

    it('with the key of a team, which the admin key is not', async () => {
      const server = await start({ apiKeys: ['team'], adminKey: 'admin', keylessCalls: 0 });
      const { page, asked, url, scrape, said } = await openScrape(server);
      await url.fill(dashboard.site.url);
      await scrape();
      await expect.poll(() => said.textContent()).toBe('Unauthorized');
      await page.getByLabel('API key of a team').fill('team');
      await scrape();
      await expect.poll(() => said.textContent()).toMatch(/^The page was read in /);
      expect(await programOf(page, 'With the SDK')).toContain('apiKey: process.env.TRAWL_API_KEY');
      expect(await page.content()).not.toContain('Bearer team');
      expect(asked.filter((path) => path.startsWith('/_local'))).toEqual([]);
      // The other sections ask for the admin key as before.
      await page.getByRole('link', { name: 'Requests' }).click();
      await page.getByLabel('Admin key').waitFor();
    });

    it('by the program and by the curl line that the page shows, too', async () => {
      const server = await start();
      const content = "<title>Tea</title><p>It's 2 EUR</p>";
      await call(server, 'POST /_local/seed', { pages: [{ url: "https://shop.example.com/it's", content }] });
      const { page, url } = await openScrape(server);
      await url.fill("https://shop.example.com/it's");
      const program = (await programOf(page, 'With the SDK')) ?? '';
      const curl = (await programOf(page, 'With curl')) ?? '';
      const [printed, answered] = await Promise.all([
        run(process.execPath, ['--input-type=module', '--eval', program]),
        run('sh', ['-c', `${curl} --silent`]).catch((error) => {
          // A machine without curl cannot run the line, and says so with this status.
          if (error.code !== 127) throw error;
        }),
      ]);
      expect(printed.stdout).toContain("It's 2 EUR");
      if (answered) expect(JSON.parse(answered.stdout)).toMatchObject({ data: { markdown: "It's 2 EUR" } });
    });
  });

  it('a job is cancelled after a question, and the focus stays where it was', async () => {
    const server = await start();
    const { id } = await call(server, 'POST /v2/crawl', { url: dashboard.site.url });
    const { page } = await open(server, `#/jobs/${id}`);
    const detail = page.locator('.detail');
    const cancel = detail.getByRole('button', { name: 'Cancel…' });
    const statusOf = async () => (await call(server, `GET /v2/crawl/${id}`)).status;
    await cancel.press('Enter');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => cancel.and(page.locator(':focus')).count()).toBe(1);
    expect(await statusOf()).toBe('scraping');
    await cancel.press('Enter');
    await page.getByRole('button', { name: 'Cancel the job' }).press('Enter');
    await expect.poll(() => detail.getByRole('status').textContent()).toBe('The job is cancelled.');
    expect(await statusOf()).toBe('cancelled');
    await expect.poll(() => cancel.count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('detail');
  });

  it('a monitor is run now', async () => {
    const server = await start();
    const targets = [{ type: 'scrape', urls: [dashboard.site.url] }];
    const { data } = await call(server, 'POST /v2/monitor', { name: 'Boats', schedule: { text: 'daily' }, targets });
    const { id } = data as { id: string };
    const { page } = await open(server, `#/monitors/${id}`);
    const detail = page.locator('.detail');
    await detail.getByRole('button', { name: 'Run now' }).click();
    await expect.poll(() => detail.getByRole('status').textContent()).toBe('The check has begun.');
    await expect
      .poll(() => detail.getByRole('listitem').allTextContents(), { timeout: 10_000 })
      .toContainEqual(expect.stringMatching(/completed, 1 page/));
  });

  it('the payload of a webhook delivery is shown, and sent again', async () => {
    const server = await start();
    const webhook = { url: `${dashboard.site.url}/taken`, headers: { 'x-mine': 'secret' }, events: ['completed'] };
    await call(server, 'POST /v2/batch/scrape', { urls: [dashboard.site.url], webhook });
    const { page } = await open(server, '#/webhooks');
    await rows(page).first().click();
    const detail = page.locator('.detail');
    await expect.poll(() => detail.locator('pre').textContent()).toContain('"type": "batch_scrape.completed"');
    expect(await detail.textContent()).toContain('x-mine');
    expect(await page.content()).not.toContain('secret');
    await detail.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => detail.getByRole('status').textContent()).toMatch(/^It is sent again/);
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the warnings of a job and of its pages are shown', async () => {
    const server = await start();
    const request = { urls: [dashboard.site.url], maxConcurrency: 500, proxy: 'stealth' };
    await call(server, 'POST /v2/batch/scrape', request);
    const { page } = await open(server, '#/jobs');
    await expect.poll(() => rows(page).first().textContent()).toContain('1 page, 1 warning');
    await rows(page).first().click();
    const warnings = page.locator('.detail .note.busy');
    await expect.poll(() => warnings.first().textContent()).toMatch(/^Warning: At most \d+ pages are read at once/);
    expect(await warnings.nth(1).textContent()).toMatch(/^Warning: .*stealth/);
  });

  it('calls of other versions of the API are told apart', async () => {
    const server = await start();
    await call(server, 'POST /v1/scrape', { url: dashboard.site.url });
    await call(server, 'POST /v2/scrape', { url: dashboard.site.url });
    const { page } = await open(server);
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await rows(page).nth(0).textContent()).toContain(`/v2/scrape ${dashboard.site.url}`);
    expect(await rows(page).nth(1).textContent()).toMatch(/^404.*\/v1\/scrape.*version 2 of the API, not version 1/);
  });

  it.each([
    { colorScheme: 'light' as const, width: 1360 },
    { colorScheme: 'dark' as const, width: 390 },
  ])('an unknown path says what exists, in $colorScheme at $width pixels', async ({ colorScheme, width }) => {
    const server = await start();
    const { page } = await open(server, 'nope', { colorScheme, viewport: { width, height: 780 } });
    expect(await page.getByRole('main').textContent()).toContain('Cannot GET /nope: this server has nothing there.');
    const icon = page.locator('header img');
    await expect.poll(() => widthOf(icon)).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('link', { name: 'The page of this server' }).click();
    await expect.poll(() => rows(page).first().textContent()).toContain('/nope');
  });
});
