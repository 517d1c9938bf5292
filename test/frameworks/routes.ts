import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Trial } from './row.js';
import { SITE, SITE_PAGES, WEBHOOK_SECRET } from './service.js';

const PATIENCE_MS = 60_000;

/** Tries the routes of `projects/routes/routes.ts`, wherever a framework serves them. */
export async function routesWork({ service, works }: Trial, url: string): Promise<void> {
  const crawl = `${url}/api/crawl?url=${SITE}/`;

  await works('call', async () => {
    assert.deepEqual(await (await fetch(`${url}/api/page?url=${SITE}/`)).json(), { title: 'Tea 0' });
  });

  await works('streamed crawl', async () => {
    let text = '';
    let firstLines = 0;
    for await (const part of (await fetch(crawl)).body ?? []) {
      text += new TextDecoder().decode(part);
      firstLines ||= linesOf(text).length;
    }
    assert.equal(linesOf(text).length, SITE_PAGES, text);
    assert.ok(firstLines < SITE_PAGES, 'The pages came all at once.');
  });

  await works('abort', async () => {
    const before = cancelled(service).length;
    await leave(crawl, async (request) => once((await once(request, 'response'))[0], 'data'));
    await until(() => cancelled(service).length > before, 'The crawl was not cancelled.');
  });

  await works('upload', async () => {
    const form = new FormData();
    form.set('file', new File(['# Report\n\nTea is dear.'], 'report.md'));
    const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form, headers: { origin: url } });
    assert.match(await response.text(), /Tea is dear/);
  });

  await works('webhook', async () => {
    const body = JSON.stringify({ success: true, type: 'crawl.completed', id: '1', webhookId: '2', data: [] });
    const signature = `sha256=${createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')}`;
    const send = (value: string) =>
      fetch(`${url}/api/webhook`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-firecrawl-signature': value },
      });
    const statuses = [(await send(signature)).status, (await send(signature.replace(/.$/, 'x'))).status];
    assert.deepEqual(statuses, [204, 400]);
  });
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

const cancelled = (service: Trial['service']) =>
  service.journal().filter(({ operation }) => operation === 'cancelCrawl');

/** Requests a URL, and breaks the connection as soon as `isTime` says so. */
export async function leave(url: string, isTime: (request: ClientRequest) => Promise<unknown>): Promise<void> {
  // It ends with an error, if there was no response yet.
  const request = get(url).on('error', () => {});
  await isTime(request);
  // The end of what the client sends would do for all but workerd.
  request.socket?.resetAndDestroy();
}

/** @throws Error with this message, if it does not become true. */
export async function until(isTrue: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    assert.ok(Date.now() < end, otherwise);
    await setTimeout(50);
  }
}
