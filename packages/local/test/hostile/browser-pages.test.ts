import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalServer } from '../../src/index.js';
import { describeInBrowsers } from '../browser.js';
import { type Site, site } from '../crawl/site.js';
import { privateMegabytesOfChildren } from '../resident-memory.js';
import { call, startServer } from '../server.js';

/** Only Linux tells how much memory a process of a browser takes. */
const isMeasured = process.platform === 'linux';

const PAGE_MEGABYTES = 256;

/** What a page may take above its limit until it is measured, on a machine that is busy. */
const OVERSHOOT_MEGABYTES = 600;

/** Scripts that fill the memory, each by other means than the others. */
const FILLING: Readonly<Record<string, string>> = {
  arrays: `const all = []; for (let i = 0; i < 4000; i++) all.push(new Uint8Array(1e6).fill(7)); window.all = all`,
  'arrays of a worker': `window.worker = new Worker(URL.createObjectURL(new Blob(['const all = []; for (let i = 0; i < 4000; i++) all.push(new Uint8Array(1e6).fill(7)); self.all = all; setInterval(() => {}, 1000)'])))`,
  'arrays of frames': `for (let i = 0; i < 4; i++) document.body.append(Object.assign(document.createElement('iframe'), { src: '/arrays' }));`,
  canvases: `const all = []; for (let i = 0; i < 100; i++) { const c = document.createElement('canvas'); c.width = c.height = 3000; c.getContext('2d').fillRect(0, 0, 3000, 3000); all.push(c); } window.all = all`,
  'bitmaps of images': `const all = []; for (let i = 0; i < 60; i++) { const data = new ImageData(3000, 3000); data.data.fill(3); all.push(await createImageBitmap(data)); } window.all = all`,
  'memories of WebAssembly': `const all = []; for (let i = 0; i < 40; i++) { const memory = new WebAssembly.Memory({ initial: 1600 }); new Uint8Array(memory.buffer).fill(3); all.push(memory); } window.all = all`,
  blobs: `const all = []; for (let i = 0; i < 2000; i++) { all.push(new Blob([new Uint8Array(1e6).fill(i)])); if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve)); } window.all = all`,
};

const PAGES: Readonly<Record<string, string>> = {
  '/oak': '<title>Oak</title><h1>Oak</h1><p>A tree.</p>',
  // More than a page may take that is only kept for a session, and less than one may take.
  '/large': `<title>Large</title><h1>Large</h1><script>window.all = []; for (let i = 0; i < 120; i++) all.push(new Uint8Array(1e6).fill(7));</script>`,
  '/history': `<title>History</title><h1>History</h1><script>for (let i = 0; i < 100000; i++) history.pushState({}, '', '/history/' + i);</script>`,
};

describeInBrowsers('a hostile page in $name harms no other', { timeout: 60_000 }, ({ name: browserName, path }) => {
  let pages: Site;
  let server: LocalServer;
  /** A session of another team, which has to go on. */
  let session: string;

  beforeAll(async () => {
    const filling = Object.entries(FILLING).map(([name, script]) => [
      `/${name.replaceAll(' ', '-')}`,
      `<title>Filling</title><h1>Filling</h1><script type="module">${script}</script>`,
    ]);
    pages = await site({ ...PAGES, ...Object.fromEntries(filling) }, afterAll);
    const options = { allowPrivateNetworks: true, browser: path, apiKeys: ['one', 'two'] };
    server = await startServer({ ...options, pageMemory: PAGE_MEGABYTES }, () => {});
    await scrape('one', '/oak');
    const { body } = await ask('two', 'POST /v2/interact', {});
    session = (body as { id: string }).id;
    await executeInSession(`open ${pages.url}/oak`);
    await executeInSession("eval 'window.kept = 1'");
  });

  afterAll(async () => {
    await server?.close();
  });

  const ask = (key: string, line: string, body?: object) =>
    call(server, line, { body, headers: { Authorization: `Bearer ${key}` } });

  const scrape = (key: string, path: string, options: object = {}) =>
    ask(key, 'POST /v2/scrape', { url: pages.url + path, maxAge: 0, waitFor: 1, timeout: 40_000, ...options });

  const browserMegabytes = () => privateMegabytesOfChildren(process.pid);

  /** Carries out a command, which starts no process as code does. */
  const executeInSession = (command: string) =>
    ask('two', `POST /v2/interact/${session}/execute`, { language: 'bash', code: `agent-browser ${command}` });

  const expectSessionAlive = async () => {
    const { body } = await executeInSession("eval 'window.kept + 1'");
    expect(body).toMatchObject({ success: true, stdout: expect.stringMatching(/^2\s*$/) });
  };

  const kinds = browserName === 'the headless shell' ? Object.keys(FILLING) : ['arrays', 'arrays of frames', 'blobs'];

  test.skipIf(!isMeasured).each(kinds)('that fills the memory by %s', async (name) => {
    const before = browserMegabytes();
    let most = 0;
    const sampling = setInterval(() => {
      most = Math.max(most, browserMegabytes());
    }, 50);
    const answer = await scrape('one', `/${name.replaceAll(' ', '-')}`, { waitFor: 20_000 });
    clearInterval(sampling);
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'SCRAPE_ALL_ENGINES_FAILED', error: expect.stringContaining('`pageMemory`') },
    });
    expect(most - before).toBeLessThan(PAGE_MEGABYTES + OVERSHOOT_MEGABYTES);
    await expectSessionAlive();
    await expect.poll(browserMegabytes, { timeout: 5_000 }).toBeLessThan(before + 150);
  });

  /** Pages of a batch are only read, and no session may go on with them. */
  test.skipIf(!isMeasured).each(kinds)('that fills the memory by %s in a batch', async (name) => {
    const before = browserMegabytes();
    const urls = [`${pages.url}/${name.replaceAll(' ', '-')}`];
    const { body } = await ask('one', 'POST /v2/batch/scrape', { urls, maxAge: 0, waitFor: 20_000, timeout: 40_000 });
    const { id } = body as { id: string };
    const errors = async () => (await ask('one', `GET /v2/batch/scrape/${id}/errors`)).body;
    await expect
      .poll(errors, { timeout: 30_000 })
      .toMatchObject({ errors: [{ error: expect.stringContaining('`pageMemory`') }] });
    await expectSessionAlive();
    await expect.poll(browserMegabytes, { timeout: 5_000 }).toBeLessThan(before + 150);
  });

  test.skipIf(!isMeasured)('whose memory is only kept for a session', async () => {
    await scrape('one', '/oak');
    const before = browserMegabytes();
    expect(await scrape('one', '/large')).toMatchObject({ status: 200 });
    await expect.poll(browserMegabytes, { timeout: 5_000 }).toBeLessThan(before + 100);
  });

  test('that fills the history', async () => {
    const [filled, other] = await Promise.all([
      scrape('one', '/history', { timeout: 10_000 }),
      scrape('two', '/oak', { timeout: 10_000 }),
    ]);
    expect([200, 408]).toContain(filled.status);
    expect(other).toMatchObject({ status: 200 });
    for (let round = 0; round < 2; round++) {
      await expectSessionAlive();
      await scrape('one', '/history', { timeout: 3_000 });
    }
    await expectSessionAlive();
  });
});
