import type { ScrapeOptions } from '@trawl/client';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Clock } from '../clock.js';
import type { PageRecorder } from '../web/recorder.js';
import { servesAds } from './ad-hosts.js';
import { createCleanPages, type PageOwner } from './clean-pages.js';
import { emulationOf } from './emulation.js';
import { headerValue } from './first-party-headers.js';
import type { LazyBrowser, RunningBrowser } from './lazy-browser.js';
import { followOtherTargets, type OtherTargets } from './other-targets.js';
import { clearTraces, followTraces } from './page-traces.js';
import { type OpenContext, openPlainPage, type PlainPage } from './plain-page.js';
import type { OpenProfile } from './profiles.js';
import type { ProxyRules } from './proxy.js';
import { RenderFailure } from './render-failure.js';
import { createSparePage } from './spare-page.js';
import { isUnseen } from './unseen-loads.js';

/** The browser context that a page is opened in. */
export interface ContextRequest {
  readonly options: ScrapeOptions;
  /** The headers of the caller, with those that follow from other options. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the browser knows of earlier pages, and where it keeps what it knows after this one. */
  readonly profile?: OpenProfile | undefined;
  /** Records what the page loads, or replays it. */
  readonly recorder?: PageRecorder | undefined;
  /** The team of the caller, and where it begins. A page without them is closed after use. */
  readonly group?: string | undefined;
  readonly url?: string | undefined;
  /** Throws for a URL that must not be visited. */
  checkUrl(url: string): void;
}

/**
 * Opens a browser context for each page, and closes it after use, unless the page can be emptied for the next one of the same
 * team and origin.
 */
export interface PageContexts {
  /** Throws a `RenderFailure` for what the driver says, and when the browser has ended. */
  use<Result>(running: RunningBrowser, request: ContextRequest, work: Work<Result>): Promise<Result>;
  /** Opens a context beforehand for the next request that asks for nothing special. */
  prepare(running: RunningBrowser): void;
}

/**
 * Uses a context. If the request is plain, the context already has a page. After `spoil`, that page is not used again.
 */
type Work<Result> = (opened: OpenContext & Partial<PlainPage>, spoil: () => void) => Promise<Result>;

/** A page that is not closed in this time loses its process. */
const CLOSE_MS = 5_000;

/** A page that is not emptied in this time is closed. */
const CLEAR_MS = 2_000;

/** A browser that answers nothing in this time, also after the process of its busiest page has ended, is ended itself. */
const ANSWER_MS = 15_000;

export interface PageContextsOptions {
  readonly clock: Clock;
  /** Names this service at the end of the `User-Agent` of the browser. */
  readonly userAgent: string;
  /** Empty pages that are kept at once. */
  readonly maxPages: number;
}

