import { createLocalServer, type LocalServer } from '@trawl/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../accessibility.js';
import { HOSTILE, launch, rows, useDashboard } from './dashboard-browser.js';

/** Bytes of page, script and styles together, compressed. */
const BUDGET = 25_000;

const SECTIONS = [
  'requests',
  'scrape',
  'jobs',
  'monitors',
  'pages',
  'webhooks',
  'credits',
  'screenshots',
  'sessions',
  'controls',
  'about',
];

describe.skipIf(!launch)('the page of the service', { timeout: 60_000 }, () => {
  const dashboard = useDashboard();
  const { start, call, open } = dashboard;

  it('shows what a request asked and answered, and that a page failed although the status is 200', async () => {
    const server = await start();
    const cookie = { Cookie: 'secret-cookie' };
    await call(server, 'POST /v2/scrape', {
      url: `${dashboard.site.url}/boats?key=secret`,
      headers: cookie,
      formats: ['markdown'],
    });
    await call(server, 'POST /v2/scrape', { url: `${dashboard.site.url}/gone` });
    await call(server, 'POST /v2/scrape', { url: 'http://no-such-host.invalid/' });
    const { page } = await open(server);
    const [unresolved, failed, read] = [rows(page).nth(0), rows(page).nth(1), rows(page).nth(2)];
    await expect.poll(() => unresolved.textContent()).toMatch(/^200.*SCRAPE_DNS_RESOLUTION_ERROR/);
    expect(await unresolved.locator('a.bad').count()).toBe(1);
    await expect.poll(() => failed.textContent()).toContain(`/scrape ${dashboard.site.url}/gone`);
    expect(await failed.textContent()).toContain('200');
    expect(await failed.locator('a.bad').count()).toBe(1);
    expect(await read.textContent()).toMatch(/\/boats\?….*markdown, \d+ B/);
    expect(await read.locator('a.good').count()).toBe(1);

    await page.getByLabel('Failed only').check();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(page.url()).toContain('#/requests?failed=1');
    await page.getByLabel('Failed only').uncheck();
    await page.getByLabel('Filter requests').fill('boats');
    await expect.poll(() => rows(page).count()).toBe(1);

    await rows(page).first().click();
    const detail = page.locator('.detail');
    await expect.poll(() => detail.getByRole('region').or(detail.locator('pre')).count()).toBeGreaterThan(2);
    expect(await detail.textContent()).toContain('Boats come in at noon.');
    expect(await page.content()).not.toContain('secret');
    // The address leads here again.
    const { page: again } = await open(server, new URL(page.url()).hash);
    await expect.poll(() => again.locator('.detail').textContent()).toContain('Boats come in at noon.');
    await expect.poll(() => rows(again).count()).toBe(1);
  });

  it('shows a hundred jobs, is calm while nothing happens, and does not fill the journal', async () => {
    const server = await start();
    const urls = [`${dashboard.site.url}/one`, `${dashboard.site.url}/gone`];
    const ids = await Promise.all(
      Array.from({ length: 100 }, async () => (await call(server, 'POST /v2/batch/scrape', { urls })).id),
    );
    const isOver = async () => (await call(server, 'GET /_local/jobs')).data as { status: string }[];
    await expect.poll(async () => (await isOver()).filter(({ status }) => status !== 'completed')).toEqual([]);
    const before = server.journal().length;
    const { page, asked } = await open(server, '#/jobs');
    await expect.poll(() => rows(page).count()).toBe(100);
    // Each of the first questions of the page is answered with what it has not seen yet.
    await page.waitForLoadState('networkidle');

    await page.evaluate(`globalThis.changes = 0;
      new MutationObserver((all) => { changes += all.length; })
        .observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true });`);
    const answers: number[] = [];
    page.on('response', (response) => answers.push(response.status()));
    await expect.poll(() => page.clock.runFor(1_000).then(() => answers.length)).toBeGreaterThan(2);
    expect(new Set(answers)).toEqual(new Set([304]));
    expect(await page.evaluate('globalThis.changes')).toBe(0);
    expect(asked.filter((path) => path.startsWith('/v2'))).toEqual([]);
    expect(server.journal().length).toBe(before);

    await page.locator(`[data-key="${ids[0]}"] a`).click();
    await page.locator('.detail details').first().locator('summary').click();
    // What pages say stays text.
    expect(await page.locator('.detail').textContent()).toContain(HOSTILE);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe('Jobs: Trawl on this machine');
  });

  it('asks for nothing while nobody looks', async () => {
    const server = await start();
    const { page, asked } = await open(server);
    await expect.poll(() => page.locator('.empty').textContent()).toContain('No request yet');
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
    // What was under way may still end.
    await page.waitForTimeout(200);
    const before = asked.length;
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(before);
    await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));`);
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  });

  it('asks for the admin key in one row, and keeps it no longer than the tab', async () => {
    const server = await start({ apiKeys: ['team'], adminKey: 'admin' });
    const { page, asked } = await open(server);
    const key = page.getByLabel('Admin key');
    await key.waitFor();
    expect(await page.locator('main').textContent()).toBe('');
    expect(asked.filter((path) => path.startsWith('/_local'))).toEqual([]);
    await key.fill('team');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toContain('not for the keys of teams');
    await page.getByLabel('Admin key').fill('admin');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => page.locator('.empty').textContent()).toContain('No request yet');
    expect(await page.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
    await page.reload();
    await expect.poll(() => page.locator('.empty').textContent()).toContain('No request yet');

    const headers = { authorization: 'Bearer team', 'content-type': 'application/json' };
    await server.fetch(`${server.url}/v2/map`, { method: 'POST', headers, body: `{"url":"${dashboard.site.url}/"}` });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rows(page).first().locator('a').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const curl = `curl -X POST ${server.url}/v2/map -H "Authorization: Bearer $TRAWL_API_KEY" --json '{"url":"${dashboard.site.url}/"}'`;
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(curl);
  });

  it('shows a team its own calls where there is no admin key, names the flag, and asks the API seldom', async () => {
    const server = await start({ apiKeys: ['team', 'other'], credits: 10 });
    for (const team of ['team', 'other']) {
      const headers = { authorization: `Bearer ${team}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ url: `${dashboard.site.url}/of-${team}` });
      await server.fetch(`${server.url}/v2/scrape`, { method: 'POST', headers, body });
    }
    const { page, asked } = await open(server);
    await expect.poll(() => page.getByRole('status').textContent()).toContain('started with --admin-key KEY');
    expect(asked.filter((path) => /^\/(_local|v2)/.test(path))).toEqual([]);
    const enter = async (key: string) => {
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Show' }).click();
    };
    await enter('nobody');
    await expect.poll(() => page.getByRole('status').textContent()).toContain('Invalid token');
    await enter('team');
    await expect
      .poll(() => rows(page).allTextContents())
      .toEqual([expect.stringContaining(`${dashboard.site.url}/of-team`)]);
    await expect.poll(() => page.locator('main').textContent()).toContain('This month9 credits left');
    const before = asked.length;
    await page.clock.runFor(10_000);
    expect(asked).toHaveLength(before);
    await page.clock.runFor(10_000);
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('is used by the keyboard alone', async () => {
    const server = await start();
    for (const path of ['/one', '/two', '/three'])
      await call(server, 'POST /v2/scrape', { url: dashboard.site.url + path });
    const { page } = await open(server);
    await expect.poll(() => rows(page).count()).toBe(3);
    const { keyboard } = page;
    const focused = () =>
      page.evaluate('document.activeElement.textContent + (document.activeElement.ariaLabel ?? "")');
    await keyboard.press('/');
    expect(await focused()).toBe('Filter requests');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    expect(await focused()).toContain('/three');
    await keyboard.press('ArrowDown');
    expect(await focused()).toContain('/two');
    await keyboard.press('Enter');
    await expect.poll(() => page.locator('.detail h2').textContent()).toBe('POST /v2/scrape');
    await keyboard.press('Escape');
    await expect.poll(focused).toContain('/two');
    await expect.poll(() => page.locator('.detail').isVisible()).toBe(false);
  });

  it('changes the server, and deletes everything only after a question', async () => {
    const server = await start();
    await call(server, 'POST /v2/scrape', { url: dashboard.site.url });
    const { page } = await open(server, '#/controls');
    const said = page.locator('main').getByRole('status');

    await page.getByRole('button', { name: 'Add the fault' }).click();
    await expect.poll(() => said.textContent()).toBe('The fault applies from now on.');
    await expect.poll(() => page.locator('.card li').textContent()).toContain('Every request answers 503');
    expect(await call(server, 'GET /v2/team/queue-status')).toMatchObject({ success: false });
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.locator('.card li').count()).toBe(0);

    const before = server.clock.now();
    await page.getByRole('button', { name: 'Advance a day' }).click();
    await expect.poll(() => server.clock.now() - before).toBeGreaterThan(86_000_000);

    await page.getByRole('textbox', { name: 'URL' }).fill('https://shop.example.com/tea');
    await page.getByLabel('HTML or Markdown').fill('<title>Tea</title><p>2 EUR');
    await page.getByRole('button', { name: 'Add the page' }).click();
    await expect.poll(() => said.textContent()).toContain('is now in the cache');

    const pages = async () => ((await call(server, 'GET /_local/pages')).data as unknown[]).length;
    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await pages()).toBe(2);
    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await expect.poll(pages).toBe(0);
  });

  describe('with something in every section', () => {
    let server: LocalServer;

    beforeAll(async () => {
      server = await createLocalServer({ browser: 'off', quiet: true, allowPrivateNetworks: true, log: () => {} });
      await call(server, 'POST /v2/scrape', {
        url: `${dashboard.site.url}/a/long/path/of/a/page/that/does/not/fit/into/a/line`,
      });
      await call(server, 'POST /v2/scrape', { url: `${dashboard.site.url}/gone` });
      await call(server, 'POST /v2/crawl', { url: dashboard.site.url, webhook: `${dashboard.site.url}/hook` });
      const targets = [{ type: 'scrape', urls: [dashboard.site.url] }];
      await call(server, 'POST /v2/monitor', { name: 'Boats', schedule: { text: 'hourly' }, targets });
    });

    afterAll(() => server?.close());

    it.each([
      { colorScheme: 'light' as const, width: 1360 },
      { colorScheme: 'dark' as const, width: 390 },
    ])('is accessible, and fits the window: $colorScheme, $width pixels', async ({ colorScheme, width }) => {
      const { page } = await open(server, '', { colorScheme, viewport: { width, height: 780 } });
      for (const section of SECTIONS) {
        await page.goto(`${server.url}/#/${section}`);
        await page.locator(`.sections a[aria-current][href="#/${section}"]`).waitFor();
        await page
          .locator('.rows > li:visible, .card:visible, .scrape:visible, .about:visible, .empty p:visible')
          .first()
          .waitFor();
        const links = page.locator('.rows a');
        if (await links.first().isVisible()) {
          await links.first().click();
          await page.locator('.detail h2').waitFor();
        }
        expect(await accessibilityViolations(page), section).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    });

    it('shows a request in two lines at 390 pixels, and wraps no time', async () => {
      const { page } = await open(server, '', { viewport: { width: 390, height: 780 } });
      await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
      const heights = await rows(page).evaluateAll((all) =>
        all.map((row) => (row as unknown as DOMRectSource).offsetHeight),
      );
      expect(Math.max(...heights)).toBeLessThan(60);
      const times = await page
        .locator('.rows time')
        .evaluateAll((all) => all.map((time) => (time as unknown as DOMRectSource).offsetHeight));
      expect(Math.max(...times)).toBeLessThan(30);
    });
  });

  it('is small', async () => {
    const server = await start();
    const sizes = await Promise.all(
      ['/', '/dashboard.js', '/dashboard.css'].map(async (path) => {
        const response = await server.fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' } });
        return (await response.arrayBuffer()).byteLength;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(BUDGET);
  });
});

/** What a test reads of an element, whose type is known in the page alone. */
interface DOMRectSource {
  readonly offsetHeight: number;
}
