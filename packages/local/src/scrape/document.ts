import { STATUS_CODES } from 'node:http';
import type { Document, Metadata } from '@trawl/client';
import type { Converted } from '../page/page.js';

/** What is known of a page beside what stands in it. */
export interface DocumentFacts {
  readonly scrapeId: string;
  readonly sourceURL: string;
  /** After redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly contentType: string | undefined;
  readonly creditsUsed: number;
  /** Whether the cache had it; absent where there is no cache to ask. */
  readonly cacheState?: 'hit' | 'miss';
  /** When the copy in the cache was made. */
  readonly cachedAt?: string;
}

/** The document of an answer. */
export function documentOf(
  content: Converted['document'],
  metadata: Metadata,
  facts: DocumentFacts,
  warnings: readonly string[],
): Document {
  const { contentType, creditsUsed, cacheState, cachedAt, ...page } = facts;
  return {
    ...content,
    metadata: {
      ...metadata,
      ...page,
      ...(page.statusCode >= 400 && { error: STATUS_CODES[page.statusCode] ?? 'Unknown Error' }),
      ...(contentType !== undefined && { contentType }),
      proxyUsed: 'basic',
      ...(cacheState && { cacheState }),
      ...(cachedAt && { cachedAt }),
      creditsUsed,
      concurrencyLimited: false,
    },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}
