import type * as Wire from '@trawl/client';
import type { ReceivedPage } from '../formats/page-urls.js';

/** A crawl has read a page. */
export interface CrawlPageEvent extends Omit<Wire.CrawlPageEvent, 'data'> {
  /** The page. */
  data: ReceivedPage[];
}

/** A batch scrape has read a page. */
export interface BatchScrapePageEvent extends Omit<Wire.BatchScrapePageEvent, 'data'> {
  /** The page. */
  data: ReceivedPage[];
}

type PageEvent = CrawlPageEvent | BatchScrapePageEvent;

/** The deliveries that the contract knows. */
type SentEvent = Wire.webhooks[keyof Wire.webhooks]['post']['requestBody']['content']['application/json'];

type KnownEvent = Exclude<SentEvent, { type: PageEvent['type'] }> | PageEvent;

declare const unknownType: unique symbol;

/** A delivery of a type that this version of the SDK does not know. */
export interface OtherEvent {
  // Plain `string` would include the known types, so the compiler could not tell them apart.
  readonly type: `${string & { readonly [unknownType]: never }}`;
  readonly success?: boolean;
  /** Id of the job or check. */
  readonly id?: string;
  /** Id of the delivery: the same one may come twice. */
  readonly webhookId?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly metadata?: Wire.WebhookMetadata;
}

/** An event of a webhook. Its `type` tells which one it is. */
export type WebhookEvent = KnownEvent | OtherEvent;
