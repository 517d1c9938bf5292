import { setMaxListeners } from 'node:events';
import { aborted, untilAborted } from '@trawl/base/aborted';
import type { Clock } from '@trawl/base/clock';
import { isOverIn } from '@trawl/base/is-over-in';
import type { OutgoingProxies } from '@trawl/web/outgoing-proxies';
import type { OwnUrls } from '@trawl/web/own-pages';
import type { PortPolicy } from '@trawl/web/port-policy';
import type { DevToolsPorts } from './devtools-ports.js';
import type { BrowserPlace } from './find-browser.js';
import { type MemoryLimits, MemoryTotal } from './memory-limits.js';
import { type OpenBrowser, openAddress, openProgram } from './open-browser.js';
import { NO_WATCH, type ProcessWatch, watchProcesses } from './process-watch.js';
import { type BrowserProxy, type Connect, startProxy } from './proxy.js';
import { RenderFailure } from './render-failure.js';

export interface LazyBrowserOptions {
  readonly place: BrowserPlace;
  readonly clock: Clock;
  readonly policyAt: PortPolicy;
  readonly connect?: Connect | undefined;
  /** The proxies that pages are loaded through. By default, there are none. */
  readonly proxies?: OutgoingProxies | undefined;
  /** The pages of this server that the browser may show. */
  readonly ownUrls?: OwnUrls | undefined;
  /** Learns the ports at which a browser takes commands, before its first page. */
  readonly devTools?: DevToolsPorts | undefined;
  /** The memory that pages may take in a browser that this service starts. By default, there is no limit. */
  readonly memory?: MemoryLimits | undefined;
  /** What all browsers of this service take together, which `memory` limits. By default, there is only this one. */
  readonly memoryTotal?: MemoryTotal | undefined;
}

/** A browser that runs, and the proxy that it loads everything through. */
export interface RunningBrowser extends Omit<OpenBrowser, 'close'> {
  readonly proxy: BrowserProxy;
  /** Ends the pages that take too much. */
  readonly watch: ProcessWatch;
  /** Aborts with a `RenderFailure` when the browser has ended. */
  readonly ended: AbortSignal;
  /** Ends the browser at once; the next use starts a new one. */
  stop(): Promise<void>;
}

/** Starts the browser when it is first used, and ends it when it has not been used for a while. */
export interface LazyBrowser {
  /** Runs work with the browser; throws a `RenderFailure` when it cannot be started, and as soon as it has ended. */
  use<Result>(work: (running: RunningBrowser) => Promise<Result>): Promise<Result>;
  /** Keeps it for work that is about to use it; returns the function that ends that. */
  hold(): () => void;
  /** Whether work is done with it now, or is about to be. */
  isUsed(): boolean;
  /** The memory that the browser takes now, in bytes; 0 while there is none, or where it cannot be measured. */
  memoryBytes(): Promise<number>;
  /** Ends the browser at once; the next use starts a new one. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

type ClosableBrowser = RunningBrowser & OpenBrowser;

/** A browser that ends in order closes its pages first, and ends within this time. */
const CLOSING_MS = 2_000;

/** What is said of a page that is gone, and that this service has not ended: its browser may be about to end. */
const PAGE_GONE = /(?:has been|was) closed|detached|The page crashed/;

/** How long the browser stays without a page. */
const IDLE_MS = 60_000;

export function createLazyBrowser({
  place,
  clock,
  policyAt,
  connect,
  ownUrls,
  proxies,
  devTools,
  memory,
  memoryTotal = new MemoryTotal(),
}: LazyBrowserOptions): LazyBrowser {
  let current: Promise<ClosableBrowser> | undefined;
  let users = 0;
  let idle: AbortController | undefined;
  let isClosed = false;

  function begin(): Promise<ClosableBrowser> {
    const forget = () => {
      if (current === starting) current = undefined;
    };
    const starting = start(forget);
    starting.catch(forget);
    return starting;
  }

  async function start(onEnd: () => void): Promise<ClosableBrowser> {
    const proxy = await startProxy({ policyAt, connect, ownUrls, proxies });
    let watch = NO_WATCH;
    const ending = new AbortController();
    // All pages in use listen.
    setMaxListeners(0, ending.signal);
    const end = () => {
      onEnd();
      ending.abort(new RenderFailure('ended', 'The browser ended while it rendered the page.'));
      watch.end();
      // This is not awaited, because closing a server on loopback cannot fail.
      proxy.close().catch(() => {});
    };
    try {
      const browser =
        'address' in place ? await openAddress(place.address, end) : await openProgram(place, proxy.url, end);
      await devTools?.learn(browser.session);
      if (memory && browser.connection) watch = await watchProcesses(browser.session, memory, memoryTotal);
      return { ...browser, proxy, watch, ended: ending.signal, stop };
    } catch (error) {
      await proxy.close();
      const [firstLine] = String((error as Error).message).split('\n');
      throw new RenderFailure('ended', `The browser could not be started: ${firstLine}`, { cause: error });
    }
  }

  async function stop(): Promise<void> {
    const stopping = current;
    current = undefined;
    const running = await stopping?.catch(() => undefined);
    await running?.close();
    await running?.proxy.close();
  }

  function stopWhenIdle(): void {
    // Only an empty page is open. If there is no browser, there is nothing to stop.
    current?.then(({ watch }) => watch.stop()).catch(() => {});
    idle = new AbortController();
    clock.sleep(IDLE_MS, idle.signal).then(stop, () => {});
  }

  /** Keeps the browser; returns the function that ends that. */
  function hold(): () => void {
    idle?.abort();
    users++;
    return () => {
      users--;
      if (users === 0 && !isClosed) stopWhenIdle();
    };
  }

  return {
    hold,
    async use(work) {
      if (isClosed) throw new RenderFailure('ended', 'The server closes.');
      const release = hold();
      try {
        current ??= begin();
        const running = await current;
        running.watch.start();
        return await untilEnd(running, work);
      } finally {
        release();
      }
    },
    isUsed: () => users > 0,
    async memoryBytes() {
      const running = await current?.catch(() => undefined);
      return running?.watch.memoryBytes() ?? 0;
    },
    stop,
    async close() {
      isClosed = true;
      idle?.abort();
      await stop();
    },
  };
}

async function untilEnd<Result>(
  running: RunningBrowser,
  work: (running: RunningBrowser) => Promise<Result>,
): Promise<Result> {
  const { ended } = running;
  try {
    return await untilAborted(ended, () => work(running));
  } catch (error) {
    if (PAGE_GONE.test(String(error))) await isOverIn(CLOSING_MS, aborted(ended));
    ended.throwIfAborted();
    throw error;
  }
}
