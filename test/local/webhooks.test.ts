import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLocalServer } from '@trawl/local';
import { Trawl, verifyWebhook, type WebhookEvent } from '@trawl/sdk';
import { expect, onTestFinished, test } from 'vitest';

const SECRET = 'between the two of us';

/** A site and the receiver of its webhooks in one; what does not verify is answered with 401. */
async function siteAndReceiver() {
  const events: WebhookEvent[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const links = request.url === '/' ? '<a href="/a">a</a> <a href="/b">b</a>' : 'The end.';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Page ${request.url}</h1><p>${links}</p>`);
      return;
    }
    try {
      const { 'x-firecrawl-signature': signature } = request.headers;
      events.push(await verifyWebhook(await text(request), String(signature), SECRET));
      response.end();
    } catch {
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, events };
}

test('the SDK verifies what the local service delivers, and follows its jobs', async () => {
  const { url, events } = await siteAndReceiver();
  const server = await createLocalServer({
    browser: 'off',
    check: true,
    quiet: true,
    allowPrivateNetworks: true,
    webhookSecret: SECRET,
  });
  onTestFinished(() => server.close());
  const trawl = new Trawl({ baseUrl: server.url });

  const webhook = { url: `${url}/hook`, metadata: { run: '7' } };
  const { documents, status } = await trawl.crawl(url, { webhook }, { pollIntervalMs: 20 });
  expect(status).toBe('completed');
  expect(documents.map(({ markdown }) => markdown?.split('\n')[0]).sort()).toEqual([
    '# Page /',
    '# Page /a',
    '# Page /b',
  ]);

  await expect.poll(() => events, { timeout: 10_000 }).toHaveLength(5);
  expect(events.map(({ type }) => type)).toEqual([
    'crawl.started',
    'crawl.page',
    'crawl.page',
    'crawl.page',
    'crawl.completed',
  ]);
  expect(events[0]).toMatchObject({ success: true, data: [], metadata: { run: '7' } });
});
