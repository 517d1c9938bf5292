import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '@trawl/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { call, startServer } from './server.js';

const place = browserOfMachine();

/** A page that counts its visits in each store of the browser, and shows the counts. */
const COUNTING = `<!doctype html><title>Counts</title><p id="shown">Not yet</p><script>
  const opened = indexedDB.open('visits');
  opened.onupgradeneeded = () => opened.result.createObjectStore('counts');
  opened.onsuccess = () => {
    const counts = opened.result.transaction('counts', 'readwrite').objectStore('counts');
    const count = counts.get('here');
    count.onsuccess = () => {
      const next = (count.result ?? 0) + 1;
      counts.put(next, 'here').onsuccess = () => {
        localStorage.here = Number(localStorage.here ?? 0) + 1;
        const before = Number(/here=(\\d+)/.exec(document.cookie)?.[1] ?? 0);
        document.cookie = 'here=' + (before + 1);
        shown.textContent = ['cookie', before + 1, 'local', localStorage.here, 'indexed', next].join(' ');
      };
    };
  };
</script>`;

const counts = (count: number) => `cookie ${count} local ${count} indexed ${count}`;

const LOGIN = `<!doctype html><title>Log in</title><form method="post" action="/login"><input name="user"><button>Go</button></form>`;

/** Stores more than a profile may have. */
const HOARDER = `<!doctype html><title>Hoarder</title><p id="shown">Busy</p><script>
  const opened = indexedDB.open('hoard');
  opened.onupgradeneeded = () => opened.result.createObjectStore('things');
  opened.onsuccess = () => {
    const text = Array.from({ length: 12 << 20 }, () => String.fromCharCode(33 + 90 * Math.random())).join('');
    opened.result.transaction('things', 'readwrite').objectStore('things').put(text, 'large').onsuccess = () => {
      shown.className = 'stored';
    };
  };
</script>`;

/** Frames of more sites than a profile may have: each name leads to this machine. */
const FRAMES = (port: number) =>
  `<!doctype html><title>Frames</title><p>Many sites</p>${Array.from({ length: 21 }, (_, index) => `<iframe src="http://127.0.1.${index + 1}:${port}/plain"></iframe>`).join('')}`;

