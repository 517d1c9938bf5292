import { BoundedMap } from '@trawl/base/bounded-map';
import type { Clock } from '@trawl/base/clock';
import type { Document, ScrapeOptions } from '@trawl/client';
import { isAnonymous } from '../accounts/teams.js';
import { inSlices } from '../base/event-loop.js';
import { sumOf } from '../store/fair-shares.js';
import type { NewScrape } from '../store/finished-scrape-store.js';
import type { Stores } from '../store/stores.js';

/** How long a document is stored. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Limit of the bytes of all documents; beyond it the oldest are evicted of the team that has most. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface FinishedScrape {
  readonly team: string;
  readonly document: Document;
  /** The document as JSON, if it was needed already. */
  readonly json?: string | undefined;
  /** How the page can be opened again, as long as that is known. It is never stored, because it may hold keys. */
  readonly origin?: ScrapeOrigin | undefined;
}

export interface ScrapeOrigin {
  readonly url: string;
  readonly options: ScrapeOptions;
}

/** The origin of a page that was scraped with these options. */
export function originOf({ metadata }: Document, options: ScrapeOptions): ScrapeOrigin | undefined {
  return metadata?.sourceURL === undefined ? undefined : { url: metadata.sourceURL, options };
}

/** Origins in memory; beyond it the oldest are forgotten. */
const MAX_ORIGINS = 500;

/** The maximum number of remembered scrapes of which nothing is kept. */
const MAX_WITHHELD = 5_000;

/** Characters of an origin as JSON: a longer one is not kept. */
const MAX_ORIGIN_LENGTH = 16_384;

/** The share of the limit that one document may take: a larger one would evict too many others. */
const MAX_SHARE = 1 / 4;

/** The share of the limit that is added before the bytes of all documents are counted again. */
const UNCOUNTED_SHARE = 1 / 20;

/** Finds scrapes by their id. */
export interface ScrapeLookup {
  find(scrapeId: string): Promise<FinishedScrape | undefined>;
}

/** Stores the documents of single scrapes, so that later calls can refer to them by id. */
export interface FinishedScrapes extends ScrapeLookup {
  find(scrapeId: string): Promise<FinishedScrape | undefined>;
  /** Remembers that nothing is kept of a scrape. */
  withhold(scrapeId: string, team: string): void;
  /** Whether nothing was kept of a scrape of the team, because it asked for that. */
  isWithheld(scrapeId: string, team: string): boolean;
  /** Deletes those that have expired. */
  forgetExpired(): Promise<void>;
  /** Stores many at once; beyond the limit only the last ones. */
  add(
    stores: Pick<Stores, 'finishedScrapes'>,
    scrapes: readonly (readonly [scrapeId: string, scrape: FinishedScrape])[],
  ): Promise<void>;
}

export interface FinishedScrapeOptions {
  /** Limit of the bytes of all documents. */
  readonly maxBytes?: number | undefined;
  /** This process, in a service of several: it alone knows how the page was opened. */
  readonly process?: string | undefined;
}

export function createFinishedScrapes(
  { finishedScrapes }: Pick<Stores, 'finishedScrapes'>,
  clock: Clock,
  { maxBytes = MAX_BYTES, process }: FinishedScrapeOptions = {},
): FinishedScrapes {
  const origins = new BoundedMap<string, ScrapeOrigin>(MAX_ORIGINS);
  // Kept in memory alone: not even the id of such a scrape is stored.
  const withheld = new BoundedMap<string, string>(MAX_WITHHELD);
  // What an earlier process has added is counted with the first document.
  let uncountedBytes = Number.POSITIVE_INFINITY;

  /** The stored bytes of a scrape; undefined if they exceed the limit of one document. */
  function bytesOf({ team, document, json }: FinishedScrape): Buffer | undefined {
    // Callers without a key can refer to their scrape, but its document is not stored.
    const text = isAnonymous(team) ? '{}' : json;
    const limit = maxBytes * MAX_SHARE;
    if ((text?.length ?? lengthOf(document, limit)) > limit) return undefined;
    // Stored as bytes, because SQLite counts the characters of a text for each length().
    const bytes = Buffer.from(text ?? JSON.stringify(document));
    return bytes.length > limit ? undefined : bytes;
  }

  function keepOrigin(scrapeId: string, origin: ScrapeOrigin | undefined): void {
    if (!origin || lengthOf(origin, MAX_ORIGIN_LENGTH) > MAX_ORIGIN_LENGTH) return;
    origins.set(scrapeId, origin);
  }

  /** How many bytes are stored beyond the limit, as far as they are counted. */
  async function excessBytes(stores: Pick<Stores, 'finishedScrapes'>, addedBytes: number): Promise<number> {
    uncountedBytes += addedBytes;
    if (uncountedBytes <= maxBytes * UNCOUNTED_SHARE) return 0;
    uncountedBytes = 0;
    return sumOf(await stores.finishedScrapes.sizes()) - maxBytes;
  }

  return {
    async add(stores, scrapes) {
      const rows: NewScrape[] = [];
      let addedBytes = 0;
      for (const [id, scrape] of [...scrapes].reverse()) {
        keepOrigin(id, scrape.origin);
        const document = bytesOf(scrape);
        if (!document) continue;
        if (addedBytes + document.length > maxBytes) break;
        addedBytes += document.length;
        rows.unshift({ id, team: scrape.team, document, process });
      }
      for (const row of rows) await stores.finishedScrapes.add(row);
      const bytes = await excessBytes(stores, addedBytes);
      if (bytes > 0) await stores.finishedScrapes.evict(bytes);
    },
    forgetExpired: () => inSlices((rows) => finishedScrapes.forget(clock.now() - RETENTION_MS, rows)),
    withhold: (scrapeId, team) => withheld.set(scrapeId, team),
    isWithheld: (scrapeId, team) => withheld.get(scrapeId) === team,
    async find(scrapeId) {
      const storedScrape = await finishedScrapes.find(scrapeId, clock.now() - RETENTION_MS);
      if (!storedScrape) return undefined;
      const document = JSON.parse(new TextDecoder().decode(storedScrape.document)) as Document;
      return { team: storedScrape.team, document, origin: origins.get(scrapeId) };
    },
  };
}

/** A lower bound of the characters of a document as JSON. Counting stops at the limit. */
function lengthOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 1;
  for (const name in value) {
    if (length > limit) break;
    length += Array.isArray(value) ? 0 : name.length;
    length += lengthOf((value as Record<string, unknown>)[name], limit - length);
  }
  return length;
}
