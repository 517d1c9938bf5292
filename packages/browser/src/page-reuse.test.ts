import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock } from '@trawl/base/clock';
import { createPortPolicy } from '@trawl/web/port-policy';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeInBrowsers } from '../../local/test/browser.js';
import { createLazyBrowser, type LazyBrowser } from './lazy-browser.js';
import { createRenderer, type Renderer } from './renderer.js';

/** More than a page shows that still loads, so that nothing waits for more. */
const TEXT = `<p>${'This page says enough for a page that is complete. '.repeat(6)}</p>`;

const BLANK = 'about:blank';

/** The id of the command that makes the browser tell of requests. */
const ENABLE = 1;

const CRASH = JSON.stringify({ id: 1, method: 'Page.crash' });

/** Makes the requests of the page itself say how wide its window is, which the browser forgets with the page. */
const HINT = '<meta http-equiv="accept-ch" content="Sec-CH-Viewport-Width">';

/** How pages store a mark, and how later ones look for it. */
const PLACES: Readonly<Record<string, { readonly leave: string; readonly look: string }>> = {
  // It is the first, because a page is not complete before the response comes, and the other places take a while.
  'response that comes late': {
    leave: `fetch('/late', { keepalive: true })`,
    look: `await fetch('/flush') && (await (await fetch('/cookies')).text())`,
  },
  cookie: { leave: `document.cookie = 'mark=1; max-age=9999'`, look: 'document.cookie' },
  'local storage': { leave: `localStorage.mark = '1'`, look: `localStorage.mark ?? ''` },
  'session storage': { leave: `sessionStorage.mark = '1'`, look: `sessionStorage.mark ?? ''` },
  'session storage as it ends': {
    leave: `addEventListener('pagehide', () => { sessionStorage.last = '1' })`,
    look: `sessionStorage.last ?? ''`,
  },
  'local storage as it ends': {
    leave: `addEventListener('pagehide', () => { localStorage.last = '1' })`,
    look: `localStorage.last ?? ''`,
  },
  IndexedDB: {
    leave: `await new Promise((resolve) => { indexedDB.open('mark').onsuccess = resolve })`,
    look: `(await indexedDB.databases()).map(({ name }) => name).join()`,
  },
  'cache storage': { leave: `await caches.open('mark')`, look: `(await caches.keys()).join()` },
  'private files': {
    leave: `await (await navigator.storage.getDirectory()).getFileHandle('mark', { create: true })`,
    look: `(await Array.fromAsync((await navigator.storage.getDirectory()).keys())).join()`,
  },
  'bucket of storage': {
    leave: `await (await navigator.storageBuckets?.open('mark'))?.caches.open('mark')`,
    look: `((await navigator.storageBuckets?.keys()) ?? []).join()`,
  },
  'name of the window': { leave: `window.name = 'mark'`, look: 'window.name' },
  history: {
    leave: `history.pushState({}, '', '/pushed'); history.pushState({}, '', '/')`,
    look: `history.length > 2 ? 'mark' : ''`,
  },
  'state of the history': { leave: `history.replaceState('mark', '')`, look: `history.state ?? ''` },
  timer: { leave: `setInterval(() => { localStorage.late = '1' }, 1)`, look: `localStorage.late ?? ''` },
  channel: {
    leave: `setInterval(() => new BroadcastChannel('marks').postMessage('mark'), 1)`,
    look: `await new Promise((resolve) => { new BroadcastChannel('marks').onmessage = ({ data }) => resolve(data); setTimeout(resolve, 100, '') })`,
  },
  lock: {
    leave: `await new Promise((resolve) => { navigator.locks.request('mark', () => { resolve(); return new Promise(() => {}) }) })`,
    look: `(await navigator.locks.query()).held.map(({ name }) => name).join()`,
  },
  'cache of HTTP': {
    leave: `await import('/cached.js')`,
    look: `(await import('/cached.js')).count === COUNT ? '' : 'mark'`,
  },
  'picture in memory': {
    leave: `await new Promise((done) => { document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/cached.css', onload: done })) })`,
    look: `await new Promise((done) => { document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/cached.css', onload: done })) }) && getComputedStyle(document.body).getPropertyValue('--count') === 'COUNT' ? '' : 'mark'`,
  },
  'hint that the page asked for': { leave: '', look: `HINT` },
};

