import { isOverIn } from '@trawl/base/is-over-in';
import type { Browser } from 'playwright-core';
import { browserArguments } from './browser-arguments.js';
import { connectDevTools, type DevToolsConnection } from './devtools-connection.js';
import type { DevToolsSession } from './devtools-sessions.js';
import type { BrowserProgram } from './find-browser.js';
import { unpackedProgram } from './packed-browser.js';
import { type StartedBrowser, startBrowser } from './start-browser.js';

/** A browser that runs. */
export interface OpenBrowser {
  readonly version: string;
  /** The session with the whole browser. */
  readonly session: DevToolsSession;
  /** Opens pages without the driver; undefined for a browser that somebody else has started. */
  readonly connection: DevToolsConnection | undefined;
  isConnected(): boolean;
  /** The driver of this browser, which is connected for the first page that needs it. */
  driver(): Promise<Browser>;
  /** Ends the browser, or leaves one that somebody else has started. */
  close(): Promise<void>;
}

const START_MS = 30_000;

/** A browser that has not ended by itself in this time is killed: a page whose script never ends keeps it from its end. */
const END_MS = 2_000;

/**
 * Starts the program, which loads everything through the proxy.
 *
 * @param onEnd is called when the browser has ended.
 */
export async function openProgram(program: BrowserProgram, proxyUrl: string, onEnd: () => void): Promise<OpenBrowser> {
  const path = program.isPacked ? await unpackedProgram(program.path) : program.path;
  const started = await startBrowser(path, browserArguments(proxyUrl));
  let isConnected = true;
  const connecting = connectDevTools(started.pipe, () => {
    isConnected = false;
    onEnd();
  });
  // Every page needs the driver, if only for its list of devices. It is loaded while the browser starts.
  const [connection, { chromium }] = await Promise.all([firstAnswer(started, connecting), import('playwright-core')]);
  const { product } = await connection.browser.send('Browser.getVersion');
  let driver: Promise<Browser> | undefined;

  async function connectDriver(): Promise<Browser> {
    const transport = await connection.driverTransport();
    return chromium.connectOverCDP(transport, { timeout: START_MS, noDefaults: true, artifactsDir: started.folder });
  }

  return {
    version: product.replace(/^.*\//, ''),
    session: connection.browser,
    connection,
    isConnected: () => isConnected,
    driver() {
      driver ??= connectDriver();
      // The next page that needs it tries it again.
      driver.catch(() => {
        driver = undefined;
      });
      return driver;
    },
    async close() {
      // It fails where the browser has ended.
      connection.browser.send('Browser.close').catch(() => {});
      if (!(await isOverIn(END_MS, started.ended))) await started.kill();
    },
  };
}

/** Resolves when the browser takes commands. */
async function firstAnswer(
  started: StartedBrowser,
  connecting: Promise<DevToolsConnection>,
): Promise<DevToolsConnection> {
  const hasAnswered = await isOverIn(START_MS, connecting);
  try {
    if (!hasAnswered) throw new Error(`It has not answered in ${START_MS / 1000} seconds.`);
    return await connecting;
  } catch (error) {
    await started.kill();
    const lastLine = started.lastWords().trim().split('\n').at(-1);
    throw lastLine ? new Error(`It has ended, and said: ${lastLine}`, { cause: error }) : error;
  }
}

/** Connects to a browser that runs. */
export async function openAddress(address: string, onEnd: () => void): Promise<OpenBrowser> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.connectOverCDP(address, { timeout: START_MS }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error;
    const said = `It has not answered in ${START_MS / 1000} seconds. If a page that is open in it hangs, close that page.`;
    throw new Error(said, { cause: error });
  });
  browser.on('disconnected', onEnd);
  return {
    version: browser.version(),
    session: await browser.newBrowserCDPSession(),
    connection: undefined,
    isConnected: () => browser.isConnected(),
    driver: async () => browser,
    close: () => browser.close(),
  };
}