export function createPageContexts(
  lazy: Pick<LazyBrowser, 'stop'>,
  { clock, userAgent, maxPages }: PageContextsOptions,
): PageContexts {
  const spare = createSparePage(openPlain);
  const clean = createCleanPages({
    clock,
    maxPages,
    close: (running, page) => {
      // It ends the browser where that does not close the page.
      endPlain(running, page).catch(() => {});
    },
  });
  const targets = new WeakMap<RunningBrowser, Promise<OtherTargets>>();

  function targetsOf(running: RunningBrowser): Promise<OtherTargets> {
    const known = targets.get(running) ?? followOtherTargets(running.browser);
    targets.set(running, known);
    return known;
  }

  async function openPlain(running: RunningBrowser): Promise<PlainPage> {
    const others = await targetsOf(running);
    const page = await openPlainPage(running, (_, rules) => openContext(running, PLAIN, rules, false));
    others.follow(page);
    return page;
  }

  async function endPlain(running: RunningBrowser, page: PlainPage): Promise<void> {
    const others = await targetsOf(running);
    others.forget(page.contextId);
    page.access.close();
    await close(running, page.context);
  }

  async function openContext(
    { browser, proxy }: RunningBrowser,
    request: Pick<ContextRequest, 'options' | 'headers' | 'profile'>,
    rules: ProxyRules,
    givesKey = true,
  ): Promise<OpenContext> {
    const access = proxy.open(rules);
    try {
      const key = givesKey && { username: access.username, password: access.password };
      const proxyOptions = { server: proxy.url, ...key };
      const emulation = await emulationOf(request, browser.version(), userAgent);
      const known = request.profile?.state && { storageState: request.profile.state };
      return { context: await browser.newContext({ ...emulation, ...known, proxy: proxyOptions }), access };
    } catch (error) {
      access.close();
      throw error;
    }
  }

  /** What the page of this request may load. */
  function rulesOf(request: ContextRequest): ProxyRules {
    const hostname = request.url === undefined ? undefined : new URL(request.url).hostname;
    const { blockAds = true } = request.options;
    const { recorder } = request;
    return {
      checkUrl(url) {
        if (recorder && !recorder.mayLoad) throw recorder.failure(url);
        request.checkUrl(url);
      },
      blocks: (host) => blockAds && hostname !== undefined && servesAds(host, hostname),
    };
  }

  async function usePlain<Result>(
    running: RunningBrowser,
    request: ContextRequest,
    work: Work<Result>,
  ): Promise<Result> {
    const owner = ownerOf(request);
    const page =
      (owner && (await clean.take(running, owner))) ?? (await spare.take(running)) ?? (await openPlain(running));
    let isSpoilt = false;
    let isClean = false;
    try {
      page.access.restart(rulesOf(request));
      const traces = followTraces(page, await targetsOf(running));
      // An emptied page keeps the memory of its process.
      const endWatch = running.watch.onLargePage(() => {
        isSpoilt = true;
      });
      try {
        const result = await work(page, () => {
          isSpoilt = true;
        });
        if (owner && !isSpoilt) isClean = await isCleared(page, () => traces.originToClear());
        return result;
      } finally {
        endWatch();
        traces.stop();
      }
    } finally {
      if (owner && isClean) clean.keep(running, owner, page);
      else await endPlain(running, page);
    }
  }

  async function useOwn<Result>(running: RunningBrowser, request: ContextRequest, work: Work<Result>): Promise<Result> {
    const opened = await openContext(running, request, rulesOf(request));
    try {
      return await work(opened, () => {});
    } finally {
      opened.access.close();
      await close(running, opened.context);
    }
  }

  async function use<Result>(running: RunningBrowser, request: ContextRequest, work: Work<Result>): Promise<Result> {
    try {
      return await (isPlain(request) ? usePlain(running, request, work) : useOwn(running, request, work));
    } catch (error) {
      if (!running.browser.isConnected()) {
        throw new RenderFailure('ended', 'The browser ended while it rendered the page.', { cause: error });
      }
      const said = /^\w+\.\w+: (.*)/.exec(error instanceof Error ? error.message : '');
      // The driver begins its errors with the name of the method that failed.
      if (said) throw new RenderFailure('failed', `The browser cannot render the page: ${said[1]}`, { cause: error });
      throw error;
    }
  }

  /**
   * Closes a context. If a page cannot be closed, its process is ended. The whole browser is ended only if it no longer
   * reacts.
   */
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

/** Whose requests may use the page of this one; undefined for one that is closed after it. */
function ownerOf({ options, headers, recorder, group, url }: ContextRequest): PageOwner | undefined {
  if (group === undefined || url === undefined || recorder || !isUnseen(options)) return undefined;
  if (Object.keys(headers).length > 0) return undefined;
  return { team: group, origin: new URL(url).origin };
}

/** Whether all is removed that the page left. The browser may fail to do so, and the page is closed then. */
async function isCleared(page: PlainPage, originToClear: () => string | undefined): Promise<boolean> {
  const origin = originToClear();
  if (origin === undefined) return false;
  const isDone = clearTraces(page, origin).then(
    () => true,
    () => false,
  );
  // A worker may have started last.
  return (await isOverIn(CLEAR_MS, isDone)) && (await isDone) && originToClear() !== undefined;
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