/** What the handlers of a page do when it ends. */
const ENDING = `for (const name of ['pagehide', 'unload', 'visibilitychange']) addEventListener(name, () => {
  navigator.sendBeacon('/cookies', '');
  fetch('/cookies', { keepalive: true });
}, true)`;

/** What no command removes, so that the page is not used again. */
const UNREMOVABLE: Readonly<Record<string, string>> = {
  'a worker': `new Worker(URL.createObjectURL(new Blob(['setInterval(() => {}, 10)'])))`,
  'a shared worker': `new SharedWorker('/worker.js')`,
  'a window': `open('/other')`,
  'a password': `const request = new XMLHttpRequest(); request.open('GET', '/password', false, 'user', 'secret'); request.send()`,
  'a password in its address': `location.href = '//user:secret@' + location.host + '/password'`,
  'a password for a web socket': `await new Promise((done) => { new WebSocket('ws://user:secret@' + location.host + '/password').onclose = done })`,
  'a page that asks for hints': `location.href = '/hints'`,
  'a request that is sent when it ends': `fetchLater('/cookies')`,
  'a request of a document that has ended': `addEventListener('pagehide', () => navigator.sendBeacon('/cookies', '')); location.href = '/'`,
  'a page of another host': `location.href = OTHER`,
  'a frame of another site': `document.body.append(Object.assign(document.createElement('iframe'), { src: OTHER }))`,
};

