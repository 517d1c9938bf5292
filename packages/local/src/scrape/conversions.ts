import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { BoundedMap } from '@trawl/base/bounded-map';
import type { Converted } from '../convert/convert.js';
import { type ConversionOptions, conversionOptions } from '../options/scrape-options.js';

/** Limit of the bytes of all conversions; beyond it those of the pages that were used longest ago are evicted. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The share of the limit that one conversion may take: a larger one would evict too many others. */
const MAX_SHARE = 1 / 4;

/** What a conversion takes beside its bytes: its keys, and its places in the maps. */
const OVERHEAD_BYTES = 1024;

/** What a page was converted to. The data for the search index is left out: it is stored there. */
export type Conversion = Omit<Converted, 'searchEntry' | 'packed'>;

/** A copy in the cache. */
export interface Copy {
  readonly team: string;
  readonly key: string;
  /** Milliseconds since 1970. A newer copy of the page has another time. */
  readonly fetchedAt: number;
}

/** Stores what copies were converted to, so that a hit in the cache does not convert its page again. */
export interface Conversions {
  /** The conversion of this copy with the same options. */
  get(copy: Copy, options: ConversionOptions): Conversion | undefined;
  add(copy: Copy, options: ConversionOptions, conversion: Conversion): void;
  /** Removes all conversions of the page. */
  delete(page: Omit<Copy, 'fetchedAt'>): void;
}

/** The conversions of one copy. */
interface Entry {
  readonly fetchedAt: number;
  /** Serialized: so their size is known, and each caller gets objects of its own. */
  readonly byOptions: Map<string, Uint8Array>;
  bytes: number;
}

/**
 * Keeps conversions in memory, where they end with the process: a later version of this server converts again, and pages of
 * a crawl, which seldom are asked for twice, cost no writes to the disk.
 */
export function createConversions(maxBytes: number = MAX_BYTES): Conversions {
  const entries = new BoundedMap<string, Entry>(maxBytes, { weightOf: ({ bytes }) => bytes });

  return {
    get(copy, options) {
      const id = idOf(copy);
      const entry = entries.get(id);
      const bytes = entry?.fetchedAt === copy.fetchedAt ? entry.byOptions.get(keyOf(options)) : undefined;
      if (!entry || !bytes) return undefined;
      entries.use(id);
      return deserialize(bytes);
    },

    add(copy, options, { document, metadata, links, isEmptyShell, warnings, evidence }) {
      const { fetchedAt } = copy;
      const id = idOf(copy);
      const existingEntry = entries.get(id);
      // The page may have been fetched again while this copy was converted.
      if (existingEntry && existingEntry.fetchedAt > fetchedAt) return;
      const conversion: Conversion = {
        document,
        metadata,
        links,
        isEmptyShell,
        warnings,
        ...(evidence && { evidence }),
      };
      // Copied, because the buffer of a serialization is longer than its content.
      const serializedBytes = new Uint8Array(serialize(conversion));
      const bytes = serializedBytes.length + id.length + OVERHEAD_BYTES;
      if (bytes > maxBytes * MAX_SHARE) return;
      const isOfThisCopy = existingEntry?.fetchedAt === fetchedAt;
      const entry = isOfThisCopy ? existingEntry : { fetchedAt, byOptions: new Map(), bytes: 0 };
      const key = keyOf(options);
      // Two scrapes may have converted the page at the same time.
      if (entry.byOptions.has(key)) return;
      entry.byOptions.set(key, serializedBytes);
      entry.bytes += bytes;
      entries.set(id, entry);
    },

    delete: (page) => entries.delete(idOf(page)),
  };
}

function idOf({ team, key }: Omit<Copy, 'fetchedAt'>): string {
  return `${team}\n${key}`;
}

/** The pages of a job share their options, which have their key once. */
const keys = new WeakMap<ConversionOptions, string>();

function keyOf(options: ConversionOptions): string {
  const key = keys.get(options) ?? hashOf(conversionOptions(options));
  keys.set(options, key);
  return key;
}

/** Hashed, because options may be long. */
function hashOf(options: ConversionOptions): string {
  return createHash('sha256').update(JSON.stringify(options)).digest('base64');
}
