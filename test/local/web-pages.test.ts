import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';

const launch = browserOptions();

/** A site of somebody else, whose only page has this body; it is called by both names of this machine. */
async function otherSite(body: string): Promise<{ port: number }> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!DOCTYPE html><title>Elsewhere</title>${body}`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => {
    site.close();
    site.closeAllConnections();
  });
  return { port: (site.address() as AddressInfo).port };
}

describe.skipIf(!launch)('a web page of another origin', () => {
  let browser: Browser;
  let server: LocalServer;

  beforeAll(async () => {
    browser = await chromium.launch(launch);
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    server = await createLocalServer({ browser: 'off', quiet: true });
    onTestFinished(() => server.close());
  });

  async function open(address: string) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(address);
    return page;
  }

  it.each(['localhost', '127.0.0.1'])('gets nothing done, called %s', async (name) => {
    const { port } = await otherSite('');
    const page = await open(`http://${name}:${port}/`);
    const statuses: number[] = [];
    page.on('response', (response) => statuses.push(response.status()));
    const answers = await page.evaluate(async (api) => {
      const tried = async (path: string, init: RequestInit) => {
        try {
          return (await fetch(api + path, init)).type;
        } catch (error) {
          return (error as Error).name;
        }
      };
      const form = new FormData();
      form.set('file', new File(['# Oaks'], 'oaks.md'));
      return [
        await tried('/v2/parse', { method: 'POST', body: form, mode: 'no-cors' }),
        await tried('/_local/export', { mode: 'no-cors' }),
        await tried('/_local/reset', { method: 'POST', mode: 'no-cors' }),
        await tried('/v2/team/queue-status', {}),
      ];
    }, server.url);
    // A page of this machine may read why it is refused.
    expect(answers).toEqual(['opaque', 'opaque', 'opaque', 'cors']);
    expect(statuses).toEqual([403, 403, 403, 403]);
    expect(server.journal()).toEqual([]);
  });

  it('may link to the page of the service, which then goes on to ask for what it shows', async () => {
    const { port } = await otherSite(`<a href="${server.url}/">the service</a>`);
    const page = await open(`http://localhost:${port}/`);
    const asked = page.waitForResponse(`${server.url}/_local/journal?limit=500`);
    await page.getByRole('link').click();
    expect((await asked).status()).toBe(200);
    expect(await page.title()).toBe('Requests: Trawl on this machine');
  });
});
