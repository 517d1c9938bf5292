import type { ScrapeOptions } from '@trawl/client';
import type { WorkOwner } from '@trawl/convert/workers';
import type { StyleSheet } from '@trawl/web/style-sheets';
import { pack } from '../base/compression.js';
import { nextTurn } from '../base/event-loop.js';
import type { Convert, Converted } from '../convert/convert.js';
import type { SearchIndex } from '../search/index-entry.js';
import type { Stores } from '../store/stores.js';
import type { Conversion } from './conversions.js';
import type { Page } from './page.js';
import { pdfAsFile } from './unparsed-pdf.js';

export interface PageConversionDependencies {
  readonly stores: Pick<Stores, 'transaction'>;
  readonly convert: Convert;
  readonly index: Pick<SearchIndex, 'add'>;
  /** What is not kept of pages: `copies` or `index`. By default, both are. */
  readonly leaveOut?: readonly string[] | undefined;
}

export interface PageConversionRequest {
  readonly page: Page;
  readonly options: ScrapeOptions;
  /** The teams whose index gets the page. */
  readonly indexFor: readonly string[];
  readonly owner: WorkOwner;
  readonly signal: AbortSignal;
  /** When what the page can do without has to be done, in milliseconds since 1970. */
  readonly until: number;
  /** Whether the shell of an app is rendered next: it is converted, but not stored. */
  readonly rendersShells: boolean;
  /** Loads the style sheets that the page links, where its styles are asked for. */
  readonly loadStyleSheets?: (() => Promise<readonly StyleSheet[]>) | undefined;
  /** Whether the page is left to the caller to store, unless it is large. */
  readonly isStoredByCaller: boolean;
}

export interface PageConversion extends Conversion {
  /** Whether the page is a PDF that is returned as it is. */
  readonly isUnparsed: boolean;
  /** Stores the page, if that is left to the caller. */
  readonly store?: StorePage | undefined;
}

/** Stores a page for the cache and for searches, in a transaction. It may be called again. */
export type StorePage = (stores: Pick<Stores, 'cachedPages' | 'search' | 'afterCommit'>) => Promise<void>;

/** From this many bytes on, each step of a page blocks the event loop for a noticeable time. */
const LARGE_BYTES = 1024 * 1024;

/** Converts a page, and stores it where that is allowed; a stored conversion is returned as it is. */
export type ConvertFetchedPage = (request: PageConversionRequest) => Promise<PageConversion>;

export function createPageConversion({
  stores,
  convert,
  index,
  leaveOut = [],
}: PageConversionDependencies): ConvertFetchedPage {
  const [keepsCopies, keepsIndex] = [!leaveOut.includes('copies'), !leaveOut.includes('index')];
  return async (task) => {
    const { page, options, indexFor, owner, signal, until, rendersShells, loadStyleSheets, isStoredByCaller } = task;
    const storedConversion = page.conversion(options);
    if (storedConversion) return { ...storedConversion, isUnparsed: false };
    const { url, contentType = '', fetchedAt } = page;
    const body = await page.readBody();
    const file = { url, contentType: page.contentType, body };
    const asFile = pdfAsFile(file, options);
    const isCopied = keepsCopies && page.store !== undefined;
    const styleSheets = asFile ? undefined : await loadStyleSheets?.();
    const { packed, searchEntry, ...conversion }: Converted = asFile
      ? { ...asFile, packed: isCopied ? await pack(body) : undefined }
      : await convert(file, options, { owner, signal, until, pack: isCopied, styleSheets });
    if (rendersShells && conversion.isEmptyShell) return { ...conversion, isUnparsed: false };
    // Receiving a large page from the worker took time, and so does each step that follows: other work gets its turn in between.
    const isLarge = body.length > LARGE_BYTES;
    if (isLarge) await nextTurn(signal);
    const result = { ...conversion, isUnparsed: asFile !== undefined };
    const storeConversion = () => {
      // It is found by the copy of the page.
      if (!asFile && keepsCopies) page.storeConversion(options, conversion);
    };
    if (page.store && (packed || keepsIndex)) {
      const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      const entry = { ...searchEntry, url, contentType: mediaType, seenAt: fetchedAt };
      // The index would hold the personal data that the caller has redacted.
      const teams = options.redactPII || !keepsIndex ? [] : indexFor;
      const store: StorePage = async (bound) => {
        if (packed) await page.store?.(bound, packed);
        for (const team of teams) await index.add(bound, team, entry);
        bound.afterCommit(storeConversion);
      };
      // Storing a large page takes time, for which it would hold up the other statements of the transaction of the caller.
      if (isStoredByCaller && !isLarge) return { ...result, store };
      await stores.transaction(store);
    } else {
      storeConversion();
    }
    if (isLarge) await nextTurn(signal);
    return result;
  };
}
