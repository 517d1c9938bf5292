import type { Document, Metadata } from '@trawl/client';
import type { Version } from '../changes/version.js';
import { isTooLong, MAX_VERSION_BYTES } from '../changes/version-size.js';
import type { Stores } from '../store/stores.js';

/** The content of a page. If the target extracts data, the data is compared instead of the text. */
export interface Content extends Version {
  readonly scrapeId: string | null;
}

/** A page that a check could read. */
export interface ReadPage {
  readonly url: string;
  readonly content: Content;
  readonly statusCode: number;
  readonly metadata: object;
  /** What the scrape could not do. */
  readonly warning?: string | undefined;
  /** Charges for the page. Call it in the transaction that stores its result. */
  settle?(stores: Pick<Stores, 'ledger' | 'trackedPages'>): Promise<void>;
}

/** The result of reading a page in a check. */
export type CheckedPage =
  | ReadPage
  | { readonly url: string; readonly error: string; readonly statusCode?: number | undefined }
  // Everything else was read, and leads to it no more.
  | { readonly url: string; readonly isUnlinked: true };

/** What a check has read of a page. */
export function checkedPage(url: string, document: Document): CheckedPage {
  const metadata: Metadata = document.metadata ?? {};
  const scrapeId = metadata.scrapeId ?? null;
  const content = { scrapeId, markdown: document.markdown ?? '', ...('json' in document && { json: document.json }) };
  if (isTooLong(content)) return { url, error: TOO_LONG, statusCode: metadata.statusCode };
  const { warning } = document;
  return { url, content, statusCode: metadata.statusCode ?? 200, metadata, ...(warning && { warning }) };
}

const TOO_LONG = `The page is too long to be compared: its Markdown and the extracted data have more than ${MAX_VERSION_BYTES} bytes together as JSON. Watch parts of it by \`includeTags\`.`;
