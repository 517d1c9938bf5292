import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { createVirtualClock } from '@trawl/base/clock';
import type { Document } from '@trawl/client';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { certificate } from './certificate.js';
import { filledMegabytesOfChildren } from './resident-memory.js';
import { call, startServer } from './server.js';

const place = browserOfMachine();

const SHELL = (script: string) =>
  `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script type="module">${script}</script></body></html>`;

/** Shells in the manner of frameworks. Each asks for its data some time after it has started, or never. */
const SHELLS: Readonly<Record<string, string>> = {
  react: `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>
    <script>load((html) => { document.getElementById('root').innerHTML = html; })</script>`,
  'react-with-layout': `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>
    document.getElementById('root').innerHTML = '<nav><a href="/">Shop</a></nav><main><p>Loading products…</p></main>';
    load((html) => { document.querySelector('main').innerHTML = html; })</script>`,
  vue: `<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled.</strong></noscript>
    <div id="app"><div>Loading...</div></div><footer>The Shop</footer>
    <script>load((html) => { document.getElementById('app').innerHTML = html; })</script>`,
  svelte: `<div style="display: contents"></div><script>load((html) => { document.body.firstChild.innerHTML = html; })</script>`,
  angular: `<app-root></app-root><footer>The Shop</footer>
    <script>load((html) => { document.querySelector('app-root').innerHTML = html; })</script>`,
  next: `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script>
    <script>load((html) => { document.getElementById('__next').innerHTML = html; })</script>`,
  htmx: `<h1>Shop</h1><div hx-get="/tea" hx-trigger="load">Please wait</div>
    <script>load((html) => { document.querySelector('[hx-get]').innerHTML = html; })</script>`,
  lit: `<my-shop></my-shop><script>const root = document.querySelector('my-shop').attachShadow({ mode: 'open' });
    root.innerHTML = '<p>Loading…</p>'; load((html) => { root.innerHTML = html; })</script>`,
};

const DELAYED_LOAD = `<script>const load = (show) => location.search === '?never' ||
  setTimeout(async () => show(await (await fetch('/tea')).text()), Number(location.search.slice(1)));</script>`;

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.md': 'application/octet-stream',
};

const PAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(SHELLS).map(([name, body]) => [
      `/shells/${name}`,
      `<!doctype html><title>Shop</title>${DELAYED_LOAD}<body>${body}`,
    ]),
  ),
  '/tea': '<h2>Tea</h2><p>2 EUR a cup</p>',
  '/shadow/declared': `<!doctype html><title>Tea</title><tea-page><p>2 EUR a cup</p><template shadowrootmode="open">
    <h1>Tea</h1><slot></slot></template></tea-page>`,
  '/shadow/made': `<!doctype html><title>Tea</title><tea-page><p>2 EUR a cup</p></tea-page><script>
    document.querySelector('tea-page').attachShadow({ mode: 'open' }).innerHTML = '<h1>Tea</h1><slot></slot>'</script>`,
  '/app': SHELL(`
    const { products } = await (await fetch('/products.json')).json();
    document.getElementById('root').innerHTML = '<h1>Products</h1><ul>' +
      products.map((name) => '<li><a href="/app/' + name + '">' + name + '</a></li>').join('') + '</ul>';`),
  '/app/tea': SHELL(`document.getElementById('root').innerHTML = '<h1>Tea</h1><p>2 EUR a cup</p>'`),
  '/app/coffee': SHELL(`document.getElementById('root').innerHTML = '<h1>Coffee</h1><p>3 EUR a cup</p>'`),
  // No page links to it, so a crawl has stored no copy of it.
  '/unlisted': SHELL(`document.getElementById('root').innerHTML = '<h1>Cocoa</h1><p>4 EUR a cup</p>'`),
  '/products.json': JSON.stringify({ products: ['tea', 'coffee'] }),
  '/static':
    '<!doctype html><title>Static</title><h1>Static</h1><p id="t">Served whole</p><script>document.getElementById("t").textContent = "Changed"</script>',
  '/red':
    '<!doctype html><title>Red</title><body style="margin:0;background:#ff0000"><div style="height:3000px"></div>',
  '/banner': `<!doctype html><title>Bread</title><body style="margin:0"><h1>Bread</h1><p>Bake it well.</p>
    <div id="cookie-notice" style="position:fixed;inset:0;background:#ff0000">Cookies? <button>Decline</button></div>
    <script>document.querySelector('button').onclick = () => document.getElementById('cookie-notice').remove()</script>`,
  '/tall': '<!doctype html><title>Tall</title><body style="margin:0"><div style="height:100000px"></div>',
  '/form': `<!doctype html><title>Form</title><body style="height:5000px">
    <input id="name" oninput="log('input ' + this.value)"><button class="more" onclick="log('one')">1</button>
    <button class="more" onclick="log('two')">2</button>
    <div id="box" style="height:50px;overflow:auto"><div style="height:500px">long</div></div><ol id="log"></ol>
    <script>function log(text) { document.getElementById('log').insertAdjacentHTML('beforeend', '<li>' + text + '</li>'); }
    document.getElementById('name').addEventListener('keydown', (event) => { if (event.key === 'Enter') log('entered'); });
    setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late">Late</p>'), 200);</script>`,
  '/who': `<!doctype html><title>Who</title><meta name="viewport" content="width=device-width"><p id="who"></p><script>document.getElementById('who').textContent =
    [navigator.language, innerWidth, navigator.maxTouchPoints > 0, document.cookie, Intl.DateTimeFormat().resolvedOptions().timeZone, (1.5).toLocaleString()].join(' | ')</script>`,
  '/version': `<!doctype html><title>Version</title><p id="versions"></p><script>
    const { brands, mobile } = navigator.userAgentData;
    const { version } = brands.find(({ brand }) => brand === 'Chromium');
    document.getElementById('versions').textContent = JSON.stringify([navigator.userAgent, version, mobile]);</script>`,
  '/languages': `<!doctype html><title>Languages</title><p id="who"></p><iframe srcdoc="<p>Frame"></iframe><script>
    document.getElementById('who').textContent =
      [navigator.language, navigator.languages, frames[0].navigator.languages].join(' | ')</script>`,
  '/links': `<!doctype html><title>Links</title><p>Here</p><a href="/tea" target="_blank">Tea</a>
    <form action="/tea" target="_blank"><button>Tea</button></form><button id="script" onclick="window.open('/tea')">Tea</button>`,
  '/dialogs':
    '<!doctype html><title>Dialogs</title><p>Hello</p><script>for (;;) { alert(1); confirm(2); prompt(3); }</script>',
  '/frames':
    '<!doctype html><title>Frames</title><p>Hello</p><script>for (let i = 0; i < 1000; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "/static?" + i }))</script>',
  '/windows': '<!doctype html><title>Windows</title><p>Hello</p><script>setInterval(() => open("/static"), 1)</script>',
  '/nodes':
    '<!doctype html><title>Nodes</title><p>Hello</p><script>setInterval(() => { for (let i = 0; i < 1000; i++) document.body.append(document.createElement("div")); }, 1)</script>',
  '/heap':
    '<!doctype html><title>Heap</title><p>Hello</p><script>const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));</script>',
  '/hop':
    '<!doctype html><title>Hop</title><p>Wait</p><script>setTimeout(() => { location.href = "/hop-2"; }, 20)</script>',
  '/hop-2': '<!doctype html><title>Hop</title><p>Wait</p><script>location.href = "/app/tea"</script>',
  '/hops':
    '<!doctype html><title>Hops</title><p>Wait</p><script>setTimeout(() => { location.href = "/hops?" + Math.random(); }, 20)</script>',
  '/begun':
    '<!doctype html><title>Begun</title><p>Wait</p><script>setTimeout(() => { location.href = "/halves"; }, 200)</script>',
  '/notes.md': '# Notes\n\nKept as text',
  '/bomb': `<!doctype html><title>Bomb</title><p>Hello</p><script>
    if (location.search) document.body.append(Object.assign(new Image(), { src: '/bomb.png', width: 500 }));</script>`,
  '/endless':
    '<!doctype html><title>Endless</title><h1>Endless</h1><script>setTimeout(() => { for (;;); }, 300)</script>',
};

