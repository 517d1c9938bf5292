import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock, type MovableClock } from '@trawl/base/clock';
import { createLazyBrowser, type LazyBrowser, type RunningBrowser } from '@trawl/browser/lazy-browser';
import type { UsePage } from '@trawl/browser/open-pages';
import { createRenderer, type Renderer } from '@trawl/browser/renderer';
import type { CodeOutcome, CodeRun } from '@trawl/browser/sandbox/code-runner';
import type { ScrapeOptions } from '@trawl/client';
import { createPortPolicy } from '@trawl/web/port-policy';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOfMachine } from '../../../../scripts/shared/browser.js';
import { eventually } from '../../test/eventually.js';
import { CreditsLacking, NO_HOLD } from '../accounts/plan.js';
import { createThreatPolicies } from '../accounts/threat-policies.js';
import { createProfiles } from '../profiles/profiles.js';
import { createGuardFor } from '../scrape/threat-protection.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { Sessions } from './sessions.js';

const place = browserOfMachine();
const TERMS = { team: 'a', ttlMs: 300_000, streamWebView: true };

describe.skipIf(!place)('a browser session', { timeout: 60_000 }, () => {
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${request.url}</title><button onclick="document.title += '!'">Buy</button>`);
  });
  let url: string;
  let lazy: LazyBrowser;
  let renderer: Renderer;
  let clock: MovableClock;
  let sessions: Sessions;
  let credits: number;
  let charged: number;

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    if (!place) return;
    const policyAt = createPortPolicy({ allowPrivateNetworks: true });
    const clock = createVirtualClock();
    lazy = createLazyBrowser({ place, clock, policyAt });
    renderer = createRenderer({ browser: lazy, clock, userAgent: 'TrawlLocal/test', maxPages: 2 });
  });

  afterAll(async () => {
    await renderer?.close();
    site.closeAllConnections();
    site.close();
  });

  const signal = new AbortController().signal;

  const render = (path: string, usePage?: UsePage, options: ScrapeOptions = {}) =>
    renderer.render({
      url: url + path,
      options,
      headers: {},
      owner: { team: 'a', job: 'a' },
      timeoutMs: 30_000,
      signal,
      usePage,
      checkUrl() {},
    });

  /** Scrapes a page that a session may go on with. */
  const scrape = async (id: string, options: ScrapeOptions = {}) => {
    await render(`/${id}`, (page) => sessions.keepPage(id, page), options);
    return { id, team: 'a', origin: { url: `${url}/${id}`, options } };
  };

  /** Runs code in the page itself: what a process of its own does is not the matter here. */
  async function run({ code, page, signal: within }: CodeRun): Promise<CodeOutcome> {
    const killed = once(within, 'abort').then(() => undefined);
    const result = await Promise.race([page.evaluate(code), killed]);
    return { stdout: '', stderr: '', result: String(result), exitCode: 0, killed: within.aborted };
  }

  beforeEach(() => {
    clock = createVirtualClock();
    charged = 0;
    credits = 10;
    const database = openDatabase();
    const stores = openStores(database, clock);
    sessions = new Sessions({
      clock,
      plan: {
        async reserve(_, { least }) {
          if (charged + least > credits) throw new CreditsLacking('Insufficient credits.', false);
          return NO_HOLD;
        },
      },
      guardFor: createGuardFor(createThreatPolicies(stores, clock)),
      profiles: createProfiles(stores),
      renderer: () => renderer,
      runner: { run },
      opener: {
        async open({ url: target, options }, usePage) {
          await render(new URL(target).pathname, usePage, options);
          return 0;
        },
      },
      ledger: {
        async charge(charge) {
          charged += charge.credits;
          await stores.ledger.charge(charge);
        },
      },
      keys: { watch: () => () => {} },
      maxSessions: 2,
      log: (line) => expect.unreachable(line),
    });
  });

  afterEach(() => sessions?.close());

  const code = (text: string) => ({ code: text, timeoutMs: 10_000, signal });
  /** How many pages of the site are open. The browser has a spare one beside them. */
  const shown = () =>
    lazy.use(async ({ driver }) => {
      const browser = await driver();
      const pages = browser.contexts().flatMap((context) => context.pages());
      return pages.filter((page) => page.url().startsWith(url)).length;
    });

  /** Ends it as a crash does. When it is asked to end, it closes its pages first, and works for a moment without them. */
  async function killBrowser({ session }: RunningBrowser): Promise<void> {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    process.kill(processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN, 'SIGKILL');
  }

  it('goes on with the page as the scrape left it', async () => {
    const scraped = await scrape('left', { actions: [{ type: 'click', selector: 'button' }] });
    const session = await sessions.resume(scraped);
    expect((await session.run(code('document.title'))).result).toBe('/left!');
    await session.run(code('document.querySelector("button").click()'));
    expect((await (await sessions.resume(scraped)).run(code('document.title'))).result).toBe('/left!!');
  });

  it('opens the page of a scrape again that was fetched, or whose page is no longer open', async () => {
    const scraped = { id: 'fetched', team: 'a', origin: { url: `${url}/fetched`, options: {} } };
    expect((await (await sessions.resume(scraped)).run(code('document.title'))).result).toBe('/fetched');
    const late = await scrape('late', { actions: [{ type: 'click', selector: 'button' }] });
    await clock.advance(60_000);
    expect((await (await sessions.resume(late)).run(code('document.title'))).result).toBe('/late!');
  });

  it('is not opened for a scrape of which it is no longer known how', async () => {
    const lost = { id: 'lost', team: 'a', origin: undefined };
    await expect(sessions.resume(lost)).rejects.toMatchObject({ code: 'conflict' });
    expect(sessions.ofScrape('lost')).toBeUndefined();
  });

  it('is opened once by calls at the same time, and runs one code after the other', async () => {
    const scraped = await scrape('twice');
    const [first, second] = await Promise.all([sessions.resume(scraped), sessions.resume(scraped)]);
    expect(first).toBe(second);
    const slow = first.run(code('new Promise((resolve) => { window.go = resolve; })'));
    await expect(first.run(code('1'))).rejects.toMatchObject({ code: 'conflict' });
    const page = await first.page();
    await page.waitForFunction('window.go');
    await page.evaluate('window.go(7)');
    expect((await slow).result).toBe('7');
    expect((await first.run(code('1'))).result).toBe('1');
  });

  it('ends at its time to live, and when it is idle', async () => {
    const short = await sessions.open({ ...TERMS, ttlMs: 60_000 }, undefined);
    const idle = await sessions.open({ ...TERMS, idleMs: 30_000 }, undefined);
    for (const session of [short, idle]) await (await session.page()).goto(url);
    expect(await shown()).toBe(2);
    await clock.advance(20_000);
    await idle.run(code('1'));
    await clock.advance(29_999);
    expect([short.endedAt, idle.endedAt]).toEqual([undefined, undefined]);
    await clock.advance(10_001);
    await expect(short.run(code('1'))).rejects.toMatchObject({
      code: 'gone',
      message: 'The browser session has ended. It may live for 60 seconds.',
    });
    await expect(idle.run(code('1'))).rejects.toMatchObject({ code: 'gone' });
    expect(idle.endedAt).toBe(short.createdAt + 50_000);
    await eventually(shown).toBe(0);
  });

  it('is not idle while code runs, and its end stops the code', async () => {
    const session = await sessions.open({ ...TERMS, ttlMs: 60_000, idleMs: 20_000 }, undefined);
    const running = session.run(code('new Promise(() => {})'));
    const failure = expect(running).rejects.toMatchObject({ code: 'gone' });
    await clock.advance(59_999);
    expect(session.endedAt).toBeUndefined();
    await clock.advance(1);
    await failure;
  });

  it('is charged for each minute that begins', async () => {
    const session = await sessions.open(TERMS, undefined);
    expect([session.creditsBilled, charged]).toEqual([1, 1]);
    await clock.advance(61_234);
    await sessions.end(session, 'It was closed.');
    await clock.advance(600_000);
    expect([session.creditsBilled, charged]).toEqual([2, 2]);
  });

  it('ends with the minute that cannot be paid', async () => {
    credits = 1;
    const session = await sessions.open(TERMS, undefined);
    await clock.advance(61_234);
    expect([session.creditsBilled, charged]).toEqual([1, 1]);
    expect(() => session.context()).toThrow('The browser session has ended. Insufficient credits.');
  });

  it('has one of a fixed number of places, and gives it back', async () => {
    const [first] = await Promise.all([sessions.open(TERMS, undefined), sessions.open(TERMS, undefined)]);
    const scraped = await scrape('third');
    await expect(sessions.resume(scraped)).rejects.toMatchObject({
      code: 'too_many',
      message: expect.stringContaining('`maxSessions`'),
    });
    await sessions.end(first as NonNullable<typeof first>, 'It was closed.');
    expect((await (await sessions.resume(scraped)).run(code('document.title'))).result).toBe('/third');
  });

  it('keeps few pages of scrapes for sessions, and none that other pages need the place of', async () => {
    for (const id of ['one', 'two', 'three']) await scrape(id);
    await eventually(shown).toBe(2);
    const held: (() => void)[] = [];
    const busy = (path: string) =>
      render(path, async (page) => {
        page.keep();
        await new Promise<void>((resolve) => held.push(resolve));
      });
    // Both places are taken by pages that wait for a session.
    await Promise.all([busy('/a'), busy('/b')]);
    expect(await shown()).toBe(2);
    for (const end of held) end();
  });

  it('leaves its place among pages to others', async () => {
    await sessions.resume(await scrape('session-1'));
    await sessions.resume(await scrape('session-2'));
    expect((await render('/free')).html).toContain('/free');
  });

  it('ends with the browser: the call that runs is told, and later ones that it is over', async () => {
    const scraped = await scrape('crash');
    const session = await sessions.resume(scraped);
    const running = session.run(code('new Promise(() => {})'));
    const failure = expect(running).rejects.toMatchObject({ code: 'upstream_failed' });
    await lazy.use(killBrowser);
    await failure;
    await expect((await sessions.resume(scraped)).run(code('1'))).rejects.toMatchObject({ code: 'gone' });
    expect((await (await sessions.open(TERMS, undefined)).run(code('1 + 1'))).result).toBe('2');
  });

  it('ends when its page crashes', async () => {
    const session = await sessions.open(TERMS, undefined);
    await (await session.page()).goto('chrome://crash').catch(() => {});
    await eventually(() => session.endedAt).toBeDefined();
  });

  it('has tokens that only its own URLs have, and that end with it', async () => {
    const [one, two] = await Promise.all([sessions.open(TERMS, undefined), sessions.open(TERMS, undefined)]);
    if (!one || !two) return expect.unreachable();
    const token = one.token('view');
    expect(token).toMatch(/^[\w-]{32}$/);
    expect([one.grants('view', token), one.grants('cdp', token), two.grants('view', token)]).toEqual([
      true,
      false,
      false,
    ]);
    await sessions.end(one, 'It was closed.');
    expect([one.grants('view', token), one.grants('view', ''), one.token('view')]).toEqual([false, false, '']);
  });

  it('saves its profile before its end is told', async () => {
    const profile = { name: 'shop' };
    const first = await sessions.open(TERMS, profile);
    await expect(sessions.open(TERMS, profile)).rejects.toMatchObject({ code: 'conflict' });
    await (await first.page()).goto(url);
    await first.run(code('localStorage.setItem("basket", "tea")'));
    await sessions.end(first, 'It was closed.');
    const second = await sessions.open(TERMS, profile);
    await (await second.page()).goto(url);
    expect((await second.run(code('localStorage.getItem("basket")'))).result).toBe('tea');
  });

  it('is listed for its team, the latest first, and known for a while after its end', async () => {
    const first = await sessions.open(TERMS, undefined);
    await sessions.open({ ...TERMS, team: 'b' }, undefined);
    await sessions.end(first, 'It was closed.');
    const last = await sessions.open(TERMS, undefined);
    expect(sessions.list('a')).toEqual([last, first]);
    expect(sessions.find(first.id)?.endedAt).toBeDefined();
  });

  it('ends with the service', async () => {
    const session = await sessions.open(TERMS, undefined);
    await sessions.close();
    expect(session.endedAt).toBeDefined();
    await expect(sessions.open(TERMS, undefined)).rejects.toMatchObject({ code: 'upstream_failed' });
  });
});
