import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Document } from '@trawl/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { call, startServer } from './server.js';

const place = browserOfMachine();

const APP = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css"><div id="root"></div>
  <script type="module">
    const text = async (path, init) => (await fetch(path, init)).text();
    const [a, b] = await Promise.all(['one', 'two'].map((body) => text('/posted', { method: 'POST', body })));
    document.getElementById('root').innerHTML = '<h1>' + (await text('/moved-data')) + '</h1><p>' + a + ' ' + b + '</p>';
  </script>`;

describe.skipIf(!place)('a recording of a rendered page', { timeout: 60_000 }, () => {
  let server: LocalServer;
  let base = '';
  let visits: string[] = [];
  const site = createServer(async (request, response) => {
    visits.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    switch (request.url) {
      case '/moved':
        return response.writeHead(302, { location: `${base.replace('127.0.0.1', 'localhost')}/app` }).end();
      case '/moved-data':
        return response.writeHead(302, { location: '/data.txt' }).end();
      case '/app':
        return response.end(APP);
      case '/style.css':
        response.setHeader('content-type', 'text/css');
        return response.end('body { margin: 0; background: #00ff00 }');
      case '/posted':
        response.setHeader('content-type', 'text/plain');
        for await (const chunk of request) response.write(`got ${chunk}`);
        return response.end();
      case '/data.txt':
        response.setHeader('content-type', 'text/plain');
        return response.end('Tea');
      default:
        return response.end('<!doctype html><title>Other</title><h1>Other</h1>');
    }
  });

  beforeAll(async () => {
    site.listen(0);
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const apiKeys = ['k1', 'k2'];
    const options = { allowPrivateNetworks: true, browser: undefined, apiKeys, adminKey: 'admin' };
    server = await startServer(options, () => {});
  });

  afterAll(async () => {
    await server?.close();
    site.closeAllConnections();
    site.close();
  });

  beforeEach(() => {
    visits = [];
  });

  const attempt = (path: string, more: object, key = 'k1') =>
    call(server, 'POST /v2/scrape', {
      body: { url: base + path, maxAge: 0, waitFor: 1, ...more },
      headers: { authorization: `Bearer ${key}` },
    });

  const scrape = async (path: string, more: object = {}, key?: string): Promise<Document> => {
    const answer = await attempt(path, more, key);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    return (answer.body as { data: Document }).data;
  };

  const picture = async ({ screenshot }: Document) => {
    const response = await server.fetch(screenshot ?? '');
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };

  it('is replayed without the network: what scripts load, redirects and styles too', async () => {
    server.fetches.mode = 'record';
    const live = await scrape('/moved', { formats: ['markdown', 'screenshot'] });
    expect(live.markdown).toBe('# Tea\n\ngot one got two');
    expect(live.metadata?.url).toBe(`${base.replace('127.0.0.1', 'localhost')}/app`);
    expect(visits).toContain('POST /posted');
    for (const mode of ['replay', 'offline'] as const) {
      server.fetches.mode = mode;
      visits = [];
      const replayed = await scrape('/moved', { formats: ['markdown', 'screenshot'] });
      expect(replayed.markdown).toBe(live.markdown);
      expect(replayed.metadata?.url).toBe(live.metadata?.url);
      expect(await picture(replayed)).toBe(await picture(live));
      expect(visits).toEqual([]);
    }
  });

  it('is recorded in a replay where it is missing, and belongs to the team and its headers', async () => {
    server.fetches.mode = 'replay';
    await scrape('/app', { headers: { 'X-Key': 'a' } });
    expect(visits).toContain('GET /app');
    visits = [];
    await scrape('/app', { headers: { 'X-Key': 'a' } });
    expect(visits).toEqual([]);
    await scrape('/app', { headers: { 'X-Key': 'b' } });
    expect(visits).toContain('GET /app');
    visits = [];
    await scrape('/app', { headers: { 'X-Key': 'a' } }, 'k2');
    expect(visits).toContain('GET /app');
  });

  it('fails offline as a fetch does, where nothing was recorded', async () => {
    server.fetches.mode = 'offline';
    const refused = {
      status: 500,
      body: { error: expect.stringContaining('This server is offline: only what was recorded') },
    };
    expect(await attempt('/unseen', {})).toMatchObject(refused);
    expect(await attempt('/unseen', { actions: [{ type: 'press', key: 'Tab' }] })).toMatchObject(refused);
    const script = 'fetch("/unseen").then(() => "reached", () => "failed")';
    const { actions } = await scrape('/moved', { actions: [{ type: 'executeJavascript', script }] });
    expect(actions?.javascriptReturns).toEqual([{ type: 'string', value: 'failed' }]);
    const socket = `new Promise((resolve) => {
      const socket = new WebSocket('ws://127.0.0.1:${new URL(base).port}/');
      socket.onopen = () => resolve('reached');
      socket.onerror = () => resolve('failed');
    })`;
    const other = await scrape('/moved', { actions: [{ type: 'executeJavascript', script: socket }] });
    expect(other.actions?.javascriptReturns).toEqual([{ type: 'string', value: 'failed' }]);
    expect(visits).toEqual([]);
  });

  it('is followed by an action that leads to another recorded page, through a redirect', async () => {
    const actions = [
      { type: 'executeJavascript', script: 'setTimeout(() => { location.href = "/moved" })' },
      { type: 'wait', selector: 'h1' },
    ];
    server.fetches.mode = 'record';
    await scrape('/', { actions });
    server.fetches.mode = 'offline';
    visits = [];
    const page = await scrape('/', { actions });
    expect(page.metadata?.url).toBe(`${base.replace('127.0.0.1', 'localhost')}/app`);
    expect(visits).toEqual([]);
  });

  it('leaves a page that was only fetched as it was fetched', async () => {
    server.fetches.mode = 'record';
    await scrape('/fetched', { waitFor: 0 });
    server.fetches.mode = 'offline';
    const page = await scrape('/fetched', { waitFor: 0, formats: ['markdown', 'screenshot'] });
    expect(page).toMatchObject({ markdown: '# Other', warning: expect.stringContaining('screenshot') });
  });
});