describe.skipIf(!place)('a profile', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-profiles-'));
  const storage = join(folder, 'storage.db');
  const options = { allowPrivateNetworks: true, browser: undefined, storage, apiKeys: ['k1', 'k2'], adminKey: 'admin' };
  let server: LocalServer;
  let site: Server;
  let base = '';
  /** Requests of this path wait for the end of what stands here. */
  let held: Promise<void> | undefined;
  const under: { now: number; most: number } = { now: 0, most: 0 };

  beforeAll(async () => {
    site = createServer(async (request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const isKnown = /session=eve/.test(request.headers.cookie ?? '');
      switch (request.url) {
        case '/count':
          return response.end(COUNTING);
        case '/hoarder':
          return response.end(HOARDER);
        case '/frames':
          return response.end(FRAMES((site.address() as AddressInfo).port));
        case '/slow':
          under.most = Math.max(under.most, ++under.now);
          await held;
          under.now--;
          return response.end('<!doctype html><title>Slow</title><p>Answered</p>');
        case '/login':
          if (request.method !== 'POST') return response.end(LOGIN);
          response.setHeader('set-cookie', 'session=eve; HttpOnly; Path=/');
          response.writeHead(303, { location: '/account' });
          return response.end();
        default:
          return response.end(`<!doctype html><title>Account</title><p>${isKnown ? 'Hello Eve' : 'Who are you?'}</p>`);
      }
    }).listen(0);
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    server = await startServer(options, () => {});
  });

  afterAll(async () => {
    await server?.close();
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true });
  });

  const attempt = (path: string, more: object, key?: string) => {
    const headers = key === undefined ? { authorization: 'Bearer k1' } : key ? { authorization: `Bearer ${key}` } : {};
    return call(server, 'POST /v2/scrape', { body: { url: base + path, ...more }, headers });
  };

  const scrape = async (path: string, more: object, key?: string): Promise<Document> => {
    const answer = await attempt(path, more, key);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    return (answer.body as { data: Document }).data;
  };

  const profile = (name: string, saveChanges?: boolean) => ({ profile: { name, saveChanges }, waitFor: 100 });

  it('keeps a log-in by actions for the next call', async () => {
    const actions = [
      { type: 'click', selector: 'input' },
      { type: 'write', text: 'eve' },
      { type: 'click', selector: 'button' },
    ];
    expect((await scrape('/login', { profile: { name: 'eve' }, actions })).markdown).toBe('Hello Eve');
    expect((await scrape('/account', { profile: { name: 'eve' } })).markdown).toBe('Hello Eve');
    expect((await scrape('/account', {})).markdown).toBe('Who are you?');
  });

  it('keeps cookies, local storage and IndexedDB, also for the next server with the same storage', async () => {
    for (const count of [1, 2]) expect((await scrape('/count', profile('counts'))).markdown).toBe(counts(count));
    await server.close();
    server = await startServer(options, () => {});
    expect((await scrape('/count', profile('counts'))).markdown).toBe(counts(3));
  });

  it('belongs to one name of one team, and callers without a key have none', async () => {
    await scrape('/count', profile('mine'));
    expect((await scrape('/count', profile('yours'))).markdown).toBe(counts(1));
    expect((await scrape('/count', profile('mine'), 'k2')).markdown).toBe(counts(1));
    const keyless = await scrape('/count', profile('mine'), '');
    expect(keyless).toMatchObject({ markdown: counts(1), warning: expect.stringContaining('profile was not saved') });
    expect((await scrape('/count', profile('mine'), '')).markdown).toBe(counts(1));
  });

  it('changes nothing with `saveChanges: false`, nor where nothing may be stored', async () => {
    await scrape('/count', profile('kept'));
    for (const more of [profile('kept', false), { ...profile('kept'), zeroDataRetention: true }]) {
      expect((await scrape('/count', more)).markdown).toBe(counts(2));
    }
    expect((await scrape('/count', profile('kept'))).markdown).toBe(counts(2));
  });

  it('is saved by one scrape at a time, and read by any number', async () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    under.most = 0;
    const saving = ['/slow', '/slow'].map((path) => scrape(path, profile('busy')));
    await expect.poll(() => under.now, { timeout: 30_000 }).toBe(1);
    const reading = ['/slow', '/slow'].map((path) => scrape(path, profile('busy', false)));
    await expect.poll(() => under.now, { timeout: 30_000 }).toBe(3);
    release();
    for (const { markdown } of await Promise.all([...saving, ...reading])) expect(markdown).toBe('Answered');
    expect(under.most).toBe(3);
  });

  it('does not wait for its turn beyond the timeout', async () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const first = scrape('/slow', profile('late'));
    await expect.poll(() => under.now, { timeout: 30_000 }).toBe(1);
    expect(await attempt('/account', { profile: { name: 'late' }, timeout: 1000 })).toMatchObject({
      status: 408,
      body: { code: 'SCRAPE_TIMEOUT' },
    });
    release();
    await first;
  });

  it.each([
    ['/hoarder', 'stored more than 8 MiB', [{ type: 'wait', selector: '.stored' }]],
    ['/frames', 'more than 20 sites', []],
  ])('is not saved beyond its bounds: %s', async (path, reason, actions) => {
    await scrape('/count', profile(path));
    const { warning } = await scrape(path, { ...profile(path), actions });
    expect(warning).toContain(reason);
    expect((await scrape('/count', profile(path, false))).markdown).toBe(counts(2));
  });

  it('goes along with an export', async () => {
    await scrape('/count', profile('moved'));
    const file = await server.export();
    await scrape('/count', profile('moved'));
    await server.import(file);
    expect((await scrape('/count', profile('moved'))).markdown).toBe(counts(2));
  });
});
