import type { ScrapeOptions } from '@trawl/client';
import type { Browser, BrowserContext } from 'playwright-core';
import type { PageRecorder } from '../web/recorder.js';
import { servesAds } from './ad-hosts.js';
import { emulationOf } from './emulation.js';
import { headerValue } from './first-party-headers.js';
import type { LazyBrowser, RunningBrowser } from './lazy-browser.js';
import type { OpenProfile } from './profiles.js';
import type { ProxyAccess, ProxyRules } from './proxy.js';
import { RenderFailure } from './render-failure.js';
import { createSparePage, type OpenContext } from './spare-page.js';

/** The browser context that a page is opened in. */
export interface ContextRequest {
  readonly options: ScrapeOptions;
  /** The headers of the caller, with those that follow from other options. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the browser knows of earlier pages, and where it keeps what it knows after this one. */
  readonly profile?: OpenProfile | undefined;
  /** Records what the page loads, or replays it. */
  readonly recorder?: PageRecorder | undefined;
  /** Throws for a URL that must not be visited. */
  checkUrl(url: string): void;
}

/** Opens a browser context for each page, and closes it after use. */
export interface PageContexts {
  /** Throws a `RenderFailure` for what the driver says, and when the browser has ended. */
  use<Result>(
    running: RunningBrowser,
    request: ContextRequest & { readonly url?: string },
    work: (context: BrowserContext, access: ProxyAccess) => Promise<Result>,
  ): Promise<Result>;
  /** Opens a context beforehand for the next request that asks for nothing special. */
  prepare(running: RunningBrowser): void;
}

/** A page that is not closed in this time loses its process. */
const CLOSE_MS = 5_000;

/** A browser that answers nothing in this time, also after the process of its busiest page has ended, is ended itself. */
const ANSWER_MS = 15_000;

/** @param userAgent names this service at the end of the `User-Agent` of the browser. */
export function createPageContexts(lazy: Pick<LazyBrowser, 'stop'>, userAgent: string): PageContexts {
  const spare = createSparePage((running, rules) => openContext(running, PLAIN, rules));

  async function openContext(
    { browser, proxy }: RunningBrowser,
    request: Pick<ContextRequest, 'options' | 'headers' | 'profile'>,
    rules: ProxyRules,
  ): Promise<OpenContext> {
    const access = proxy.open(rules);
    try {
      const proxyOptions = { server: proxy.url, username: access.username, password: access.password };
      const emulation = await emulationOf(request, browser.version(), userAgent);
      const known = request.profile?.state && { storageState: request.profile.state };
      return { context: await browser.newContext({ ...emulation, ...known, proxy: proxyOptions }), access };
    } catch (error) {
      access.close();
      throw error;
    }
  }

  async function use<Result>(
    running: RunningBrowser,
    request: ContextRequest & { readonly url?: string },
    work: (context: BrowserContext, access: ProxyAccess) => Promise<Result>,
  ): Promise<Result> {
    const hostname = request.url === undefined ? undefined : new URL(request.url).hostname;
    const { blockAds = true } = request.options;
    const { recorder } = request;
    const checkUrl = (url: string) => {
      if (recorder && !recorder.mayLoad) throw recorder.failure(url);
      request.checkUrl(url);
    };
    const blocks = (host: string) => blockAds && hostname !== undefined && servesAds(host, hostname);
    const rules = { checkUrl, blocks };
    let opened: OpenContext | undefined;
    try {
      opened = isPlain(request) ? await spare.take(running) : undefined;
      opened?.access.setRules(rules);
      opened ??= await openContext(running, request, rules);
      return await work(opened.context, opened.access);
    } catch (error) {
      if (!running.browser.isConnected()) {
        throw new RenderFailure('ended', 'The browser ended while it rendered the page.', { cause: error });
      }
      const said = /^\w+\.\w+: (.*)/.exec(error instanceof Error ? error.message : '');
      // The driver begins its errors with the name of the method that failed.
      if (said) throw new RenderFailure('failed', `The browser cannot render the page: ${said[1]}`, { cause: error });
      throw error;
    } finally {
      opened?.access.close();
      if (opened) await close(running, opened.context);
    }
  }

  /** Closes a context. A page that cannot be closed costs its process, and only a browser that no longer reacts is ended. */
  async function close({ browser, watch }: RunningBrowser, context: BrowserContext): Promise<void> {
    // It fails where the browser is gone, and the context with it.
    const closed = context.close().catch(() => {});
    if (await isOverIn(CLOSE_MS, closed)) return;
    crashPages(context);
    if (await isOverIn(CLOSE_MS, closed)) return;
    if (await isOverIn(CLOSE_MS, answer(browser))) return;
    watch.endBusiest();
    if (!(await isOverIn(ANSWER_MS, answer(browser)))) await lazy.stop();
  }

  return { use, prepare: spare.prepare };
}

/** What a spare page is made for. */
const PLAIN = { options: {}, headers: {} };

/** Whether a context that was made for nothing special will do. */
function isPlain({ options, headers, profile }: ContextRequest): boolean {
  const { mobile, location, skipTlsVerification = true } = options;
  const changesAgent = ['user-agent', 'accept-language'].some((name) => headerValue(headers, name) !== undefined);
  return !mobile && !location && skipTlsVerification && !profile && !changesAgent;
}

/** Whether the work is over in time, with or without an error. */
async function isOverIn(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const over = work.then(
    () => true,
    () => true,
  );
  const isOver = await Promise.race([over, late]);
  clearTimeout(timer);
  return isOver;
}

/** Resolves when the browser has answered, or ended. */
async function answer(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.detach();
}

/** Ends the processes of the pages of a context, also of those that no longer react. */
function crashPages(context: BrowserContext): void {
  for (const page of context.pages()) {
    const crash = async () => (await context.newCDPSession(page)).send('Page.crash');
    // A page that has crashed does not answer.
    crash().catch(() => {});
  }
}
