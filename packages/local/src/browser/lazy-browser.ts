import type { Browser } from 'playwright-core';
import type { Clock } from '../clock.js';
import type { OutgoingProxies } from '../web/outgoing-proxies.js';
import type { OwnUrls } from '../web/own-pages.js';
import type { PortPolicy } from '../web/port-policy.js';
import type { DevToolsPorts } from './devtools-ports.js';
import type { BrowserPlace } from './find-browser.js';
import type { MemoryLimits } from './memory-limits.js';
import { unpackedProgram } from './packed-browser.js';
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
}

/** A browser that runs, and the proxy that it loads everything through. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly proxy: BrowserProxy;
  /** Ends the pages that take too much. */
  readonly watch: ProcessWatch;
  /** Whether this service has started it, and not somebody else. */
  readonly isOwn: boolean;
}

/** Starts the browser when it is first used, and ends it when it has not been used for a while. */
export interface LazyBrowser {
  /** Runs work with the browser; throws a `RenderFailure` when it cannot be started. */
  use<Result>(work: (running: RunningBrowser) => Promise<Result>): Promise<Result>;
  /** The memory that the browser takes now, in bytes; 0 while there is none, or where it cannot be measured. */
  memoryBytes(): Promise<number>;
  /** Ends the browser at once; the next use starts a new one. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** How long the browser stays without a page. */
const IDLE_MS = 60_000;

const START_TIMEOUT_MS = 30_000;

export function createLazyBrowser({
  place,
  clock,
  policyAt,
  connect,
  ownUrls,
  proxies,
  devTools,
  memory,
}: LazyBrowserOptions): LazyBrowser {
  let current: Promise<RunningBrowser> | undefined;
  let users = 0;
  let idle: AbortController | undefined;
  let isClosed = false;

  function begin(): Promise<RunningBrowser> {
    const forget = () => {
      if (current === starting) current = undefined;
    };
    const starting = start(forget);
    starting.catch(forget);
    return starting;
  }

  async function start(onEnd: () => void): Promise<RunningBrowser> {
    const proxy = await startProxy({ policyAt, connect, ownUrls, proxies });
    try {
      const browser = await openBrowser(place, proxy.url);
      let watch = NO_WATCH;
      browser.on('disconnected', () => {
        onEnd();
        watch.stop();
        // This is not awaited, because closing a server on loopback cannot fail.
        proxy.close().catch(() => {});
      });
      await devTools?.learn(browser);
      if (memory && 'path' in place) watch = await watchProcesses(browser, memory);
      return { browser, proxy, watch, isOwn: 'path' in place };
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
    await running?.browser.close();
    await running?.proxy.close();
  }

  function stopWhenIdle(): void {
    // Only an empty page is open. If there is no browser, there is nothing to stop.
    current?.then(({ watch }) => watch.stop()).catch(() => {});
    idle = new AbortController();
    clock.sleep(IDLE_MS, idle.signal).then(stop, () => {});
  }

  return {
    async use(work) {
      if (isClosed) throw new RenderFailure('ended', 'The server closes.');
      idle?.abort();
      users++;
      try {
        current ??= begin();
        const running = await current;
        running.watch.start();
        return await work(running);
      } finally {
        users--;
        if (users === 0 && !isClosed) stopWhenIdle();
      }
    },
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

async function openBrowser(place: BrowserPlace, proxyUrl: string): Promise<Browser> {
  // Loaded with the first page: loading it takes longer than the start of the server.
  const { chromium } = await import('playwright-core');
  if ('address' in place) return chromium.connectOverCDP(place.address, { timeout: START_TIMEOUT_MS });
  return chromium.launch({
    executablePath: place.isPacked ? await unpackedProgram(place.path) : place.path,
    timeout: START_TIMEOUT_MS,
    // The root user of a container cannot have the sandbox of Chromium.
    chromiumSandbox: process.getuid?.() !== 0,
    // The service ends the browser itself, when it closes.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: UNWANTED_ARGS,
    args: [...ARGS, `--disable-features=${DISABLED_FEATURES.join()}`, `--proxy-server=${proxyUrl}`],
  });
}

/** Chromium drops what a page asks for thousands of times, as steps of its history. Without that one page stops them all. */
const UNWANTED_ARGS = ['--disable-ipc-flooding-protection'];

/** Chromium takes the last list only, so this one has what the driver disables as well. */
export const DISABLED_FEATURES: readonly string[] = [
  // It starts a process beside each page for the next one. This service makes pages ahead itself.
  'SpareRendererForSitePerProcess',
  // It gives each document a new frame in the browser, which takes a third of the time of a small page.
  'RenderDocument',
  // Reports of earlier pages would be sent while a later one is shown.
  'NetworkErrorLogging',
  'Reporting',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];

/**
 * Chromium must send everything through the proxy. So it may not connect to this machine directly, resolve names, or
 * use a protocol other than TCP.
 */
const ARGS: readonly string[] = [
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Requests of Chromium itself, which no page asked for.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--disable-gpu',
  // Clearing this cache between two pages would take as long as opening a small page.
  '--disable-gpu-shader-disk-cache',
  // A whole browser does so by itself: sites that are shown in one page have a process each.
  '--site-per-process',
  // A page whose scripts fill their heap ends with a crash. `ProcessWatch` limits what they take besides.
  '--js-flags=--max-old-space-size=512',
];