describeInBrowsers('a page of a team and host in $name', { timeout: 60_000 }, ({ path }) => {
  let lazy: LazyBrowser;
  let renderer: Renderer;
  let url = '';
  let loads = 0;
  const late: ServerResponse[] = [];
  /** The pages that are not read before the test ends their responses. */
  const unfinished: ServerResponse[] = [];
  /** What each request said of the width of the window. */
  const hints: string[] = [];
  const attempt = (code: string) => `try { ${code} } catch (error) { document.title = error }`;
  const leaving = (what: string | null) => {
    const other = JSON.stringify(url.replace('127.0.0.1', 'localhost'));
    const all = Object.values(PLACES).map(({ leave }) => attempt(leave));
    const code = what === 'all' ? all.join('\n') : attempt(UNREMOVABLE[what ?? '']?.replace('OTHER', other) ?? '');
    if (what === 'ending') return `<script>${ENDING}</script>`;
    return `<script type="module">${code}</script>`;
  };
  const looking = () => {
    loads++;
    const looks = Object.entries(PLACES).map(
      ([name, { look }]) =>
        `try { found['${name}'] = ${look.replaceAll('COUNT', String(loads)).replace('HINT', JSON.stringify(hints.at(-1)))} } catch (error) { found['${name}'] = String(error) }`,
    );
    return `<script type="module">const found = {}; ${looks.join('\n')}; document.body.append('FOUND' + JSON.stringify(found))</script>`;
  };

  const site = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    hints.push(`${request.headers['sec-ch-viewport-width'] ?? ''}`);
    const cached = { 'cache-control': 'max-age=9999' };
    if (pathname === '/late') {
      late.push(response);
      return;
    }
    if (pathname === '/flush') {
      for (const open of late.splice(0)) open.writeHead(200, { 'set-cookie': 'late=1; max-age=9999' }).end();
      setTimeout(() => response.end(), 50);
      return;
    }
    if (pathname === '/hints') response.setHeader('accept-ch', 'Sec-CH-Viewport-Width');
    if (pathname === '/cookies') return void response.end(request.headers.cookie ?? '');
    if (pathname === '/cached.js') {
      return void response
        .writeHead(200, { 'content-type': 'text/javascript', ...cached })
        .end(`export const count = ${loads}`);
    }
    if (pathname === '/cached.css') {
      return void response.writeHead(200, { 'content-type': 'text/css', ...cached }).end(`body { --count: ${loads} }`);
    }
    if (pathname === '/worker.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
    if (pathname === '/password' && !request.headers.authorization) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="mark"' }).end();
    }
    if (pathname === '/') hints.length = 0;
    response.setHeader('content-type', 'text/html');
    if (searchParams.get('what') === 'ending') {
      response.write(TEXT + leaving('ending'));
      unfinished.push(response);
      return;
    }
    response.end(HINT + TEXT + (pathname === '/look' ? looking() : leaving(searchParams.get('what'))));
  });

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const policyAt = createPortPolicy({ allowPrivateNetworks: true });
    const clock = createVirtualClock();
    lazy = createLazyBrowser({ place: { path }, clock, policyAt });
    renderer = createRenderer({ browser: lazy, clock, userAgent: 'TrawlLocal/test', maxPages: 1 });
  });

  afterAll(async () => {
    await renderer?.close();
    site.closeAllConnections();
    site.close();
  });

  const render = async (target: string, { team = 'one', host = '127.0.0.1', waitFor = 0, timeoutMs = 30_000 } = {}) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = { headers: {}, timeoutMs, signal, checkUrl() {} };
    const page = await renderer.render({
      ...request,
      url: url.replace('127.0.0.1', host) + target,
      options: { waitFor },
      owner: { team, job: 'pages' },
    });
    return page.html ?? '';
  };

  /** For pages with a request that never ends: half of this time is waited for it. */
  const UNSETTLED = { timeoutMs: 3_000 };

  /** The contexts that the browser has. */
  const contexts = () =>
    lazy.use(async ({ session }) => {
      const { browserContextIds } = await session.send('Target.getBrowserContexts');
      return new Set(browserContextIds);
    });

  /** Whether the next page is a used one: else one is opened for it, or in the place of the spare one. */
  const isUsedAgain = async (work: () => Promise<unknown>) => {
    const before = await contexts();
    await work();
    return [...(await contexts())].every((id) => before.has(id));
  };

  it('is used again, and finds nothing that the one before left', async () => {
    await render('/');
    let html = '';
    await render('/?what=all', UNSETTLED);
    expect(hints).toContain('1280');
    const isReused = await isUsedAgain(async () => {
      html = await render('/look', { waitFor: 1_000 });
    });
    const [, found = '{}'] = /FOUND({.*?})</.exec(html) ?? [];
    expect(JSON.parse(found)).toEqual(Object.fromEntries(Object.keys(PLACES).map((each) => [each, ''])));
    expect(isReused).toBe(true);
  });

  it.each(Object.keys(UNREMOVABLE))('is closed when it has had %s', async (what) => {
    await render(`/?what=${encodeURIComponent(what)}`, { ...UNSETTLED, waitFor: 200 });
    expect(await isUsedAgain(() => render('/'))).toBe(false);
  });

  it('makes no request when it is emptied', async () => {
    const requests: string[] = [];
    await lazy.use(async ({ driver }) => {
      const browser = await driver();
      const session = await browser.newBrowserCDPSession();
      const pages = async () => {
        const { targetInfos } = await session.send('Target.getTargets');
        return targetInfos.filter(({ type }) => type === 'page');
      };
      let isRead = false;
      const ending = render('/?what=ending', { waitFor: 2_000 }).finally(() => {
        isRead = true;
      });
      let targetId = '';
      await vi.waitUntil(
        async () => {
          targetId = (await pages()).find((page) => page.url.endsWith('ending'))?.targetId ?? '';
          return targetId;
        },
        { timeout: 30_000 },
      );
      const enabled = new Promise<void>((resolve) => {
        session.on('Target.receivedMessageFromTarget', ({ message }) => {
          const { id, method, params } = JSON.parse(message);
          if (id === ENABLE) resolve();
          if (method === 'Network.requestWillBeSent') requests.push(params.request.url);
        });
      });
      const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
      const message = JSON.stringify({ id: ENABLE, method: 'Network.enable' });
      await session.send('Target.sendMessageToTarget', { sessionId, message });
      await enabled;
      expect(isRead).toBe(false);
      for (const response of unfinished.splice(0)) response.end();
      await ending;
      await expect.poll(async () => (await pages()).find((page) => page.targetId === targetId)?.url).toBe(BLANK);
      await session.detach();
    });
    expect(await isUsedAgain(() => render('/'))).toBe(true);
    expect(requests.filter((each) => each.endsWith('/cookies'))).toEqual([]);
  });

  it('is not used for another team, and not for another host', async () => {
    await render('/');
    expect(await isUsedAgain(() => render('/'))).toBe(true);
    expect(await isUsedAgain(() => render('/', { team: 'two' }))).toBe(false);
    await render('/');
    expect(await isUsedAgain(() => render('/', { host: 'localhost' }))).toBe(false);
  });

  it('is the one that was opened beforehand, for a team that has none', async () => {
    await render('/');
    // One page is empty, and one was opened for the next request.
    await expect.poll(async () => (await contexts()).size).toBe(2);
    const before = await contexts();
    await render('/', { team: 'new' });
    await expect.poll(async () => (await contexts()).size).toBe(2);
    expect([...(await contexts())].filter((id) => before.has(id))).toHaveLength(1);
  });

  it('is not used after it has crashed while it waited', async () => {
    await lazy.use(async ({ driver }) => {
      const browser = await driver();
      const session = await browser.newBrowserCDPSession();
      const pagesAt = async (shown: string) => {
        const { targetInfos } = await session.send('Target.getTargets');
        return targetInfos.filter((target) => target.type === 'page' && target.url === shown);
      };
      // An event, because the page may show it for a moment only.
      const shown = new Promise<string>((resolve) =>
        session.on('Target.targetInfoChanged', ({ targetInfo }) => {
          if (targetInfo.type === 'page' && targetInfo.url === `${url}/`) resolve(targetInfo.targetId);
        }),
      );
      await session.send('Target.setDiscoverTargets', { discover: true });
      await render('/');
      const targetId = await shown;
      await expect.poll(async () => (await pagesAt(BLANK)).map((page) => page.targetId)).toContain(targetId);
      const crashed = new Promise((resolve) => session.on('Target.targetCrashed', resolve));
      const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
      await session.send('Target.sendMessageToTarget', { sessionId, message: CRASH });
      await crashed;
      await session.detach();
    });
    let html = '';
    expect(
      await isUsedAgain(async () => {
        html = await render('/');
      }),
    ).toBe(false);
    expect(html).toContain('This page says enough');
  });

  it.each([
    ['created', 'Target.targetCreated'],
    ['attached to', 'Target.targetInfoChanged'],
  ] as const)('is read although a page crashes as soon as it is %s', async (_, event) => {
    await lazy.use(async ({ driver }) => {
      const browser = await driver();
      const session = await browser.newBrowserCDPSession();
      await session.send('Target.setDiscoverTargets', { discover: true });
      const crashed: string[] = [];
      const crash = async (targetId: string) => {
        const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
        await session.send('Target.sendMessageToTarget', { sessionId, message: CRASH });
      };
      const { targetInfos } = await session.send('Target.getTargets');
      const known = new Set(targetInfos.map((target) => target.targetId));
      const onPage = ({ targetInfo: { type, targetId } }: { targetInfo: { type: string; targetId: string } }) => {
        if (type !== 'page' || known.has(targetId) || crashed.length === 1) return;
        crashed.push(targetId);
        // The page may be gone already.
        crash(targetId).catch(() => {});
      };
      session.on(event, onPage);
      for (const team of ['before', 'after']) {
        expect(await render('/', { team: `${team} ${event}`, timeoutMs: 15_000 })).toContain('This page says enough');
      }
      session.off(event, onPage);
      expect(crashed).toHaveLength(1);
      await session.detach();
    });
  });

  it('is read at once when it has a worker that goes on', async () => {
    for (const what of ['a worker', 'a shared worker']) {
      const started = performance.now();
      await render(`/?what=${encodeURIComponent(what)}`);
      // A page that is not complete is read after five seconds.
      expect(performance.now() - started).toBeLessThan(4_500);
    }
  });
});
