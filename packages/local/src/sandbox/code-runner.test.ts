import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../test/browser.js';
import { createLazyBrowser, type LazyBrowser } from '../browser/lazy-browser.js';
import { createVirtualClock } from '../clock.js';
import { createPortPolicy } from '../web/port-policy.js';
import { createCodeRunner } from './code-runner.js';

const place = browserOfMachine();

/** A public address, behind which these tests have their site. */
const PUBLIC = '93.184.216.34';

describe.skipIf(!place)('code on a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-code-'));
  const secretFile = join(folder, 'secret.txt');
  const runner = createCodeRunner();
  let lazy: LazyBrowser;
  let context: BrowserContext;
  let page: Page;
  let site = '';
  let release = () => {};
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${request.url}</title><a href="/next">next</a><input type="file" id="file">`);
  });

  /** What reached addresses of this machine. */
  const reached: string[] = [];
  const local = createTcpServer((socket) => {
    reached.push('tcp');
    socket.destroy();
  });
  const socketPath = join(folder, 'service.sock');
  const unix = createTcpServer((socket) => {
    reached.push('unix');
    socket.destroy();
  });
  const datagrams = createSocket('udp4').on('message', () => reached.push('udp'));

  beforeAll(async () => {
    writeFileSync(secretFile, 'the secret');
    pages.listen(0, '127.0.0.1');
    local.listen(0, '127.0.0.1');
    unix.listen(socketPath);
    datagrams.bind(0, '127.0.0.1');
    await Promise.all([pages, local, unix, datagrams].map((server) => once(server, 'listening')));
    site = `http://site.example:${(pages.address() as AddressInfo).port}`;
    if (!place) return;
    lazy = createLazyBrowser({
      place,
      clock: createVirtualClock(),
      policyAt: createPortPolicy({
        allowPrivateNetworks: false,
        resolve: async () => [{ address: PUBLIC, family: 4 }],
      }),
      // The address is allowed first, and replaced then.
      connect: ({ host, port, lookup }) =>
        connect({
          host,
          port,
          lookup: (name, options, callback) =>
            lookup(name, { ...options, all: false }, (error, address) => {
              if (error) return callback(error, '', 0);
              const to = address === PUBLIC ? '127.0.0.1' : String(address);
              if (options.all) callback(null, [{ address: to, family: 4 }]);
              else callback(null, to, 4);
            }),
        }),
    });
    await new Promise<void>((opened, failed) => {
      lazy
        .use(async ({ browser, proxy }) => {
          const { username, password } = proxy.open({ admit() {}, blocks: () => false });
          const own = { server: proxy.url, username, password };
          context = await browser.newContext({ proxy: own, acceptDownloads: false, serviceWorkers: 'block' });
          page = await context.newPage();
          opened();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        })
        .catch(failed);
    });
  });

  beforeEach(() => page?.goto(`${site}/start`));

  afterAll(async () => {
    await runner.close();
    release();
    await lazy?.close();
    for (const server of [pages, local, unix]) await server.close();
    datagrams.close();
    pages.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  const run = (code: string, { timeoutMs = 30_000, signal = new AbortController().signal } = {}) =>
    runner.run({ code, timeoutMs, page, signal });

  it('returns the value of its last expression, or what it returns', async () => {
    const done = { stdout: '', stderr: '', exitCode: 0, killed: false };
    expect(await run('await page.title()')).toEqual({ ...done, result: '/start' });
    expect(await run('if (true) { return page.url() }')).toEqual({ ...done, result: `${site}/start` });
    expect(await run('const n = [1, 2]; ({ n, pages: context.pages().length }); // last')).toEqual({
      ...done,
      result: '{"n":[1,2],"pages":1}',
    });
    expect(await run('const a = { big: 2n }; a.a = a')).toMatchObject({ result: expect.stringContaining('[Circular') });
    expect(await run('const nothing = 1')).toEqual({ ...done, result: undefined });
  });

  it('goes on in the page that the service has, and prints', async () => {
    const code = `await page.click('a'); console.log('at', page.url()); console.error('no fault'); await page.title()`;
    expect(await run(code)).toEqual({
      stdout: `at ${site}/next\n`,
      stderr: 'no fault\n',
      result: '/next',
      exitCode: 0,
      killed: false,
    });
    expect(page.url()).toBe(`${site}/next`);
    const more = `const other = await context.newPage(); await other.goto('${site}/other');
      await page.setInputFiles('#file', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
      const name = await page.evaluate('document.querySelector("#file").files[0].name');
      await page.route('**/made', (route) => route.fulfill({ body: '<title>made</title>', contentType: 'text/html' }));
      await page.goto('${site}/made'); const title = await page.title(); await other.close(); await browser.close();
      [name, title, require('node:path').basename('/a/b')]`;
    expect(await run(more)).toMatchObject({ result: '["a.txt","made","b"]', stderr: '', exitCode: 0 });
  });

  it('says where it failed', async () => {
    expect(await run('const a = 1;\nthrow new TypeError("wrong")')).toMatchObject({
      stderr: expect.stringMatching(/^TypeError: wrong\n\s+at code\.js:2:7\n/),
      result: undefined,
      exitCode: 1,
      killed: false,
    });
    expect((await run('await page.click("#none", { timeout: 50 })')).stderr).toContain('Timeout 50ms exceeded');
    expect((await run('this is no code')).stderr).toContain('SyntaxError');
    expect(await run('console.log("before"); process.exit(7)')).toMatchObject({ stdout: 'before\n', exitCode: 7 });
    expect(
      (await run('setTimeout(() => { throw new Error("late") }, 1); await page.waitForTimeout(5_000)')).stderr,
    ).toContain('late');
  });

  it('says what it leaves out, and refuses a result that is too long', async () => {
    const { stdout } = await run('console.log("é".repeat(2_000_000))');
    expect(stdout.length).toBeLessThan(600_000);
    expect(stdout).toMatch(/é\n\[The rest was left out: only the first megabyte of the output is kept\.\]\n$/);
    expect(await run('"x".repeat(1_000_001)')).toMatchObject({
      stderr: expect.stringContaining('The result has 1000001 characters, and at most 1000000 are returned.'),
      exitCode: 1,
    });
  });
});
