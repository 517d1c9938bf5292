import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type ConnectOverCDPTransport, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import { openCdp } from './cdp-filter.js';
import { REFUSED_METHODS, record } from './cdp-rules.js';

const place = browserOfMachine();

/** How long a command may wait for its answer on a machine with other work, in milliseconds: less than a test may take. */
const PATIENCE = 30_000;

describe.skipIf(!place)('a connection of a program to one browser context', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-cdp-'));
  const secret = join(folder, 'secret.txt');
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/file') response.setHeader('content-disposition', 'attachment; filename=file.html');
    const body = `<title>${request.url}</title><input type="file"><a href="/file" download>file</a>`;
    // A window is empty when it opens, and has loaded soon after.
    setTimeout(() => response.end(body), request.url === '/slow' ? 30 : 0);
  });
  let origin = '';
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    writeFileSync(secret, 'the secret');
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    if (!place || 'address' in place) return;
    browser = await chromium.launch({ executablePath: place.path, chromiumSandbox: process.getuid?.() !== 0 });
    const others = await browser.newContext();
    await others.addCookies([{ name: 'other', value: 'secret', url: origin }]);
    other = await others.newPage();
    await other.goto(`${origin}/other`);
    context = await browser.newContext({ acceptDownloads: false });
    await context.addCookies([{ name: 'own', value: 'known', url: origin }]);
    page = await context.newPage();
  });

  beforeEach(() => page?.goto(`${origin}/own`));

  afterAll(async () => {
    await browser?.close();
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true });
  });

  /** A client that speaks the protocol by itself. */
  async function connect(to = page) {
    const answers = new Map<number, (answer: Record<string, unknown>) => void>();
    const events: { method: string; params: Record<string, unknown>; sessionId?: string }[] = [];
    let id = 0;
    let isClosed = false;
    let closeReason: string | undefined;
    const connection = await openCdp(to, {
      onMessage(text) {
        const message = JSON.parse(text);
        if (message.id === undefined) events.push(message);
        else answers.get(message.id)?.(message);
      },
      onClose(reason) {
        isClosed = true;
        closeReason = reason;
      },
    });
    const ask = (method: string, params: object = {}, sessionId?: string) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${method} got no answer: ${JSON.stringify(events)}`)),
          PATIENCE,
        );
        answers.set(++id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        connection.send(JSON.stringify({ id, method, params, sessionId }));
      });
    await ask('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    const [first] = events.filter(({ method }) => method === 'Target.attachedToTarget').map(({ params }) => params);
    expect(record(first?.targetInfo).targetId, 'the page that the connection is opened for').toBe(connection.targetId);
    return {
      ...connection,
      ask,
      session: String(first?.sessionId),
      events,
      isClosed: () => isClosed,
      closeReason: () => closeReason,
    };
  }

  it('answers what would be too long with an error, and goes on', async () => {
    const { ask, session, isClosed } = await connect();
    const text = (length: number) => ({ expression: `'x'.repeat(${length})`, returnByValue: true });
    const tooLong = await ask('Runtime.evaluate', text(20_000_000), session);
    expect(tooLong).toMatchObject({
      sessionId: session,
      error: { message: expect.stringMatching(/more than 16777216/) },
    });
    const short = record((await ask('Runtime.evaluate', text(10_000_000), session)).result);
    expect(String(record(short.result).value)).toHaveLength(10_000_000);
    expect(isClosed()).toBe(false);
  });

  it('ends with a reason when an event would be too long', async () => {
    const { ask, session, isClosed, closeReason } = await connect();
    await ask('Runtime.enable', {}, session);
    await ask('Runtime.addBinding', { name: 'tell' }, session);
    void ask('Runtime.evaluate', { expression: "tell('x'.repeat(20_000_000))" }, session).catch(() => {});
    await expect.poll(isClosed, { timeout: PATIENCE }).toBe(true);
    expect(closeReason()).toMatch(/more than 16777216 characters/);
  });

  const refusal = async (answer: Promise<Record<string, unknown>>) => record((await answer).error).message;
  const targetOf = async (owner: Page) =>
    (await (await owner.context().newCDPSession(owner)).send('Target.getTargetInfo')).targetInfo;

  /** The driver of a caller. `delays` has methods, and the milliseconds after which the driver gets to send them. */
  async function drive(delays: Readonly<Record<string, number>> = {}): Promise<Browser> {
    const transport: ConnectOverCDPTransport = {
      send(message: { readonly method?: string }) {
        const send = () => connection.send(JSON.stringify(message));
        const delay = delays[message.method ?? ''];
        if (delay === undefined) send();
        else setTimeout(send, delay);
      },
      close: () => connection.close(),
    };
    const connection = await openCdp(page, {
      // The driver handles one message before it gets the next one, as with a WebSocket.
      onMessage: (message) => setImmediate(() => transport.onmessage?.(JSON.parse(message))),
      onClose: () => transport.onclose?.(),
    });
    return chromium.connectOverCDP(transport);
  }

  it('drives the pages of the context as Playwright does', async () => {
    const driver = await drive();
    const [own] = driver.contexts();
    const [first, ...rest] = own?.pages() ?? [];
    expect([await first?.title(), rest]).toEqual(['/own', []]);
    expect(await own?.cookies()).toMatchObject([{ name: 'own' }]);

    const opened = await own?.newPage();
    await opened?.goto(`${origin}/new`);
    const [popup] = await Promise.all([opened?.waitForEvent('popup'), opened?.evaluate('void window.open("/popup")')]);
    await popup?.waitForLoadState();
    expect([await popup?.title(), context.pages().length]).toEqual(['/popup', 3]);
    await popup?.close();
    await opened?.close();

    await first?.route('**/made', (route) => route.fulfill({ body: '<title>made</title>', contentType: 'text/html' }));
    await first?.goto(`${origin}/made`);
    expect(await first?.title()).toBe('made');
    expect((await first?.screenshot())?.subarray(1, 4).toString()).toBe('PNG');
    expect((await first?.pdf())?.subarray(0, 4).toString()).toBe('%PDF');
    const raw = await own?.newCDPSession(first as Page);
    expect(await raw?.send('Runtime.evaluate', { expression: '6 * 7' })).toMatchObject({ result: { value: 42 } });
    await raw?.detach();
    expect(await first?.title()).toBe('made');

    await driver.close();
    expect([context.pages().length, await page.title(), await other.title()]).toEqual([1, 'made', '/other']);
  });

  it('tells a driver that a window has loaded when the driver asks for that too late', async () => {
    const driver = await drive({ 'Page.setLifecycleEventsEnabled': 80 });
    const [first] = driver.contexts()[0]?.pages() ?? [];
    const [popup] = await Promise.all([first?.waitForEvent('popup'), first?.evaluate('void window.open("/slow")')]);
    await popup?.waitForLoadState('load', { timeout: 5_000 });
    await popup?.close();
    await driver.close();
  });

  it('attaches first to the page that it was opened for, and does without one that closes meanwhile', async () => {
    const pages = [page, await context.newPage(), await context.newPage()];
    // `connect` expects of each that it comes first.
    for (const each of pages) (await connect(each)).close();
    const { ask, close } = await connect();
    const { result } = await ask('Target.createTarget', { url: 'about:blank' });
    await ask('Target.closeTarget', { targetId: record(result).targetId });
    (await connect()).close();
    close();
    await Promise.all(pages.slice(1).map((each) => each.close()));
  });

  it('knows no page of another context, and reaches none', async () => {
    const { ask, session, events, close } = await connect();
    const { targetId, browserContextId } = await targetOf(other);
    await ask('Target.setDiscoverTargets', { discover: true });
    const { targetInfos } = record((await ask('Target.getTargets')).result);
    expect(targetInfos).toMatchObject([{ url: `${origin}/own` }]);
    expect(JSON.stringify(events)).not.toContain(targetId);

    const attach = { targetId, flatten: true };
    expect(await refusal(ask('Target.attachToTarget', attach))).toBe('No target with given id found');
    expect(await refusal(ask('Target.getTargetInfo', { targetId }, session))).toBe('No target with given id found');
    expect(await refusal(ask('Target.closeTarget', { targetId }))).toBe('No target with given id found');
    const { result } = await ask('Target.attachToBrowserTarget');
    const below = String(record(result).sessionId);
    expect(await refusal(ask('Target.attachToTarget', attach, below))).toBe('No target with given id found');
    expect(await refusal(ask('Target.attachToTarget', attach, session))).toContain('refused');
    expect(await refusal(ask('Target.getTargets', {}, session))).toContain('refused');

    const cookies = record((await ask('Storage.getCookies', { browserContextId })).result).cookies;
    expect(cookies).toMatchObject([{ name: 'own' }]);
    expect(await refusal(ask('Storage.getCookies', { browserContextId }, session))).toContain(
      'another browser context',
    );
    const page = await ask('Target.createTarget', { url: 'about:blank', browserContextId });
    const created = String(record(page.result).targetId);
    expect(record((await ask('Target.getTargetInfo', { targetId: created })).result).targetInfo).toMatchObject({
      browserContextId: (await targetOf(context.pages()[0] as Page)).browserContextId,
    });
    await ask('Target.closeTarget', { targetId: created });
    close();
  });

  it('refuses what reads files, writes files, or describes the machine, with the reason', async () => {
    const { ask, session, close } = await connect();
    for (const [method, reason] of Object.entries(REFUSED_METHODS)) {
      for (const sessionId of [undefined, session]) {
        expect(await refusal(ask(method, {}, sessionId)), method).toBe(`${method} is refused: ${reason}.`);
      }
    }
    const refused: [string, object][] = [
      ...[
        'file:///etc/hostname',
        'chrome://version',
        'view-source:http://a.example',
        'about:version',
        'FILE:/etc',
        'x',
      ].flatMap((url) =>
        ['Page.navigate', 'Fetch.continueRequest'].map((method): [string, object] => [method, { url }]),
      ),
      ['DOM.setFileInputFiles', { files: [secret] }],
      [
        'Input.dispatchDragEvent',
        { type: 'drop', x: 1, y: 1, data: { items: [], files: [secret], dragOperationsMask: 1 } },
      ],
      ['Unheard.of', {}],
      ['Browser.getWindowBounds', { windowId: 1 }],
    ];
    for (const [method, params] of refused) {
      expect(await refusal(ask(method, params, session)), method).toContain(`${method} is refused: `);
    }
    expect(await refusal(ask('Target.createTarget', { url: `file://${secret}` }))).toContain('only http:');
    expect(await refusal(ask('Browser.grantPermissions', { permissions: ['clipboardReadWrite'] }))).toContain(
      'only geo',
    );
    expect(await refusal(ask('IO.read', { handle: '1' }))).toContain('IO.read is refused');
    close();
  });

  it('stores no download, whatever the program sets', async () => {
    const { ask, session, close } = await connect();
    const before = readdirSync(folder);
    const answer = await ask('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    expect(answer.result).toEqual({});
    const click = 'document.querySelector("a").click(); new Promise((resolve) => setTimeout(resolve, 300))';
    const ran = await ask('Runtime.evaluate', { expression: click, awaitPromise: true, userGesture: true }, session);
    expect(ran.result).not.toHaveProperty('exceptionDetails');
    expect(readdirSync(folder)).toEqual(before);
    close();
  });

  it('ends with what is no command, with its context, and with more commands than the browser takes', async () => {
    for (const text of ['no JSON', '{"id":"1","method":"A.b"}', '[]', '{"id":1}']) {
      const { send, isClosed } = await connect();
      send(text);
      expect(isClosed(), text).toBe(true);
    }
    const flood = await connect();
    const expression = `"${'x'.repeat(65 * 1024 * 1024)}"`;
    flood.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression }, sessionId: flood.session }));
    expect(flood.isClosed()).toBe(true);
    const { isClosed } = await connect();
    await context.close();
    expect(isClosed()).toBe(true);
  });
});
