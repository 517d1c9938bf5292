import { STATUS_CODES } from 'node:http';
import type { Document, Metadata } from '@trawl/client';
import type { Converted } from './converted.js';

/** What is known of a page beside what stands in it. */
export interface DocumentFacts {
  readonly scrapeId: string;
  readonly sourceURL: string;
  /** After redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly contentType: string | undefined;
  readonly creditsUsed: number;
  /** When the copy in the cache was made, in milliseconds since 1970; absent for pages that were fetched. */
  readonly cachedAt?: number | undefined;
}

/** The document of an answer. */
export function documentOf(
  content: Converted['document'],
  metadata: Metadata,
  facts: DocumentFacts,
  warnings: readonly string[],
): Document {
  const { cachedAt, contentType, creditsUsed, ...page } = facts;
  return {
    ...content,
    metadata: {
      ...metadata,
      ...page,
      ...(page.statusCode >= 400 && { error: STATUS_CODES[page.statusCode] ?? 'Unknown Error' }),
      ...(contentType !== undefined && { contentType }),
      proxyUsed: 'basic',
      ...(cachedAt === undefined
        ? { cacheState: 'miss' }
        : { cacheState: 'hit', cachedAt: new Date(cachedAt).toISOString() }),
      creditsUsed,
      concurrencyLimited: false,
    },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}
