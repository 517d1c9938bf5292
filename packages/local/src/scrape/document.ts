import { STATUS_CODES } from 'node:http';
import type { Document, Metadata } from '@trawl/client';
import type { ConversionResult } from '../page/page.js';

/** Facts about a page that are not in its content. */
export interface DocumentFacts {
  readonly scrapeId: string;
  readonly sourceURL: string;
  /** After redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly contentType: string | undefined;
  readonly creditsUsed: number;
  /** Whether the page came from the cache; absent where no cache is used. */
  readonly cacheState?: 'hit' | 'miss';
  /** When the cached copy was fetched. */
  readonly cachedAt?: string;
}

/** Builds the document of a response. */
export function documentOf(
  content: ConversionResult['document'],
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
