import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { describeInBrowsers } from './browser.js';
import { redirectTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { type RunningBrowser, startBrowser } from './running-browser.js';
import { call, startServer } from './server.js';

/** What DevTools answers, and a page must not see. */
const SECRET = /webSocketDebuggerUrl|Protocol-Version/;

const refused = { status: 403, body: { success: false, error: expect.stringContaining('the browser of this server') } };

const scrape = (server: LocalServer, url: string, options: object = {}) =>
  call(server, 'POST /v2/scrape', { body: { url, maxAge: 0, timeout: 30_000, ...options } });

describeInBrowsers('nobody but the server gives commands to $name', { timeout: 60_000 }, ({ path }) => {
  let browser: RunningBrowser;
  let server: LocalServer;
  let port = '';
  const lines: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser(path);
    port = new URL(browser.address).port;
    const options = { allowPrivateNetworks: true, quiet: false, browser: `http://127.0.0.1:${port}` };
    server = await startServer({ ...options, log: (line) => lines.push(line) }, () => {});
  });

  afterAll(async () => {
    await server?.close();
    await browser?.end();
  });

  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.0.0.2',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ])('at %s', async (name) => {
    for (const scheme of ['http', 'https']) {
      expect(await scrape(server, `${scheme}://${name}:${port}/json/version`)).toMatchObject(refused);
    }
    expect(await scrape(server, `http://${name}:${port}/json/list`, { waitFor: 1 })).toMatchObject(refused);
  });

  test('at any address that this machine has', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces);
    for (const { address, family } of addresses.filter(({ scopeid = 0 }) => scopeid === 0)) {
      const name = family === 'IPv6' ? `[${address}]` : address;
      expect(await scrape(server, `http://${name}:${port}/json/version`)).toMatchObject(refused);
    }
  });

  test('by a redirect of what is fetched and of what is rendered', async () => {
    const { url } = await site({ '/': redirectTo(`http://localhost:${port}/json/version`) });
    expect(await scrape(server, url)).toMatchObject(refused);
    expect(await scrape(server, url, { waitFor: 1 })).toMatchObject(refused);
  });

  test('by scripts, frames and sockets of a page', async () => {
    const { url } = await site({ '/': '<p>Start</p>' });
    const script = `
      const json = await fetch('http://127.0.0.1:${port}/json/version', { mode: 'no-cors' }).then(() => 'REACHED', () => 'refused');
      const opened = (address) => new Promise((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve('REACHED');
        socket.onerror = () => resolve('refused');
      });
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.src = 'http://127.0.0.1:${port}/json/version';
      await new Promise((resolve) => { frame.onload = resolve; });
      return [json, await opened('${browser.address}'), await opened('ws://localhost:${port}/devtools/browser'), innerWidth > 0].join()`;
    const actions = [{ type: 'executeJavascript', script }, { type: 'scrape' }];
    const { body } = await scrape(server, url, { actions });
    expect(body).toMatchObject({
      data: { actions: { javascriptReturns: [{ value: 'refused,refused,refused,true' }] } },
    });
    expect(JSON.stringify(body)).not.toMatch(SECRET);
  });

  test('by the code of a session', async () => {
    const { body } = await call(server, 'POST /v2/interact', { body: {} });
    const { id } = body as { id: string };
    const code = `await page.goto('http://127.0.0.1:${port}/json/version').catch(() => {}); return page.content()`;
    const outcome = await call(server, `POST /v2/interact/${id}/execute`, { body: { code } });
    expect(JSON.stringify(outcome.body)).not.toMatch(SECRET);
    await call(server, `DELETE /v2/interact/${id}`);
  });

  test('by a webhook', async () => {
    const { url } = await site({ '/': '<p>Start</p>' });
    const crawl = { url, limit: 1, webhook: { url: `http://localhost:${port}/json/new` } };
    expect(await call(server, 'POST /v2/crawl', { body: crawl })).toMatchObject({ status: 200 });
    await eventually(() =>
      lines.filter((line) => /webhook: crawl\.completed.*the browser of this server/.test(line)),
    ).toHaveLength(1);
  });

  test('when the server has started it, with a port besides', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trawl-wrapper-'));
    const wrapper = join(folder, 'chromium');
    // As a wrapper script of a distribution adds flags from its configuration.
    await writeFile(
      wrapper,
      `#!/bin/sh\nfor each in "$@"; do case "$each" in --user-data-dir=*) echo "$each" > '${folder}/profile';; esac; done\nexec '${path}' "$@" --remote-debugging-port=0\n`,
    );
    await chmod(wrapper, 0o755);
    const launching = await startServer({ allowPrivateNetworks: true, browser: wrapper });
    const { url } = await site({ '/': '<p>Start</p>' });
    expect(await scrape(launching, url, { waitFor: 1 })).toMatchObject({ status: 200 });
    const profile = (await readFile(join(folder, 'profile'), 'utf8')).trim().replace('--user-data-dir=', '');
    expect(await readdir(profile)).toContain('DevToolsActivePort');
    const [chosen] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    expect(await scrape(launching, `http://127.0.0.1:${chosen}/json/version`)).toMatchObject(refused);
    expect(await scrape(launching, `http://localhost:${chosen}/json/list`, { waitFor: 1 })).toMatchObject(refused);
    await rm(folder, { recursive: true });
  });

  test('while other ports of this machine are open', async () => {
    const { url } = await site({ '/': '<p>Start</p>' });
    expect(await scrape(server, url)).toMatchObject({ status: 200 });
  });
});
