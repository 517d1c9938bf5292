import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import { createPortPolicy } from '@trawl/web/port-policy';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../../scripts/shared/browser.js';
import { createLazyBrowser, type LazyBrowser } from '../lazy-browser.js';
import { type CodeRunner, createCodeRunner } from './code-runner.js';

const place = browserOfMachine();

/** A public address, behind which these tests have their site. */
const PUBLIC = '93.184.216.34';

/** Ways to ask for a path, in code that throws what they say. */
const HELPERS = `
  const { compileFunction, constants } = require('vm');
  const Module = require('module');
  const numberOf = (path) => { throw new Error(Module._stat?.(path)); };
  const importing = compileFunction('return import(path)', ['path'], {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const compiled = (path) => {
    const module = new Module('/x');
    module._compile('module.exports = (path) => import(path)', '/x.js');
    return module.exports(path);
  };`;

describe.skipIf(!place)('code on a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-code-'));
  const secretFile = join(folder, 'secret.txt');
  const runner = createCodeRunner();
  const plainRunner = createCodeRunner({ useNamespaces: false });
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
        .use(async ({ driver, proxy }) => {
          const browser = await driver();
          const { username, password } = proxy.open({ checkUrl() {}, blocks: () => false });
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

  // Code may leave its page on the way to another one.
  beforeEach(async () => {
    if (!place) return;
    const last = page;
    page = await context.newPage();
    await last.close();
    await page.goto(`${site}/start`);
  });

  afterAll(async () => {
    await Promise.all([runner.close(), plainRunner.close()]);
    release();
    await lazy?.close();
    for (const server of [pages, local, unix]) await server.close();
    datagrams.close();
    pages.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  const runOn =
    ({ run }: CodeRunner) =>
    (code: string, { timeoutMs = 30_000, signal = new AbortController().signal } = {}) =>
      run({ code, timeoutMs, page, signal });
  const run = runOn(runner);

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
    const code = `await page.click('a'); console.log('at', page.url()); console.error('no fault'); await page.waitForLoadState(); await page.title()`;
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

  it('does not see the key of its pages for the proxy', async () => {
    const code = `const cdp = await context.newCDPSession(page); await cdp.send('Network.enable');
      const seen = []; cdp.on('Network.requestWillBeSentExtraInfo', ({ headers }) => seen.push(...Object.keys(headers)));
      await page.goto('${site}/headers'); seen.map((name) => name.toLowerCase())`;
    const { result } = await run(code);
    expect(result).toContain('"user-agent"');
    expect(result).not.toContain('proxy-authorization');
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

  describe.each([
    ['of its own', runner],
    ['without namespaces, which not every machine has,', plainRunner],
  ])('in a process %s is kept from', (_, runner) => {
    const run = runOn(runner);

    /** What code prints about each attempt: a value when it got one, else the reason. */
    const attempts = async (sources: Readonly<Record<string, string>>) => {
      const lines = Object.entries(sources).map(
        ([name, source]) => `await attempt(${JSON.stringify(name)}, async () => { ${source} });`,
      );
      const { result, stderr } = await run(`const got = {};
        const attempt = async (name, work) => {
          try {
            const late = new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), 500));
            got[name] = { value: String(await Promise.race([work(), late])) };
          } catch (error) { got[name] = { error: String(error.message).split('\\n')[0] }; }
        };
        ${lines.join('\n')}
        got`);
      expect(stderr).toBe('');
      return JSON.parse(result ?? '') as Record<string, { value?: string; error?: string }>;
    };
    const succeeded = (got: Record<string, { value?: string }>) =>
      Object.keys(got).filter((name) => got[name]?.value !== undefined);

    it('time beyond its timeout and its session', async () => {
      const endless = await run('console.log(1); while (true) {}', { timeoutMs: 1_500 });
      expect(endless).toEqual({
        stdout: '1\n',
        stderr: 'The code took longer than 1500 ms.\n',
        result: undefined,
        exitCode: undefined,
        killed: true,
      });
      const session = new AbortController();
      const running = run('await new Promise(() => setInterval(() => {}, 1_000))', { signal: session.signal });
      session.abort();
      expect(await running).toMatchObject({ stderr: 'The session ended.\n', killed: true });
      expect(await run('await page.title()')).toMatchObject({ result: '/start', exitCode: 0 });
    });

    it('the memory of the machine', async () => {
      const memory = { stderr: 'The code took more than 512 MB of memory.\n', killed: true, result: undefined };
      expect(await run('const all = []; while (true) all.push(new Array(10_000).fill(all))')).toMatchObject(memory);
      expect(await run('const all = []; while (true) all.push(Buffer.alloc(10_000_000, 1))')).toMatchObject(memory);
    });

    // Namespaces only take more away, so the rest is tried where they are missing.
    if (runner !== plainRunner) return;

    it('the network, whatever function it uses', async () => {
      const { port } = local.address() as AddressInfo;
      const udp = datagrams.address().port;
      const tcp = `{ host: '127.0.0.1', port: ${port} }`;
      const connected = `(socket) => new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject))`;
      const got = await attempts({
        'net.connect': `await (${connected})(require('net').connect(${tcp}));`,
        'imported net': `await (${connected})((await import('node:net')).connect(${tcp}));`,
        'unix socket': `await (${connected})(require('net').connect(${JSON.stringify(socketPath)}));`,
        http: `return require('http').get('http://127.0.0.1:${port}/');`,
        https: `return require('https').get('https://127.0.0.1:${port}/');`,
        http2: `return require('http2').connect('http://127.0.0.1:${port}/');`,
        tls: `return require('tls').connect(${tcp});`,
        dgram: `return require('dgram').createSocket('udp4').send('x', ${udp}, '127.0.0.1');`,
        dns: `return require('dns').promises.lookup('localhost');`,
        'dns resolver': `return new (require('dns').Resolver)();`,
        fetch: `return fetch('http://127.0.0.1:${port}/');`,
        WebSocket: `return new WebSocket('ws://127.0.0.1:${port}/');`,
        'request of the driver': `return page.request.get('http://127.0.0.1:${port}/');`,
        'request of the context': `return context.request.get('http://127.0.0.1:${port}/');`,
        'route that fetches': `await page.route('**/fetched', async (route) => { globalThis.routed = await route.fetch().catch((error) => error); await route.abort(); });
          await page.goto('${site}/fetched').catch(() => {}); if (routed instanceof Error) throw routed; return routed;`,
        'another browser': `return browser.browserType().connectOverCDP('http://127.0.0.1:${port}/', { timeout: 300 });`,
        'a browser of its own': `return browser.browserType().launch({ executablePath: '/bin/sh' });`,
        'the native socket': `const handle = process._getActiveHandles().find((one) => one._handle)._handle;
          return new handle.constructor(0).connect({}, ${JSON.stringify(socketPath)});`,
        'a server': `return Object.getPrototypeOf(process.stdout).constructor && new (require('net').Server)().listen(0);`,
        'process.binding': `return process.binding('tcp_wrap').TCP;`,
        'a builtin by its process': `return process.getBuiltinModule('net').connect(${tcp});`,
      });
      expect(succeeded(got)).toEqual([]);
      expect(got.fetch?.error).toBe(
        'fetch is not available to code: it has no network, no files and no other processes.',
      );
      expect(reached).toEqual([]);
    });

    it('files, other processes, and the engine', async () => {
      const out = JSON.stringify(join(folder, 'written'));
      const got = await attempts({
        'reading a file': `return require('fs').readFileSync('${secretFile}');`,
        'reading a URL': `return require('fs').readFileSync(new URL('file://${secretFile}'));`,
        'reading a link': `return require('fs').readlinkSync('/proc/self/exe');`,
        'reading by a path in bytes': `return require('fs').readFileSync(Buffer.from('${secretFile}'));`,
        'a folder of the service': `return require('fs').readdirSync(${JSON.stringify(process.cwd())});`,
        'the environment of the service': `return require('fs').readFileSync('/proc/' + process.ppid + '/environ');`,
        importing: `return import('file://${secretFile}');`,
        'writing a file': `return require('fs').writeFileSync(${out}, 'x');`,
        'writing by SQLite': `return new (process.getBuiltinModule('node:sqlite').DatabaseSync)(${out});`,
        'a report': `return process.report.writeReport(${out});`,
        'a snapshot of the heap': `return require('v8').writeHeapSnapshot(${out});`,
        'a flag of the engine': `return require('v8').setFlagsFromString('--trace-turbo');`,
        'trace events': `return require('trace_events').createTracing({ categories: ['node'] }).enable();`,
        'a compile cache': `return require('module').enableCompileCache(${out});`,
        'a child': `return require('child_process').execSync('id');`,
        'a worker': `return new (require('worker_threads').Worker)('1', { eval: true });`,
        'a cluster': `return require('cluster').fork();`,
        hooks: `return require('module').register('data:text/javascript,');`,
        'native code': `return process.dlopen({ exports: {} }, '/lib/libm.so');`,
        WASI: `return new (require('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } });`,
        inspector: `return require('inspector').open(0);`,
        'another program': `return process.execve('/bin/sh', ['sh']);`,
        'a signal': `return process.kill(process.ppid, 0);`,
        'a raw signal': `return process._kill(process.ppid, 0);`,
        'a debugger of the service': `return process._debugProcess(process.ppid);`,
        'another user': `return process.setuid(0);`,
        'a constructor of another realm': `return page.constructor.constructor('return process.mainModule.require("fs")')().readFileSync('${secretFile}');`,
        'a context of vm': `return require('vm').runInNewContext('this.constructor.constructor("return process")()').binding('fs');`,
        'the name of the machine': `return require('os').hostname();`,
      });
      expect(succeeded(got)).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(['secret.txt', 'service.sock']);
      expect(await run('Object.keys(process.env)')).toMatchObject({ result: '[]' });
    });

    it('the network by what Node still holds, whose native methods are gone', async () => {
      const { port } = local.address() as AddressInfo;
      const held = 'new (Object.getPrototypeOf(process.stdout).constructor)().connect';
      for (const to of [`{ host: '127.0.0.1', port: ${port} }`, JSON.stringify(socketPath)]) {
        const { stderr, exitCode } = await run(`${held}(${to}); await page.waitForTimeout(5_000)`);
        expect([stderr, exitCode]).toEqual([expect.stringMatching(/connect is not a function|denied|restricted/), 1]);
      }
    });

    it('addresses of this machine by its pages too', async () => {
      const { port } = local.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      const got = await attempts({
        goto: `await page.goto('${url}'); return page.title();`,
        'a new page': `const other = await context.newPage(); try { await other.goto('${url}'); return 'loaded'; } finally { await other.close(); }`,
        'fetch of the page': `await page.goto('${site}/start'); return page.evaluate('fetch("${url}", { mode: "no-cors" }).then(() => "loaded")');`,
        'a context without a proxy': `return browser.newContext({ proxy: { server: 'direct://' } });`,
        'a file': `await page.goto('file://${secretFile}'); return page.content();`,
        'a page of the browser': `await page.goto('chrome://version'); return page.content();`,
        'a file that is uploaded': `await page.goto('${site}/start'); await page.setInputFiles('#file', '${secretFile}'); return 'set';`,
        'a file by the protocol': `const cdp = await context.newCDPSession(page); const { root } = await cdp.send('DOM.getDocument');
          const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
          await cdp.send('DOM.setFileInputFiles', { nodeId, files: ['${secretFile}'] }); return 'set';`,
        'a picture on the disk': `return page.screenshot({ path: '${folder}/picture.png' });`,
        'a PDF on the disk': `return page.pdf({ path: '${folder}/page.pdf' });`,
        'a trace': `await context.tracing.start(); await context.tracing.stop({ path: '${folder}/trace.zip' }); return 'traced';`,
        'state on the disk': `return context.storageState({ path: '${folder}/state.json' });`,
      });
      expect(succeeded(got)).toEqual([]);
      expect(reached).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(['secret.txt', 'service.sock']);
    });

    it('which paths exist', async () => {
      const functions = [
        'require("fs").realpathSync',
        'require("fs").realpathSync.native',
        'require.resolve',
        'require',
        'numberOf',
        'await import',
        'await (0, eval)("(path) => import(path)")',
        'await importing',
        'await compiled',
      ];
      const ask = async (path: string) => {
        const tries = functions.map(
          (name) =>
            `try { ${name}(path); codes.push('read'); } catch (error) { codes.push([error.code, error.message.replaceAll(path, '')]); }`,
        );
        return run(
          `const path = ${JSON.stringify(path)}; const codes = []; ${HELPERS} ${tries.join('\n')} return codes;`,
        );
      };
      const { result: existing = '[]' } = await ask(secretFile);
      const { result: absent } = await ask(join(folder, 'absent.txt'));
      expect(existing).toBe(absent);
      expect(JSON.parse(existing)).toHaveLength(functions.length);
      expect(existing).not.toContain('"read"');
      expect(await run('return typeof require("util").inspect')).toMatchObject({ result: 'function' });
    });
  });
});