/** A black picture of 50,000 by 50,000 pixels in 300 kB: as the browser shows it, it would take 10 GB. */
function bomb(): Buffer {
  const side = 50_000;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit a pixel, and each line begins with the number of its filter.
  header[8] = 1;
  const lines = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

/** The colour of the first pixel of a PNG: no filter changes it, as nothing stands before it. */
function firstPixel(png: Buffer): number[] {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return [...inflateSync(Buffer.concat(parts)).subarray(1, 4)];
}

describe.skipIf(!place)('a server with a browser', { timeout: 60_000 }, () => {
  let server: LocalServer;
  let site: Server;
  let base = '';
  const clock = createVirtualClock();
  const received: IncomingMessage[] = [];
  let refusesBrowsers = false;

  beforeAll(async () => {
    site = createServer((request: IncomingMessage, response: ServerResponse) => {
      received.push(request);
      if (refusesBrowsers && request.headers['user-agent']?.startsWith('Mozilla')) return void response.destroy();
      const { pathname } = new URL(request.url ?? '', 'http://site.invalid');
      const body = pathname === '/bomb.png' ? bomb() : PAGES[pathname];
      response.statusCode = body === undefined ? 404 : 200;
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/html; charset=utf-8');
      if (pathname === '/away') response.writeHead(302, { location: base.replace('127.0.0.1', 'localhost') });
      if (pathname === '/halves') {
        response.write('<!doctype html><title>Halves</title>');
        setTimeout(() => response.end('<p>The second half</p>'), 1000);
        return;
      }
      response.end(body ?? '<!doctype html><title>Gone</title><h1>Gone</h1>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    server = await startServer({ allowPrivateNetworks: true, browser: undefined, clock }, () => {});
  });

  afterAll(async () => {
    await server?.close();
    site.closeAllConnections();
    site.close();
  });

  const attempt = async (path: string, options: object = {}) => {
    const body = { url: base + path, maxAge: 0, ...options };
    return call(server, 'POST /v2/scrape', { body });
  };

  const scrape = async (path: string, options: object = {}): Promise<Document> => {
    const answer = await attempt(path, options);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    return (answer.body as { data: Document }).data;
  };

  const download = async (url: string | null | undefined) => {
    const response = await server.fetch(url ?? '');
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };

  const picture = async (url: string | null | undefined) => {
    const { type, bytes } = await download(url);
    expect(type).toBe('image/png');
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), firstPixel: firstPixel(bytes) };
  };

  it('says which', async () => {
    const { body } = await call(server, 'GET /_local/capabilities');
    expect(body).toMatchObject({ data: { browser: true, browserUsed: place && 'path' in place ? place.path : '' } });
    expect((await call(server, 'GET /')).body).toContain('Render pages that their scripts make');
  });

  it('renders a shell, and fetches what is whole', async () => {
    const app = await scrape('/app', { formats: ['markdown', 'links'] });
    expect(app.markdown).toContain('# Products');
    expect(app.links).toEqual([`${base}/app/tea`, `${base}/app/coffee`]);
    expect(app.warning).toBeUndefined();
    expect((await scrape('/static')).markdown).toContain('Served whole');
  });

  it('shows a page in the browser that is no proper HTTP, by TLS', async () => {
    const visits: string[] = [];
    const site = createTlsServer(certificate, (socket) => {
      socket.on('error', () => {});
      socket.once('data', (request) => {
        visits.push(String(request).slice(0, 5));
        const body = '<title>Tea</title><h1>Tea</h1><p>2 EUR a cup</p>';
        socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nBad Header: x\r\nConnection: close\r\n\r\n${body}`);
      });
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    onTestFinished(() => void site.close());
    const url = `https://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const { status, body } = await call(server, 'POST /v2/scrape', { body: { url } });
    expect({ status, body, visits }).toMatchObject({
      status: 200,
      body: { data: { markdown: expect.stringContaining('2 EUR a cup') } },
    });
    expect(visits.length).toBeGreaterThan(1);
  });

  it('does not fetch a shell again before it renders it, unless that was an hour ago or fails', async () => {
    const visitors = async (options: object = {}) => {
      received.length = 0;
      const { markdown, warning } = await scrape('/app/coffee', options);
      const agents = received
        .filter(({ url }) => url !== '/favicon.ico')
        .map(({ headers }) => (headers['user-agent']?.startsWith('Mozilla') ? 'browser' : 'fetch'));
      return { agents, isRendered: markdown?.includes('3 EUR'), warning };
    };
    expect(await visitors({ zeroDataRetention: true })).toEqual({ agents: ['fetch', 'browser'], isRendered: true });
    expect(await visitors()).toEqual({ agents: ['fetch', 'browser'], isRendered: true });
    expect(await visitors()).toEqual({ agents: ['browser'], isRendered: true });
    expect(await visitors({ headers: { 'X-Kind': 'other' } })).toMatchObject({ agents: ['fetch', 'browser'] });
    await clock.advance(60 * 60 * 1000);
    expect(await visitors()).toMatchObject({ agents: ['fetch', 'browser'] });
    onTestFinished(() => {
      refusesBrowsers = false;
    });
    refusesBrowsers = true;
    expect(await visitors()).toMatchObject({
      isRendered: false,
      warning: expect.stringContaining('The scripts that make this page were not run'),
    });
    refusesBrowsers = false;
    expect(await visitors()).toMatchObject({ agents: ['fetch', 'browser'], isRendered: true });
  });

  it.each([0, 100, 800])('waits for shells that are filled after %d ms', async (delay) => {
    const pages = await Promise.all(
      Object.keys(SHELLS).map(async (name) => {
        const { markdown, warning } = await scrape(`/shells/${name}?${delay}`);
        return { name, markdown, warning };
      }),
    );
    for (const page of pages)
      expect(page).toEqual({ name: page.name, markdown: expect.stringContaining('2 EUR a cup'), warning: undefined });
  });

  it('leaves a shell as it is for a caller in a hurry, and runs its scripts for the next one', async () => {
    const hurried = await scrape('/shells/htmx?5', { fastMode: true });
    expect(hurried.markdown).not.toContain('2 EUR a cup');
    expect(hurried.warning).toContain('`fastMode` runs none');
    const { markdown, warning } = await scrape('/shells/htmx?5');
    expect([markdown, warning]).toEqual([expect.stringContaining('2 EUR a cup'), undefined]);
  });

  it('says that a shell has stayed empty', async () => {
    // Half of this time is waited for its content.
    const { warning } = await scrape('/shells/react?never', { timeout: 3000 });
    expect(warning).toBe(
      'The scripts of this page had not shown its content when it was read. Wait longer with `waitFor`, or for an element with a `wait` action.',
    );
  });

  it('reads shadow roots, declared in the HTML and made by scripts', async () => {
    const declared = await scrape('/shadow/declared');
    expect(declared.markdown).toBe('# Tea\n\n2 EUR a cup');
    const page = await scrape('/shadow/made', { formats: ['markdown', 'rawHtml'], waitFor: 1 });
    expect(page.markdown).toBe('# Tea\n\n2 EUR a cup');
    expect(page.rawHtml).toContain('<template shadowrootmode="open">');
  });

  it('finds the links of a client-rendered site in a map and in a crawl', async () => {
    const map = await call(server, 'POST /v2/map', { body: { url: `${base}/app`, ignoreCache: true } });
    expect(map.body).toMatchObject({
      links: expect.arrayContaining([expect.objectContaining({ url: `${base}/app/tea` })]),
    });
    const scrapeOptions = { formats: ['markdown', 'screenshot'] };
    const started = await call(server, 'POST /v2/crawl', { body: { url: `${base}/app`, limit: 5, scrapeOptions } });
    const { id } = started.body as { id: string };
    await expect
      .poll(async () => (await call(server, `GET /v2/crawl/${id}`)).body, { timeout: 30_000 })
      .toMatchObject({ status: 'completed' });
    const { body } = await call(server, `GET /v2/crawl/${id}`);
    const { data } = body as { data: Document[] };
    expect(data).toHaveLength(3);
    for (const { screenshot } of data) expect((await picture(screenshot)).width).toBe(1280);
    const texts = data.map(({ markdown }) => markdown).join('\n');
    expect(texts).toContain('2 EUR a cup');
    expect(texts).toContain('3 EUR a cup');
  });

  it('takes screenshots of the window and of the whole page, in the size and quality asked for', async () => {
    const small = await scrape('/red', { formats: [{ type: 'screenshot', viewport: { width: 320, height: 200 } }] });
    expect(await picture(small.screenshot)).toEqual({ width: 320, height: 200, firstPixel: [255, 0, 0] });
    const whole = await scrape('/red', { formats: [{ type: 'screenshot', fullPage: true }] });
    expect(await picture(whole.screenshot)).toMatchObject({ height: 3000, firstPixel: [255, 0, 0] });
    const rough = await scrape('/red', { formats: [{ type: 'screenshot', quality: 10 }] });
    const { type, bytes } = await download(rough.screenshot);
    expect(type).toBe('image/jpeg');
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  it('closes a cookie banner before it reads the page and takes a screenshot, unless `blockAds` is off', async () => {
    const formats = ['markdown', 'screenshot'];
    const page = await scrape('/banner', { formats, onlyMainContent: false });
    expect(page.markdown).toBe('# Bread\n\nBake it well.');
    expect((await picture(page.screenshot)).firstPixel).toEqual([255, 255, 255]);
    const covered = await scrape('/banner', { formats, onlyMainContent: false, blockAds: false });
    expect(covered.markdown).toContain('Cookies?');
    expect((await picture(covered.screenshot)).firstPixel).toEqual([255, 0, 0]);
  });

  it('takes a screenshot from the cache, where `maxAge` allows that and it was taken in the same way', async () => {
    const screenshot = { type: 'screenshot', viewport: { width: 320, height: 200 } };
    const first = await scrape('/red?cached', { formats: [screenshot], maxAge: 60_000 });
    const second = await scrape('/red?cached', { formats: [{ ...screenshot }], maxAge: 60_000 });
    expect([first.metadata?.cacheState, second.metadata?.cacheState]).toEqual(['miss', 'hit']);
    expect(await picture(second.screenshot)).toEqual({ width: 320, height: 200, firstPixel: [255, 0, 0] });
    const whole = { formats: [{ type: 'screenshot', fullPage: true }], maxAge: 60_000 };
    expect((await scrape('/red?cached', whole)).metadata).toMatchObject({ cacheState: 'miss' });
    expect((await scrape('/red?cached', { ...whole, maxAge: 0 })).metadata?.cacheState).toBeUndefined();
  });

  it('cuts the screenshot of an endless page, and says so', async () => {
    const { screenshot, warning } = await scrape('/tall', { formats: [{ type: 'screenshot', fullPage: true }] });
    expect(warning).toContain('upper part of the page only');
    expect((await picture(screenshot)).height).toBeLessThanOrEqual(16_384);
  });

  it('serves a screenshot for 24 hours', async () => {
    const { screenshot } = await scrape('/red', { formats: ['screenshot'] });
    expect(await download(screenshot)).toMatchObject({ status: 200 });
    await clock.advance(24 * 60 * 60 * 1000);
    expect(await download(screenshot)).toMatchObject({ status: 404 });
  });

  it('gives the screenshot itself to a caller of whom nothing is stored', async () => {
    const { screenshot } = await scrape('/red', { formats: ['screenshot'], zeroDataRetention: true });
    expect(screenshot).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  it('does actions in their order, and brings what they made', async () => {
    const { actions, markdown } = await scrape('/form', {
      actions: [
        { type: 'wait', selector: '#late' },
        { type: 'click', selector: '#name' },
        { type: 'write', text: 'Eve' },
        { type: 'press', key: 'Enter' },
        { type: 'scrape' },
        { type: 'click', selector: '.more', all: true },
        { type: 'click', selector: '.none', all: true },
        { type: 'screenshot', viewport: { width: 400, height: 300 } },
        { type: 'executeJavascript', script: 'document.title' },
        { type: 'executeJavascript', script: 'return { y: scrollY }' },
        { type: 'scroll', direction: 'down' },
        { type: 'scroll', selector: '#box' },
        { type: 'wait', milliseconds: 10 },
        { type: 'executeJavascript', script: '[scrollY > 0, document.getElementById("box").scrollTop > 0]' },
        { type: 'pdf', format: 'A5', landscape: true },
      ],
    });
    expect(markdown).toMatch(/input E\s.*input Ev\s.*input Eve\s.*entered.*one.*two/s);
    expect(actions?.scrapes).toEqual([{ url: `${base}/form`, html: expect.stringContaining('<li>entered</li>') }]);
    expect(actions?.scrapes?.[0]?.html).not.toContain('<li>one</li>');
    expect(actions?.javascriptReturns).toEqual([
      { type: 'string', value: 'Form' },
      { type: 'object', value: { y: 0 } },
      { type: 'object', value: [true, true] },
    ]);
    expect(await picture(actions?.screenshots?.[0])).toMatchObject({ width: 400, height: 300 });
    const pdf = await download(actions?.pdfs?.[0]);
    expect(pdf.type).toBe('application/pdf');
    const { view } = await (await getDocumentProxy(new Uint8Array(pdf.bytes))).getPage(1);
    expect(view.map(Math.round)).toEqual([0, 0, 596, 420]);
  });

  it('goes where a click on a link with a target leads, and says that a script opened a window', async () => {
    const click = (selector: string) => scrape('/links', { actions: [{ type: 'click', selector }] });
    for (const selector of ['a', 'form button']) expect((await click(selector)).markdown).toContain('2 EUR a cup');
    const { markdown, warning } = await click('#script');
    expect(markdown).toContain('Here');
    expect(warning).toContain('A click opened a window, which was closed');
  });

  it('runs scripts that wait, and returns what JSON cannot hold as text', async () => {
    const scripts = [
      `const answer = await fetch('/products.json'); answer.status`,
      `await (async () => 'waited')()`,
      `const values = []; for await (const value of [1, 2]) values.push(value); values`,
      'if (document.title) 1; else 2',
      'function later() { return 7; }',
      'later()',
      'const cyclic = { name: "tea", size: 3n }; cyclic.self = cyclic; cyclic',
      '2n ** 64n',
      'window.open("/static")',
      '[document.querySelector("#box"), new Date(0), new Error("Oh"), undefined, Symbol("s")]',
    ];
    const { actions } = await scrape('/form', {
      actions: scripts.map((script) => ({ type: 'executeJavascript', script })),
    });
    expect(actions?.javascriptReturns).toEqual([
      { type: 'number', value: 200 },
      { type: 'string', value: 'waited' },
      { type: 'object', value: [1, 2] },
      { type: 'number', value: 1 },
      { type: 'undefined', value: null },
      { type: 'number', value: 7 },
      { type: 'object', value: { name: 'tea', size: '3', self: '[Circular]' } },
      { type: 'bigint', value: '18446744073709551616' },
      { type: 'object', value: '[object Window]' },
      {
        type: 'object',
        value: ['[object HTMLDivElement]', '1970-01-01T00:00:00.000Z', 'Error: Oh', null, 'Symbol(s)'],
      },
    ]);
  });

  it.each([
    [[{ type: 'click', selector: '#missing' }], 'actions[0] (click): no element matches "#missing"'],
    [
      [
        { type: 'wait', milliseconds: 1 },
        { type: 'click', selector: '!' },
      ],
      'selector is not a CSS selector: "!"',
    ],
    [[{ type: 'write', text: 'x' }], 'actions[0] (write): no element has the focus'],
    [[{ type: 'press', key: 'Nokey' }], 'actions[0] (press): Unknown key: "Nokey"'],
    [[{ type: 'executeJavascript', script: 'throw new Error("Oh")' }], 'actions[0] (executeJavascript): Oh'],
    [
      [{ type: 'executeJavascript', script: '"x".repeat(1000001)' }],
      'actions[0] (executeJavascript): The script returned more than 1000000 characters and values.',
    ],
    [[{ type: 'pdf', scale: 7 }], 'actions[0] (pdf):'],
  ])('names an action that cannot be done: %j', async (actions, message) => {
    const { status, body } = await attempt('/form', { actions, timeout: 8000 });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: expect.stringContaining(message) },
    });
  });

  it('refuses to wait for more than a minute in all', async () => {
    const actions = [{ type: 'wait', milliseconds: 40_000 }];
    expect(await attempt('/form', { actions, waitFor: 25_000 })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('65000 ms') },
    });
  });

  it('waits, is a mobile device, and speaks the languages asked for', async () => {
    expect((await scrape('/form', { waitFor: 400 })).markdown).toContain('Late');
    const who = await scrape('/who', { mobile: true, location: { country: 'DE', languages: ['de-DE'] } });
    expect(who.markdown).toContain('de-DE | 412 | true');
    expect(received.at(-1)?.headers['accept-language']).toContain('de-DE');
    expect(who.markdown).toContain('Europe/Berlin | 1,5');
    const several = await scrape('/languages', { location: { languages: ['fr-CH', 'de', 'en-GB'] } });
    expect(several.markdown).toContain('fr-CH | fr-CH,de,en-GB | fr-CH,de,en-GB');
    const asked = received.find(({ url }) => url === '/languages')?.headers['accept-language'];
    expect(asked).toBe('fr-CH,de;q=0.9,en-GB;q=0.8');
    const there = await scrape('/who', { waitFor: 1, location: { country: 'JP' } });
    expect(there.markdown).toMatch(/^ja-JP .* Asia\/Tokyo/);
  });

  it.each([false, true])('says the same version in headers and scripts, with `mobile: %s`', async (mobile) => {
    received.length = 0;
    const { markdown } = await scrape('/version', { mobile, waitFor: 1 });
    const [agent, version, isMobile] = JSON.parse(String(markdown).replaceAll('\\', '')) as [string, string, boolean];
    expect(agent).toContain(`Chrome/${version}.0.0.0`);
    expect(isMobile).toBe(mobile);
    expect(received[0]?.headers).toMatchObject({
      'user-agent': agent,
      'sec-ch-ua': expect.stringContaining(`"Chromium";v="${version}"`),
      'sec-ch-ua-mobile': mobile ? '?1' : '?0',
    });
  });

  it('sends headers and cookies to the page, and to no third party', async () => {
    received.length = 0;
    const headers = { Cookie: 'session=1; a=b', 'X-Key': 'secret' };
    const other = base.replace('127.0.0.1', 'localhost');
    const script = `fetch('${other}/products.json', { mode: 'no-cors' }).then(() => fetch('/products.json')).then(() => 'done')`;
    const page = await scrape('/who', { headers, actions: [{ type: 'executeJavascript', script }] });
    expect(page.markdown).toContain('session=1; a=b');
    const sent = received
      .filter(({ url }) => url !== '/favicon.ico')
      .map((request) => [request.headers.host, request.url, request.headers['x-key'], request.headers.cookie]);
    expect(sent).toEqual([
      [new URL(base).host, '/who', 'secret', 'session=1; a=b'],
      [new URL(other).host, '/products.json', undefined, undefined],
      [new URL(base).host, '/products.json', 'secret', 'session=1; a=b'],
    ]);
  });

  it('sends no header to where a page redirects', async () => {
    received.length = 0;
    await scrape('/away', { headers: { 'X-Key': 'secret' }, waitFor: 1 });
    const keys = received.filter(({ url }) => url !== '/favicon.ico').map(({ headers }) => headers['x-key']);
    expect(keys).toEqual(['secret', undefined]);
  });

  it('follows a page whose scripts open another, and reads one that never stops to', async () => {
    expect((await scrape('/hop', { waitFor: 1 })).markdown).toContain('2 EUR');
    expect(await attempt('/hops', { waitFor: 1, timeout: 4000 })).toMatchObject({ status: 200 });
  });

  it('reads no page of which only the head has come', async () => {
    // The page that settles leads to the other one within this time.
    expect((await scrape('/begun', { waitFor: 400 })).markdown).toBe('The second half');
  });

  it('spends the deadline of a page that never ends, and goes on with the next', async () => {
    expect(await attempt('/endless', { waitFor: 500, timeout: 1500 })).toMatchObject({
      status: 408,
      body: { code: 'SCRAPE_TIMEOUT' },
    });
    expect((await scrape('/app/tea')).markdown).toContain('2 EUR');
  });

  it('keeps the status of a page, and what is no page', async () => {
    expect((await scrape('/gone', { waitFor: 1 })).metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect((await scrape('/notes.md', { waitFor: 1 })).markdown).toContain('Kept as text');
    expect((await scrape('/products.json', { waitFor: 1, formats: ['rawHtml'] })).rawHtml).toBe(
      PAGES['/products.json'],
    );
  });

  it('leaves the page to the cache where only that is asked', async () => {
    await scrape('/app/tea', { maxAge: 1000 });
    const page = await scrape('/app/tea', { maxAge: undefined, minAge: 0, formats: ['markdown', 'screenshot'] });
    expect(page).toMatchObject({
      markdown: expect.stringContaining('2 EUR'),
      warning: expect.stringContaining('screenshot'),
      metadata: { cacheState: 'hit' },
    });
    expect(page.screenshot).toBeUndefined();
  });

  it('keeps a copy of a rendered page for what asks for the same, and for lockdown, at the cost of a page', async () => {
    received.length = 0;
    const visited = () =>
      received
        .splice(0)
        .map(({ url }) => url)
        .filter((url) => url === '/unlisted').length;
    const again = async (options: object = {}) => {
      const { metadata } = await scrape('/unlisted', { maxAge: undefined, ...options });
      return [metadata?.cacheState, visited() > 0, metadata?.creditsUsed];
    };
    expect(await again({ zeroDataRetention: true })).toEqual(['miss', true, 1]);
    expect(await attempt('/unlisted', { maxAge: undefined, lockdown: true })).toMatchObject({ status: 404 });
    expect(await again()).toEqual(['miss', true, 1]);
    expect(await again()).toEqual(['hit', false, 1]);
    expect(await again({ lockdown: true, formats: ['markdown', 'screenshot'] })).toEqual(['hit', false, 5]);
    for (const options of [{ waitFor: 1 }, { mobile: true }, { blockAds: false }, { location: { country: 'DE' } }]) {
      expect(await again(options)).toEqual(['miss', true, 1]);
      expect(await again(options)).toEqual(['hit', false, 1]);
    }
    expect(await again({ formats: ['screenshot'] })).toEqual(['miss', true, 1]);
    // What only this caller sees comes from no copy.
    for (const options of [{ actions: [{ type: 'press', key: 'Tab' }] }, { profile: { name: 'p' } }]) {
      expect(await again(options)).toEqual([undefined, true, 1]);
    }
    expect(await again({ waitFor: 2, threatProtection: { mode: 'normal' } })).toEqual(['miss', true, 3]);
  });

  it('visits no host that threat protection bans, not by a redirect either', async () => {
    received.length = 0;
    const banned = (host: string) => ({ threatProtection: { blacklist: [host] }, waitFor: 1 });
    for (const [path, host] of [
      ['/static', '127.0.0.1'],
      ['/away', 'localhost'],
    ] as const) {
      const { status, body } = await attempt(path, banned(host));
      expect({ status, body }).toMatchObject({ status: 403, body: { error: expect.stringContaining('blacklist') } });
    }
    expect(received.map(({ url }) => url)).toEqual(['/away']);
  });

  it.each([
    ['/dialogs', 'dialogs'],
    ['/frames', 'frames'],
    ['/windows', 'windows'],
    ['/nodes', 'nodes'],
    ['/heap', 'memory'],
  ])('outlives %s, a page with endless %s', async (path) => {
    const { status } = await attempt(path, { waitFor: 1, timeout: 1000, formats: ['screenshot'] });
    expect([200, 408, 500]).toContain(status);
    expect((await scrape('/app/tea')).markdown).toContain('2 EUR');
  });

  it('outlives a bomb in a picture, and gives its memory back', async () => {
    await scrape('/bomb', { waitFor: 1, timeout: 60_000 });
    // Of the browser alone, because this process makes the picture.
    const memory = () => filledMegabytesOfChildren(process.pid);
    const before = memory();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memory());
    }, 100);
    const { status } = await attempt('/bomb?picture', { waitFor: 1, timeout: 60_000, formats: ['screenshot'] });
    clearInterval(watch);
    expect([200, 408, 500]).toContain(status);
    expect(most - before).toBeLessThan(1_000);
    expect((await scrape('/app/tea')).markdown).toContain('2 EUR');
    await expect.poll(memory, { timeout: 30_000, interval: 500 }).toBeLessThan(before + 250);
  });
});
