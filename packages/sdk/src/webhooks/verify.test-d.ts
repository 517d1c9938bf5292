/**
 * What a delivery is, as the compiler sees it. `npm run typecheck` compiles this file, and fails on an assertion that
 * does not hold and on a `@ts-expect-error` that expects nothing; nothing here is run.
 */
import type { MonitorCheckCompletedEvent } from '@trawl/client';
import { describe, expectTypeOf, it } from 'vitest';
import { verifyWebhook } from './verify.js';
import type { CrawlPageEvent, OtherEvent } from './webhook-event.js';

describe('an event', () => {
  it('narrows by its type, although unknown types may come', async () => {
    const event = await verifyWebhook('', null, '');
    switch (event.type) {
      case 'crawl.page':
        expectTypeOf(event).toEqualTypeOf<CrawlPageEvent>();
        for (const { markdown, metadata } of event.data) {
          expectTypeOf(markdown).toEqualTypeOf<string | null | undefined>();
          expectTypeOf(metadata.url).toEqualTypeOf<string>();
        }
        break;
      case 'batch_scrape.page':
        for (const { metadata } of event.data) expectTypeOf(metadata.sourceURL).toEqualTypeOf<string>();
        break;
      case 'monitor.check.completed':
        expectTypeOf(event).toEqualTypeOf<MonitorCheckCompletedEvent>();
        break;
      // @ts-expect-error There is no such event.
      case 'crawl.pages':
        break;
    }
    expectTypeOf(event.type).toExtend<string>();
    expectTypeOf(event.webhookId).toEqualTypeOf<string | undefined>();
  });

  it('that is unknown is still an event', async () => {
    const event = await verifyWebhook(new Uint8Array(), undefined, '');
    if (event.type === 'crawl.started' || event.type === 'crawl.completed') return;
    expectTypeOf<OtherEvent>().toExtend<typeof event>();
    const type: string = event.type;
    expectTypeOf(type).toBeString();
  });
});
