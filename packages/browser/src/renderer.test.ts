import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import type { ScrapeOptions } from '@trawl/client';
import { createPortPolicy } from '@trawl/web/port-policy';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeInBrowsers } from '../../local/test/browser.js';
import { startBrowser } from '../../local/test/running-browser.js';
import { createLazyBrowser, type LazyBrowser } from './lazy-browser.js';
import { createRenderer, pagesAtOnce, type Renderer } from './renderer.js';

/** A file with one empty page. */
const PDF = `%PDF-1.1
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300]>> endobj
trailer <</Root 1 0 R>>`;

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A public address, behind which the wire of these tests has the site of an attacker. */
const PUBLIC = '93.184.216.34';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describeInBrowsers('a page in $name', { timeout: 60_000 }, ({ path }) => {
  let lazy: LazyBrowser;
  let renderer: Renderer;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Addresses that were connected to, in order. */
  let wire: string[] = [];
  const site = createServer((request, response) => answer(request, response));
  let port = 0;
  const clock = createVirtualClock();
  /** What names resolve to; the second time, if there are two. */
  const addresses = new Map<string, string[]>();

  const temporary = mkdtempSync(join(tmpdir(), 'browsers-'));
  const profiles = () => readdirSync(temporary).filter((name) => name.includes('profile'));

  beforeAll(async () => {
    // It keeps the name of the temporary folder of when it was loaded, and other files of tests use it too.
    await import('playwright-core');
    vi.stubEnv('TMPDIR', temporary);
    port = await listen(site);
    lazy = createLazyBrowser({
      place: { path },
      clock,
      policyAt: createPortPolicy({
        allowPrivateNetworks: false,
        async resolve(hostname) {
          const [next = PUBLIC, ...later] = addresses.get(hostname) ?? [];
          if (later.length > 0) addresses.set(hostname, later);
          return [{ address: next, family: next.includes(':') ? 6 : 4 }];
        },
      }),
      connect: ({ host, port: target, lookup }) =>
        connect({
          host,
          port: target,
          lookup(name, options, callback) {
            lookup(name, { ...options, all: false }, (error, address, family) => {
              if (error) return callback(error, '', 0);
              wire.push(`${address}`);
              const reached = address === PUBLIC ? '127.0.0.1' : `${address}`;
              if (options.all) callback(null, [{ address: reached, family: Number(family) }]);
              else callback(null, reached, Number(family));
            });
          },
        }),
    });
    renderer = createRenderer({ browser: lazy, clock, userAgent: 'TrawlLocal/test' });
  });

  afterAll(async () => {
    await renderer?.close();
    vi.unstubAllEnvs();
    await rm(temporary, { recursive: true });
    site.closeAllConnections();
    site.close();
  });

  const html = (body: string) => {
    answer = (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!DOCTYPE html><title>Page</title><body>${body}`);
    };
  };

  const render = (options: ScrapeOptions = {}, { path = '/', timeoutMs = 30_000, host = 'attacker.example' } = {}) => {
    wire = [];
    return renderer.render({
      url: `http://${host}:${port}${path}`,
      options,
      headers: options.headers ?? {},
      owner: { team: 'test', job: 'test' },
      timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
      checkUrl() {},
    });
  };

  it.each([undefined, 'screenshot' as const])(
    'is read that shows a PDF in a frame, or is one (format: %s)',
    async (format) => {
      const options = { waitFor: 500, ...(format && { formats: [format] }) };
      answer = (request, response) => {
        response.setHeader('content-type', request.url === '/' ? 'text/html' : 'application/pdf');
        response.end(
          request.url === '/' ? '<p>A page with a file</p><embed src="/file.pdf" type="application/pdf">' : PDF,
        );
      };
      expect((await render(options)).html).toContain('A page with a file');
      expect(await render(options, { path: '/file.pdf' })).toMatchObject({ status: 200, html: undefined });
    },
  );

  it('does not wait for the pages of ten other teams, which stay open for half a minute', async () => {
    html('<h1>Page</h1>');
    const flood = new AbortController();
    let ended = 0;
    const pages = Array.from({ length: 30 }, (_, index) =>
      renderer
        .render({
          url: `http://attacker.example:${port}/`,
          options: { waitFor: 28_000 },
          headers: {},
          owner: { team: `flood ${index % 10}`, job: 'pages' },
          timeoutMs: 60_000,
          signal: flood.signal,
          checkUrl() {},
        })
        .catch(() => {})
        .finally(() => {
          ended += 1;
        }),
    );
    expect((await render()).html).toContain('<h1>Page</h1>');
    expect(ended).toBe(0);
    flood.abort();
    await Promise.all(pages);
  });

  it('is read after its scripts have run', async () => {
    html(`<div id="root"></div><script>setTimeout(() => { root.innerHTML = '<h1>Shown late</h1>'; }, 20)</script>`);
    const page = await render();
    expect(page).toMatchObject({ status: 200, url: `http://attacker.example:${port}/` });
    expect(page.html).toContain('<h1>Shown late</h1>');
    expect(page.html).toMatch(/^<!DOCTYPE html>/);
    expect(new Set(wire)).toEqual(new Set([PUBLIC]));
  });

  it.each([
    ['a timer', 'setTimeout(show, 30)'],
    ['a timer after a timer', 'setTimeout(() => setTimeout(show, 25), 5)'],
    ['an animation frame', 'requestAnimationFrame(() => requestAnimationFrame(show))'],
    ['a picture', 'Object.assign(new Image(), { src: "/picture.gif", onload: show })'],
    [
      'an idle callback that the page has made',
      'requestIdleCallback = (look) => look({ timeRemaining: () => 50 }); setTimeout(show, 30)',
    ],
  ])('is not read while it waits for %s', async (_, code) => {
    html(`<p>${'Enough text for a page that is complete. '.repeat(9)}</p><script>
      const show = () => document.body.append('SHOWN');
      addEventListener('load', () => { ${code} });</script>`);
    expect((await render()).html).toContain('SHOWN</body>');
  });

  it('loads nothing from hosts that serve ads, but what their own pages load', async () => {
    const hosts: string[] = [];
    const tags = ['www.googletagmanager.com', 'ad.doubleclick.net', 'cdn.attacker.example'].map(
      (host) => `<script src="http://${host}:${port}/tag.js"></script>`,
    );
    answer = (request, response) => {
      hosts.push(`${request.headers.host}`.replace(/:.*/, ''));
      response.setHeader('content-type', request.url === '/tag.js' ? 'text/javascript' : 'text/html');
      response.end(
        request.url === '/tag.js' ? 'document.body.append(location.port && " LOADED")' : `<body>${tags.join('')}`,
      );
    };
    expect((await render()).html?.match(/ LOADED/g)).toHaveLength(1);
    expect(new Set(hosts)).toEqual(new Set(['attacker.example', 'cdn.attacker.example']));
    expect((await render({ blockAds: false })).html?.match(/ LOADED/g)).toHaveLength(3);
    expect((await render({}, { host: 'doubleclick.net' })).html?.match(/ LOADED/g)).toHaveLength(2);
  });

  it('loads pictures, fonts and media only where somebody sees them, and style sheets always', async () => {
    const paths: string[] = [];
    answer = (request, response) => {
      paths.push(request.url ?? '');
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/css');
      response.end(
        request.url === '/'
          ? `<link rel="stylesheet" href="/style.css"><body style="font-family: own"><video src="/film.mp4"></video>
             <img src="/oak.png" onload="document.body.append('SHOWN')" onerror="document.body.append('BROKEN')">`
          : '@font-face { font-family: own; src: url(/own.woff2) } body { background: url(/back.png) }',
      );
    };
    const loaded = async (options: ScrapeOptions) => {
      paths.length = 0;
      const { html } = await render(options);
      return { paths: paths.filter((path) => path !== '/favicon.ico').sort(), html };
    };
    const unseen = await loaded({});
    expect(unseen.paths).toEqual(['/', '/style.css']);
    expect(unseen.html).toContain('SHOWN');
    const all = ['/', '/back.png', '/film.mp4', '/oak.png', '/own.woff2', '/style.css'];
    for (const options of [{ formats: ['screenshot'] as const }, { actions: [{ type: 'scrape' }] as const }]) {
      const seen = await loaded(options as unknown as ScrapeOptions);
      expect(new Set(seen.paths)).toEqual(new Set(all));
    }
  });

  // The browser reads a page no further that another visit has interrupted, also if that is a download.
  it.each([
    ['a script', `addEventListener('load', () => { location.href = '/file.zip' })`],
    ['a script that interrupts it', `location.href = '/file.zip'`],
    ['a link', `const link = document.createElement('a'); link.download = ''; link.href = '/file.zip'; link.click()`],
  ])('is read although %s starts a download', async (_, script) => {
    answer = (request, response) => {
      const isFile = request.url === '/file.zip';
      response.setHeader('content-type', isFile ? 'application/zip' : 'text/html');
      response.end(isFile ? 'PK' : `<p>Before</p><script>${script}</script>`);
    };
    const page = await render({ waitFor: 200 });
    expect(page).toMatchObject({ status: 200, url: `http://attacker.example:${port}/` });
    expect(page.html).toContain('<p>Before</p>');
    expect((await render()).html).toContain('<p>Before</p>');
  });

  it('is shown whole in a picture, with what it loads only in sight', async () => {
    const loaded: string[] = [];
    answer = ({ url = '' }, response) => {
      if (url !== '/') {
        // The browser may still ask for a file of the test before.
        if (['/a.png', '/hidden.png', '/seen'].includes(url)) loaded.push(url);
        return void response.writeHead(200, { 'content-type': 'image/png' }).end(DOT);
      }
      const late =
        '<script>new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && fetch("/seen")).observe(last)</script>';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<div style="height: 4000px"></div><img loading="lazy" width="10" height="10" src="/a.png"><img hidden loading="lazy" src="/hidden.png">
        <div style="height: 4000px"></div><p id="last">End</p>${late}`,
      );
    };
    for (const fullPage of [false, true]) {
      loaded.length = 0;
      await render({ formats: [{ type: 'screenshot', fullPage }] });
      expect(loaded).toEqual(fullPage ? ['/a.png', '/seen'] : []);
      await render({ actions: [{ type: 'screenshot', fullPage }] });
      expect(loaded).toHaveLength(fullPage ? 4 : 0);
    }
  });

  it.each([{}, { waitFor: 1 }])('that is not compressed as it says fails in a sentence (%j)', async (options) => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('<p>Not compressed');
    await expect(render(options)).rejects.toMatchObject({
      name: 'RenderFailure',
      reason: 'failed',
      message: expect.stringContaining('its document is not what its headers say'),
    });
  });

  it('leaves a file to be fetched, and the next page is read', async () => {
    answer = (request, response) => {
      if (request.url === '/file') response.setHeader('content-disposition', 'attachment');
      response.setHeader('content-type', 'text/html');
      response.end('<p>Hello</p>');
    };
    const file = await render({}, { path: '/file' });
    expect(file).toMatchObject({ url: `http://attacker.example:${port}/file`, html: undefined });
    expect((await render()).html).toContain('Hello');
  });

  it('is complete when it has stopped to load by itself', async () => {
    answer = (request, response) => {
      // The answer of the frame never comes.
      if (request.url !== '/') return;
      response.setHeader('content-type', 'text/html');
      response.end('<p>Hello</p><iframe src="/never"></iframe><script>setTimeout(() => stop(), 50)</script>');
    };
    const started = performance.now();
    expect((await render()).html).toContain('Hello');
    expect(performance.now() - started).toBeLessThan(4_500);
    site.closeAllConnections();
  });

  describe('reaches no private address', () => {
    let reached: string[] = [];
    let secretPort = 0;
    let datagrams = 0;
    const secret = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*');
      response.end('secret');
    });
    const tcp = createTcpServer((socket) => {
      reached.push('tcp');
      socket.destroy();
    });
    const udp = createSocket('udp4', () => datagrams++);
    let tcpPort = 0;

    beforeAll(async () => {
      secret.on('upgrade', (_, socket) => {
        reached.push('upgrade');
        socket.destroy();
      });
      secretPort = await listen(secret);
      tcp.listen(0, '127.0.0.1');
      udp.bind(0, '127.0.0.1');
      await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
      tcpPort = (tcp.address() as AddressInfo).port;
    });

    afterAll(() => {
      secret.close();
      tcp.close();
      udp.close();
    });

    const targets = () => [
      `127.0.0.1:${secretPort}`,
      `localhost:${secretPort}`,
      `[::1]:${secretPort}`,
      `[::ffff:127.0.0.1]:${secretPort}`,
      `0x7f.1:${secretPort}`,
      '169.254.169.254',
      `loopback.example:${secretPort}`,
    ];

    const attack = async (script: (target: string) => string) => {
      reached = [];
      addresses.set('loopback.example', ['127.0.0.1']);
      addresses.set('localhost', ['127.0.0.1']);
      const scripts = targets().map((target) => `try { ${script(target)} } catch (error) {}`);
      html(`<p>Hello</p><script>const shown = (text) => { document.body.append(' ' + text); };
        ${scripts.join('\n')}; setTimeout(() => shown('DONE'), 200);</script>`);
      const page = await render({ waitFor: 250 });
      const [, shown = ''] = page.html?.split('</script>') ?? [];
      expect(shown).toContain('DONE');
      expect(shown).not.toMatch(/GOT|secret/);
      expect(reached).toEqual([]);
      expect(new Set(wire)).toEqual(new Set([PUBLIC]));
    };

    it.each<[string, (target: string) => string]>([
      ['a script that fetches', (to) => `fetch('http://${to}/').then((r) => r.text()).then((t) => shown('GOT ' + t))`],
      [
        'a frame',
        (to) => `document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${to}/' }))`,
      ],
      ['an image', (to) => `new Image().src = 'http://${to}/i.png'`],
      ['a web socket', (to) => `new WebSocket('ws://${to}/').onopen = () => shown('GOT')`],
      ['an event source', (to) => `new EventSource('http://${to}/').onopen = () => shown('GOT')`],
      ['a beacon', (to) => `navigator.sendBeacon('http://${to}/', 'x')`],
      [
        'a worker',
        (to) =>
          `new Worker(URL.createObjectURL(new Blob(["fetch('http://${to}/').then((r) => r.text()).then(postMessage)"]))).onmessage = () => shown('GOT')`,
      ],
      [
        'a prefetch of a name or page',
        (to) =>
          `for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'stylesheet']) document.head.append(Object.assign(document.createElement('link'), { rel, as: 'fetch', href: 'http://${to}/' }))`,
      ],
      ['a popup', (to) => `open('http://${to}/')`],
    ])('from %s', async (_, script) => attack(script));

    it('from a connection of WebRTC', async () => {
      const { port: udpPort } = udp.address();
      await attack(
        () => `const peer = new RTCPeerConnection({ iceServers: [
          { urls: 'stun:127.0.0.1:${udpPort}' },
          { urls: 'turn:127.0.0.1:${tcpPort}?transport=tcp', username: 'a', credential: 'b' }] });
          peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
      );
      expect(datagrams).toBe(0);
    });

    it('from a redirect', async () => {
      reached = [];
      answer = (_, response) => {
        response.writeHead(302, { location: `http://127.0.0.1:${secretPort}/` });
        response.end();
      };
      await expect(render()).rejects.toMatchObject({ name: 'FetchFailure', reason: 'forbidden' });
      expect(reached).toEqual([]);
    });

    it('from a script that opens another page', async () => {
      reached = [];
      html(`<script>location.href = 'http://127.0.0.1:${secretPort}/'</script>`);
      await expect(render({ waitFor: 200 })).rejects.toMatchObject({ name: 'FetchFailure', reason: 'forbidden' });
      html(`<a download href="http://127.0.0.1:${secretPort}/">a</a><script>document.links[0].click()</script>`);
      await expect(render({ waitFor: 200 })).rejects.toMatchObject({ name: 'FetchFailure', reason: 'forbidden' });
      html(`<p>Hello</p><script>location.href = 'file:///etc/passwd'</script>`);
      const page = await render({ waitFor: 200 });
      expect(page.html).not.toContain('root:');
      expect(reached).toEqual([]);
    });

    it('when a name is rebound between two connections', async () => {
      reached = [];
      addresses.set('rebound.example', [PUBLIC, '127.0.0.1']);
      answer = (request, response) => {
        response.setHeader('connection', 'close');
        response.setHeader('content-type', 'text/html');
        response.end(
          request.url === '/'
            ? `<script>setTimeout(() => fetch('http://rebound.example:${port}/secret').then(
                () => document.body.append('GOT'), () => document.body.append('REFUSED')), 50)</script>`
            : 'secret',
        );
      };
      const page = await render({ waitFor: 300 }, { host: 'rebound.example' });
      expect(page.html).toMatch(/REFUSED<\/body>/);
      expect(new Set(wire)).toEqual(new Set([PUBLIC]));
    });
  });

  /** The pages of the browser, and how many contexts it has for them. */
  const opened = () =>
    lazy.use(async ({ session }) => {
      const { browserContextIds } = await session.send('Target.getBrowserContexts');
      const { targetInfos } = await session.send('Target.getTargets');
      const pages = targetInfos.filter(({ type, browserContextId = '' }) => {
        return type === 'page' && browserContextIds.includes(browserContextId);
      });
      return { pages, contexts: browserContextIds.length };
    });

  /** Waits until all pages are closed but the spare one. */
  const onlySpare = async () => {
    const state = async () => {
      // A page that was emptied for the next one is closed after this time.
      await clock.advance(5_000);
      const { pages, contexts } = await opened();
      return { urls: pages.map(({ url }) => url), contexts };
    };
    await expect.poll(state, { timeout: 20_000 }).toEqual({ urls: ['about:blank'], contexts: 1 });
    return (await opened()).pages[0]?.targetId;
  };

  it('has a page made beforehand, which nobody else has used', async () => {
    await lazy.stop();
    html('<p>Tea</p><script>document.title = document.cookie || "none"; document.cookie = "seen=1"</script>');
    const spares: unknown[] = [];
    for (const options of [{}, { mobile: true }, {}]) {
      expect((await render(options)).html).toContain('<title>none</title>');
      spares.push(await onlySpare());
    }
    expect(spares[1]).toBe(spares[0]);
    expect(spares[2]).not.toBe(spares[0]);
  });

  it.each([
    ['crashes', 'Browser.crash', { waitFor: 300_000 }],
    ['crashes', 'Browser.crash', { actions: [{ type: 'wait', milliseconds: 300_000 }] }],
    ['ends in order', 'Browser.close', { waitFor: 300_000 }],
    ['ends in order', 'Browser.close', { actions: [{ type: 'wait', selector: '#never' }] }],
    ['ends in order', 'Browser.close', { actions: [{ type: 'executeJavascript', script: 'new Promise(() => {})' }] }],
  ] as const)(
    'fails at once with the browser that %s (%s, %j), and the next one has a new browser',
    async (...given) => {
      const [, command, options] = given;
      html('<p>Hello</p>');
      const failed = expect(render(options as ScrapeOptions, { timeoutMs: 310_000 })).rejects.toMatchObject({
        name: 'RenderFailure',
        reason: 'ended',
        message: 'The browser ended while it rendered the page.',
      });
      await expect.poll(() => wire, { timeout: 30_000 }).toContain(PUBLIC);
      // The answer to the command may not come.
      await lazy.use(({ session }) => session.send(command)).catch(() => {});
      await failed;
      expect((await render()).html).toContain('Hello');
    },
  );

  it('leaves no browser behind that nobody uses, nor its profile', async () => {
    html('<p>Hello</p>');
    await render();
    const browser = await lazy.use(async (running) => running);
    await onlySpare();
    expect(profiles()).toHaveLength(1);
    await clock.advance(59_000);
    expect(browser.isConnected()).toBe(true);
    const isOpen = async () => {
      // The page before may have been emptied meanwhile, and the time begins then.
      await clock.advance(1_000);
      return browser.isConnected();
    };
    await expect.poll(isOpen, { timeout: 30_000 }).toBe(false);
    await expect.poll(profiles, { timeout: 30_000 }).toEqual([]);
    expect((await render()).html).toContain('Hello');
  });

  it('is shown by a browser that runs already', async () => {
    const program = await startBrowser(path);
    const { address } = program;
    try {
      const policyAt = createPortPolicy({ allowPrivateNetworks: true });
      const browser = createLazyBrowser({ place: { address }, clock, policyAt });
      const attached = createRenderer({ browser, clock, userAgent: 'TrawlLocal/test' });
      html('<p>Hello</p>');
      const signal = AbortSignal.timeout(30_000);
      const request = {
        options: {},
        headers: {},
        owner: { team: 'test', job: 'test' },
        timeoutMs: 30_000,
        signal,
        checkUrl() {},
      };
      const page = await attached.render({ ...request, url: `http://127.0.0.1:${port}/` });
      expect(page.html).toContain('Hello');
      await attached.close();
      expect(program.hasEnded).toBe(false);
    } finally {
      await program.end();
    }
    const versionUrl = new URL('/json/version', address.replace('ws:', 'http:'));
    await expect(fetch(versionUrl), 'The browser goes on.').rejects.toThrow();
  });
});

it.each([
  [12_000, 2, 4, 60],
  [12_000, 8, 16, 60],
  [500, 8, 1, 2],
  [100, 1, 1, 1],
])('opens as many pages at once as %i MB and %i processors bear: %i, and %i for many teams', (...given) => {
  const [megabytes, processors, maxPages, mostPages] = given;
  expect(pagesAtOnce(megabytes, processors)).toEqual({ maxPages, mostPages });
});
