import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalServer, type LocalServer, type LocalServerOptions } from '@trawl/local';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';

/** Undefined on a machine without a browser, where these tests are skipped. */
export const launch = browserOptions();

/** The title of every page of the site, which would be dangerous as markup. */
export const HOSTILE = '<img src=x onerror="document.title=1">';

interface Site {
  readonly url: string;
  close(): void;
}

/**
 * A site whose pages have hostile titles. `/gone` is a 404, `/slow` never answers, `/hook` refuses what it gets, and `/taken`
 * takes it.
 */
async function startSite(): Promise<Site> {
  const site = createServer(({ url = '' }, response) => {
    if (url.startsWith('/slow')) return;
    const status = url.startsWith('/gone') ? 404 : url.startsWith('/hook') ? 500 : 200;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    const title = HOSTILE.replaceAll('<', '&lt;');
    response.end(
      `<!DOCTYPE html><title>${title}</title><h1>Page</h1><p>Boats come in at noon.</p><a href="/slow">Slow</a>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () => {
      site.close();
      site.closeAllConnections();
    },
  };
}

/** Opens the page of a service in a browser. It has a site to read, for all tests of the file that calls it. */
export function useDashboard() {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([chromium.launch(launch), startSite()]);
  });

  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  async function start(options: LocalServerOptions = {}): Promise<LocalServer> {
    const server = await createLocalServer({ browser: 'off', quiet: true, allowPrivateNetworks: true, ...options });
    onTestFinished(() => server.close());
    return server;
  }

  async function call(server: LocalServer, line: string, body?: unknown): Promise<Record<string, unknown>> {
    const [method = '', path = ''] = line.split(' ');
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const response = await server.fetch(server.url + path, { method, headers, ...sent });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Opens the page, which must ask no other server, break no rule of its policy and throw nothing. */
  async function open(server: LocalServer, hash = '', options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1360, height: 820 }, ...options });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    // A test that waits for the next questions of the page moves this clock.
    await page.clock.install();
    const asked: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== server.url) faults.push(`asks for ${url}`);
      asked.push(url.pathname + url.search);
    });
    page.on('pageerror', (error) => faults.push(`throws ${error.message}`));
    page.on('console', (message) => {
      const isExpected = /status of 40[0134]/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(`says ${message.text()}`);
    });
    onTestFinished(async () => {
      await context.close();
      expect(faults).toEqual([]);
    });
    await page.goto(`${server.url}/${hash}`);
    return { page, asked };
  }

  return {
    start,
    call,
    open,
    get site() {
      return site;
    },
  };
}

export const rows = (page: Page) => page.locator('.rows > li');
