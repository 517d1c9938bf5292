import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock } from '@trawl/base/clock';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const place = browserOfMachine();

const PAGES: Readonly<Record<string, string>> = {
  '/shop': `<title>Shop</title><input id="item"><button onclick="done.textContent += item.value + ';'; fetch('/bought/' + done.textContent)">Buy</button>
    <p id="done"></p>`,
  '/link': '<title>Link</title><a href="/static" target="_blank">Static</a>',
  '/link-to-silence': '<title>Link</title><a href="/silence" target="_blank">A page that never answers</a>',
  '/static': '<title>Static</title><h1>Served whole</h1><p>This page has no scripts at all, and is fetched.</p>',
  '/notes.pdf': '',
};

interface Interaction {
  readonly success: boolean;
  readonly result?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly error?: string;
  readonly sessionId: string;
  readonly cdpUrl: string;
  readonly liveViewUrl: string;
  readonly interactiveLiveViewUrl: string;
}

interface Created extends Pick<Interaction, 'cdpUrl' | 'liveViewUrl' | 'interactiveLiveViewUrl'> {
  readonly id: string;
  readonly expiresAt: string;
}

describe.skipIf(!place)('sessions of a server with a browser', { timeout: 60_000 }, () => {
  let server: LocalServer;
  let base: string;
  const received: IncomingMessage[] = [];
  const lines: string[] = [];
  const clock = createVirtualClock();
  const site = createServer((request, response) => {
    received.push(request);
    if (request.url === '/silence') return;
    const body = PAGES[request.url ?? ''];
    if (body === '') response.setHeader('content-disposition', 'attachment');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html>${body ?? 'None'}`);
  });

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const options = { allowPrivateNetworks: true, browser: undefined, clock, quiet: false, maxSessions: 3 };
    server = await startServer({ ...options, log: (line) => lines.push(line) }, () => {});
  });

  afterAll(async () => {
    await server?.close();
    site.closeAllConnections();
    site.close();
  });

  const scrape = async (path: string, options: object = {}) => {
    const body = { url: base + path, maxAge: 0, ...options };
    const answer = await call(server, 'POST /v2/scrape', { body });
    return (answer.body as { data: { metadata: { scrapeId: string } } }).data.metadata.scrapeId;
  };

  const interact = (id: string, code: string, options: object = {}) =>
    call(server, `POST /v2/scrape/${id}/interact`, { body: { code, ...options } });

  /** Opens a session that is closed at the end of the test. */
  const open = async (body: object = {}): Promise<Created> => {
    const answer = await call(server, 'POST /v2/interact', { body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const created = answer.body as Created;
    onTestFinished(async () => {
      await call(server, `DELETE /v2/interact/${created.id}`);
    });
    return created;
  };

  const execute = (id: string, code: string, options: object = {}) =>
    call(server, `POST /v2/interact/${id}/execute`, { body: { code, ...options } });

  /** Carries out a command, which starts no process as code does; resolves to what it prints. */
  const command = async (id: string, text: string): Promise<string> => {
    const { body } = await execute(id, `agent-browser ${text}`, { language: 'bash' });
    const { success, stdout = '', stderr } = body as Interaction;
    expect({ success, stderr }).toEqual({ success: true, stderr: '' });
    return stdout.trim();
  };

  describe('a scrape', () => {
    it('is gone on with by code, in several calls, and closed', async () => {
      const id = await scrape('/shop', {
        actions: [
          { type: 'click', selector: '#item' },
          { type: 'write', text: 'tea' },
        ],
      });
      const first = await interact(
        id,
        `await page.click('button'); console.log('bought'); return page.textContent('#done');`,
      );
      expect(first).toMatchObject({
        status: 200,
        body: { success: true, result: 'tea;', stdout: 'bought\n', stderr: '', exitCode: 0, killed: false },
      });
      const second = await interact(
        id,
        `await page.fill('#item', 'rice'); await page.click('button'); page.textContent('#done')`,
      );
      expect(second.body).toMatchObject({ result: 'tea;rice;', sessionId: (first.body as Interaction).sessionId });
      const line = `DELETE /v2/scrape/${id}/interact`;
      expect(await call(server, line)).toMatchObject({ status: 200, body: { success: true } });
      expect(await call(server, line)).toMatchObject({ status: 200 });
      expect(await interact(id, '1')).toMatchObject({
        status: 410,
        body: { success: false, error: expect.stringContaining('The browser session has ended.') },
      });
    });

    it('that was only fetched is opened in the browser, and no session is open before', async () => {
      const id = await scrape('/static', { headers: { 'X-Key': 'secret' } });
      expect(await call(server, `DELETE /v2/scrape/${id}/interact`)).toMatchObject({ status: 404 });
      received.length = 0;
      expect((await interact(id, 'page.title()')).body).toMatchObject({ success: true, result: 'Static' });
      expect(received[0]).toMatchObject({ url: '/static', headers: { 'x-key': 'secret' } });
      await call(server, `DELETE /v2/scrape/${id}/interact`);
    });

    it('that only read the page opens it again, and one with actions goes on with it', async () => {
      const visits = () => received.filter(({ url }) => url === '/shop').length;
      for (const [options, count] of [
        [{ waitFor: 1 }, 2],
        [{ actions: [{ type: 'wait', milliseconds: 1 }] }, 1],
      ] as const) {
        received.length = 0;
        const id = await scrape('/shop', options);
        expect(visits()).toBe(1);
        expect((await interact(id, 'page.url()')).body).toMatchObject({ result: `${base}/shop` });
        expect(visits()).toBe(count);
        await call(server, `DELETE /v2/scrape/${id}/interact`);
      }
    });

    it('of a job is gone on with too, and a file has no page', async () => {
      const { body } = await call(server, 'POST /v2/batch/scrape', { body: { urls: [`${base}/static`] } });
      const { id } = body as { id: string };
      const state = async () => (await call(server, `GET /v2/batch/scrape/${id}`)).body;
      await eventually(state).toMatchObject({ status: 'completed' });
      const { data } = (await state()) as { data: { metadata: { scrapeId: string } }[] };
      const { scrapeId = '' } = data[0]?.metadata ?? {};
      expect((await interact(scrapeId, 'page.url()')).body).toMatchObject({ result: `${base}/static` });
      await call(server, `DELETE /v2/scrape/${scrapeId}/interact`);
      expect(await interact(await scrape('/notes.pdf'), '1')).toMatchObject({ status: 409 });
    });

    it('says what fails: code, a language, a prompt', async () => {
      const id = await scrape('/static');
      expect(await interact(id, `throw new Error('No anchor')`)).toMatchObject({
        status: 200,
        body: { success: false, exitCode: 1, error: expect.stringContaining('No anchor') },
      });
      expect(await interact(id, 'print(1)', { language: 'python' })).toMatchObject({ status: 400 });
      const prompt = { body: { prompt: 'Click' } };
      expect(await call(server, `POST /v2/scrape/${id}/interact`, prompt)).toMatchObject({
        status: 503,
        body: { error: expect.stringContaining('--model-url') },
      });
      await call(server, `DELETE /v2/scrape/${id}/interact`);
    });

    it('of which nothing is stored cannot be gone on with', async () => {
      const id = await scrape('/shop', { waitFor: 1, zeroDataRetention: true });
      expect(await interact(id, '1')).toMatchObject({ status: 409 });
    });
  });

  describe('a session of its own', () => {
    it('runs code, is listed by its state, and is billed when it is closed', async () => {
      const { id, expiresAt } = await open({ ttl: 120, foo: 1 });
      expect(expiresAt).toBe(new Date(clock.now() + 120_000).toISOString());
      const result = await execute(id, `await page.goto('${base}/static'); return page.title();`);
      expect(result.body).toMatchObject({ success: true, result: 'Static' });
      const active = await call(server, 'GET /v2/interact?status=active');
      expect(active.body).toMatchObject({ sessions: [{ id, status: 'active', cdpUrl: expect.any(String) }] });
      await clock.advance(61_234);
      const closed = await call(server, `DELETE /v2/interact/${id}`);
      expect(closed.body).toEqual({ success: true, sessionDurationMs: 61_234, creditsBilled: 2 });
      expect((await call(server, `DELETE /v2/browser/${id}`)).body).toEqual(closed.body);
      const destroyed = await call(server, 'GET /v2/browser?status=destroyed');
      const [last] = (destroyed.body as { sessions: object[] }).sessions;
      // Clients of the field need the URLs of every session; these lead nowhere.
      const [cdpUrl, liveViewUrl, interactiveLiveViewUrl] = ['cdp', 'view', 'control'].map((access) =>
        expect.stringMatching(new RegExp(`/sessions/${id}/${access}$`)),
      );
      expect(last).toMatchObject({ id, status: 'destroyed', cdpUrl, liveViewUrl, interactiveLiveViewUrl });
      expect((await call(server, 'GET /v2/interact?status=nope')).body).toEqual({ success: true, sessions: [] });
      expect(await execute(id, '1')).toMatchObject({ status: 410 });
      const activity = await call(server, 'GET /v2/team/activity?endpoint=browser');
      expect(activity.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id })]) });
    });

    it('says that code has opened a window', async () => {
      const { id } = await open();
      const { body } = await execute(id, `await page.goto('${base}/link'); await page.click('a'); page.url()`);
      expect(body).toMatchObject({
        success: true,
        result: `${base}/link`,
        stderr: `A window was opened: ${base}/static. The variable \`page\` is the first page; \`context.pages()\` has all.\n`,
      });
      const titles = `await context.newPage(); (await Promise.all(context.pages().map((each) => each.title()))).sort()`;
      expect((await execute(id, titles)).body).toMatchObject({ result: '["","Link","Static"]', stderr: '' });
    });

    it('says that code has opened a window whose site has not answered yet', async () => {
      const { id } = await open();
      const { body } = await execute(id, `await page.goto('${base}/link-to-silence'); await page.click('a');`);
      expect(body).toMatchObject({
        success: true,
        stderr: expect.stringMatching(/^A window was opened that has not loaded yet\. /),
      });
    });

    it('keeps a log-in by its profile', async () => {
      const profile = { name: 'shop' };
      const first = await open({ profile });
      await command(first.id, `open ${base}/shop`);
      await command(first.id, `eval "document.cookie = 'in=1; max-age=99'"`);
      await call(server, `DELETE /v2/interact/${first.id}`);
      received.length = 0;
      await scrape('/static', { profile });
      expect(received.find(({ url }) => url === '/static')?.headers.cookie).toBe('in=1');
    });

    it('is one of a fixed number, and the refusal says so', async () => {
      for (let count = 0; count < 3; count++) await open();
      expect(await call(server, 'POST /v2/interact', { body: {} })).toMatchObject({
        status: 429,
        body: { success: false, error: expect.stringContaining('`maxSessions`') },
      });
    });
  });

  describe('a program of the caller', () => {
    const connect = async (url: string): Promise<Browser> => {
      const browser = await chromium.connectOverCDP(url);
      onTestFinished(() => browser.close());
      return browser;
    };

    it('drives the pages of its own session, and sees no others', async () => {
      const [mine, other] = [await open(), await open()];
      await command(other.id, `open ${base}/shop`);
      const browser = await connect(mine.cdpUrl);
      const [context] = browser.contexts();
      const [page] = context?.pages() ?? [];
      expect([browser.contexts().length, context?.pages().length]).toEqual([1, 1]);
      await page?.goto(`${base}/static`);
      expect(await page?.title()).toBe('Static');
      expect(await command(mine.id, 'get title')).toBe('Static');
      expect(await command(other.id, 'get title')).toBe('Shop');
      const session = await browser.newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets');
      expect(JSON.stringify(targetInfos)).not.toContain('/shop');
      await expect(page?.goto('file:///etc/passwd')).rejects.toThrow();
    });

    it('answers the dialogs of its pages', async () => {
      const { id, cdpUrl } = await open();
      const browser = await connect(cdpUrl);
      const [page] = browser.contexts()[0]?.pages() ?? [];
      page?.once('dialog', (dialog) => dialog.accept('green'));
      expect(await page?.evaluate(`prompt('Which tea?')`)).toBe('green');
      await browser.close();
      const answering = `page.once('dialog', (dialog) => dialog.accept('black'));
        return page.evaluate(() => prompt('Which tea?'))`;
      expect((await execute(id, answering)).body).toMatchObject({ result: 'black' });
      // Nobody answers.
      expect((await execute(id, `page.evaluate(() => confirm('Buy?'))`)).body).toMatchObject({ result: 'false' });
    });

    it('reaches no address that pages may not reach', async () => {
      const closed = await startServer({ browser: undefined });
      const { body } = await call(closed, 'POST /v2/interact', { body: {} });
      const browser = await connect((body as Created).cdpUrl);
      const [page] = browser.contexts()[0]?.pages() ?? [];
      received.length = 0;
      for (const url of [`${base}/shop`, `${server.url}/v2/interact`, 'http://169.254.169.254/']) {
        await expect(page?.goto(url)).rejects.toThrow('net::');
      }
      const second = await browser.contexts()[0]?.newPage();
      await expect(second?.goto(`${base}/shop`)).rejects.toThrow('net::');
      expect(received).toEqual([]);
    });

    it('is cut off when the session ends, and needs the token of the session', async () => {
      const { id, cdpUrl, liveViewUrl } = await open();
      const browser = await connect(cdpUrl);
      const gone = new Promise((resolve) => browser.once('disconnected', resolve));
      await call(server, `DELETE /v2/interact/${id}`);
      await gone;
      for (const url of [cdpUrl, cdpUrl.replace(/token=.*/, 'token=x'), liveViewUrl.replace('http', 'ws')]) {
        const socket = new WebSocket(url);
        const [, response] = await once(socket, 'unexpected-response');
        expect(response.statusCode).toBe(404);
        response.resume();
      }
    });
  });

  describe('a live view', () => {
    /** Collects what a viewer gets. */
    const watch = (url: string) => {
      const socket = new WebSocket(url.replace('http', 'ws'));
      onTestFinished(() => socket.terminate());
      const pictures: Buffer[] = [];
      const addresses: string[] = [];
      socket.on('message', (data, isBinary) => {
        if (isBinary) {
          pictures.push(data as Buffer);
          socket.send('"shown"');
          return;
        }
        const message = JSON.parse(String(data));
        if (message.type === 'address') addresses.push(message.url);
      });
      const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
      return { socket, pictures, addresses, closed };
    };

    it('shows the page as it changes, and the one that is opened last', async () => {
      const { id, liveViewUrl } = await open();
      const { pictures, addresses, socket, closed } = watch(liveViewUrl);
      await eventually(() => pictures.length).toBeGreaterThan(0);
      expect([...(pictures[0]?.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
      await command(id, `open ${base}/shop`);
      await eventually(() => addresses).toContain(`${base}/shop`);
      const before = pictures.length;
      await command(id, 'fill #item rice');
      await eventually(() => pictures.length).toBeGreaterThan(before);
      await command(id, `open ${base}/link`);
      await command(id, 'click a');
      await eventually(() => addresses.at(-1)).toBe(`${base}/static`);
      socket.send(JSON.stringify({ type: 'text', text: 'not by a viewer' }));
      await call(server, `DELETE /v2/interact/${id}`);
      expect(await closed).toEqual({ code: 1001, reason: 'The browser session has ended. It was closed.' });
    });

    it('lets who controls it click and type, and nobody else', async () => {
      const { id, liveViewUrl, interactiveLiveViewUrl } = await open();
      await command(id, `open ${base}/shop`);
      await command(id, 'focus #item');
      const [viewer, owner] = [watch(liveViewUrl), watch(interactiveLiveViewUrl)];
      await Promise.all([once(viewer.socket, 'open'), once(owner.socket, 'open')]);
      viewer.socket.send(JSON.stringify({ type: 'text', text: 'theirs' }));
      for (const text of ['nonsense', '{"type":"key","key":"Nokey"}', '{"type":"down","x":"1"}'])
        owner.socket.send(text);
      owner.socket.send(JSON.stringify({ type: 'text', text: 'tèa' }));
      for (const key of ['Tab', 'Enter']) owner.socket.send(JSON.stringify({ type: 'key', key }));
      const bought = () => received.map((request) => decodeURI(request.url ?? ''));
      await eventually(bought).toContain('/bought/tèa;');
      const place = `eval "const { x, y } = document.querySelector('button').getBoundingClientRect(); [x + 3, y + 3]"`;
      const [x, y] = JSON.parse(await command(id, place));
      for (const type of ['move', 'down', 'up']) owner.socket.send(JSON.stringify({ type, x, y, button: 'left' }));
      await eventually(bought).toContain('/bought/tèa;tèa;');
    });

    it('is a sealed page, which other sites may link to and not frame', async () => {
      const { id, liveViewUrl, interactiveLiveViewUrl, cdpUrl } = await open();
      const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const view = `GET ${liveViewUrl.slice(server.url.length)}`;
      const page = await call(server, view, { headers: link });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.body).not.toContain('<textarea');
      expect(await (await fetch(interactiveLiveViewUrl)).text()).toContain('<textarea');
      expect(await call(server, view, { headers: { ...link, 'sec-fetch-dest': 'iframe' } })).toMatchObject({
        status: 403,
      });
      expect((await fetch(liveViewUrl.replace('/view', '/control'))).status).toBe(404);
      expect((await fetch(cdpUrl.replace('ws', 'http'))).status).toBe(404);
      const foreign = new WebSocket(liveViewUrl.replace('http', 'ws'), { origin: 'https://evil.example' });
      const [, response] = await once(foreign, 'unexpected-response');
      expect(response.statusCode).toBe(403);
      response.resume();
      await call(server, `DELETE /v2/interact/${id}`);
      expect((await fetch(liveViewUrl)).status).toBe(404);
    });

    it('is shown to the operator as long as the session lives', async () => {
      const [watched, other] = [await open(), await open({ streamWebView: false })];
      const listed = async () => {
        const { body } = await call(server, 'GET /_local/sessions');
        return (body as { data: { id: string; viewPath?: string }[] }).data.filter(
          ({ id }) => id === watched.id || id === other.id,
        );
      };
      const [last, first] = await listed();
      expect(last).toMatchObject({ id: other.id, credits: 1, expiresAt: other.expiresAt });
      expect(last?.viewPath).toBeUndefined();
      expect(server.url + first?.viewPath).toBe(watched.liveViewUrl);
      await call(server, `DELETE /v2/interact/${watched.id}`);
      expect(await listed()).toEqual([last]);
    });

    it('is not offered by a session that nobody may watch', async () => {
      const created = await open({ streamWebView: false });
      expect(created.liveViewUrl).toBeUndefined();
      expect(created.cdpUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/sessions\//);
    });
  });

  it('tells no token in the log or in the journal', async () => {
    const created = await open();
    await command(created.id, 'get title');
    await fetch(created.liveViewUrl);
    await call(server, 'GET /v2/interact');
    const { body } = await call(server, 'GET /_local/journal');
    const requests = (body as { requests: { number: number }[] }).requests.slice(0, 10);
    const full = await Promise.all(requests.map(({ number }) => call(server, `GET /_local/journal/${number}`)));
    const told = JSON.stringify([lines, body, full.map((answer) => answer.body)]);
    expect(told).toContain(created.id);
    for (const url of [created.cdpUrl, created.liveViewUrl, created.interactiveLiveViewUrl]) {
      expect(told).not.toContain(new URL(url).searchParams.get('token'));
    }
  });
});

describe.skipIf(!place)('code of callers', { timeout: 60_000 }, () => {
  // The tests of the settings show where it is not allowed unless that is said.
  it('is not run where that is not allowed', async () => {
    const server = await startServer({ browser: undefined, allowCode: false });
    const { id } = (await call(server, 'POST /v2/interact', { body: {} })).body as Created;
    expect(await call(server, `POST /v2/interact/${id}/execute`, { body: { code: '1 + 1' } })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('`allowCode`') },
    });
  });
});

describe.skipIf(!place)('teams', { timeout: 60_000 }, () => {
  it('run code where the server is told to, and reach no session of another team', async () => {
    const server = await startServer({ browser: undefined, apiKeys: ['one', 'two'], allowCode: true });
    const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
    const { body } = await call(server, 'POST /v2/interact', { ...bearer('one'), body: {} });
    const { id } = body as Created;
    expect((await call(server, 'GET /v2/interact', bearer('two'))).body).toEqual({ success: true, sessions: [] });
    const run = { ...bearer('two'), body: { code: '1' } };
    expect(await call(server, `POST /v2/interact/${id}/execute`, run)).toMatchObject({ status: 404 });
    expect(await call(server, `DELETE /v2/interact/${id}`, bearer('two'))).toMatchObject({ status: 404 });
    expect((await call(server, 'GET /v2/interact', bearer('one'))).body).toMatchObject({ sessions: [{ id }] });
    const ownRun = { ...bearer('one'), body: { code: '1 + 1' } };
    expect((await call(server, `POST /v2/interact/${id}/execute`, ownRun)).body).toMatchObject({ result: '2' });
  });
});
