import { ConfigurationError } from '../errors/errors.js';
import type { BatchScrapeInput, CrawlInput, ParseInput, ScrapeInput } from '../formats/requests.js';
import { creditTable } from '../generated/credit-table.js';
import { kindsOf, type SearchInput } from '../search/search-input.js';

/** The calls whose credits can be told from their request, with what their method takes. */
export interface EstimableRequests {
  search: SearchInput & { readonly query?: string };
  scrape: ScrapeInput & { readonly url?: string };
  parse: ParseInput & { readonly filename?: string };
  crawl: CrawlInput & { readonly url?: string };
  batchScrape: BatchScrapeInput & { readonly urls: readonly string[] };
}

/** How many of something, at least and at most. */
export interface Range {
  readonly min: number;
  /** It is `Infinity` if nothing bounds it. */
  readonly max: number;
}

/** How many results or pages a call brings, and how many of them it reads. */
interface CallSize {
  readonly count: Range;
  /** Default: all of them. */
  readonly pages?: Range;
}

type Calls = {
  readonly [Op in keyof EstimableRequests]: {
    readonly operationId: keyof typeof creditTable.defaults;
    readonly sizeOf: (request: EstimableRequests[Op]) => CallSize;
  };
};

const upTo = (max: number): Range => ({ min: 0, max });
const exactly = (count: number): Range => ({ min: count, max: count });

// Looks up the defaults at each call. A lookup at the top level would keep the tables in every bundle.
const CALLS: Calls = {
  search: {
    operationId: 'searchWeb',
    sizeOf: ({ limit = creditTable.defaults.searchWeb.limit, sources = [], scrapeOptions }) => {
      // A caller without types may give one source in place of a list.
      const kinds = kindsOf(sources.length ? [sources].flat() : creditTable.defaults.searchWeb.sources);
      // The limit applies to each kind of results.
      const count = upTo(limit * kinds.size);
      // Pages are read only with formats, and images never.
      kinds.delete('images');
      return { count, pages: upTo(scrapeOptions?.formats?.length ? limit * kinds.size : 0) };
    },
  },
  scrape: { operationId: 'scrapePage', sizeOf: () => ({ count: exactly(1) }) },
  parse: { operationId: 'parseFile', sizeOf: () => ({ count: exactly(1) }) },
  crawl: {
    operationId: 'startCrawl',
    sizeOf: ({ limit = creditTable.defaults.startCrawl.limit }) => ({ count: upTo(Math.max(0, Math.ceil(limit))) }),
  },
  batchScrape: { operationId: 'startBatchScrape', sizeOf: ({ urls }) => ({ count: exactly(urls?.length) }) },
};

const IS_PDF = /\.pdf(?:[?#]|$)/i;

/** What the credit rules look at in a request. */
export interface Estimable {
  readonly operationId: string;
  /** How many results or pages the call brings. */
  readonly count: Range;
  /** How many pages it reads. */
  readonly pages: Range;
  /** How many results it brings, for a search. */
  readonly results: Range | undefined;
  /** Whether the name of the file or page tells that it is a PDF. */
  readonly isPdf: boolean;
  /** How many of them a field is about: one that says how pages are read counts only for what is read. */
  readonly countFor: (field: string) => Range;
  /** What stands at a field in each place that may have it; where it says nothing, the contract's default. */
  readonly valuesOf: (field: string) => unknown[];
}

export function estimable<Op extends keyof EstimableRequests>(operation: Op, input: EstimableRequests[Op]): Estimable {
  const operations = Object.keys(CALLS);
  if (!operations.includes(operation)) {
    throw new ConfigurationError(`${operation} cannot be estimated, only ${operations.join(', ')}.`);
  }
  const { operationId, sizeOf } = CALLS[operation];
  const request = { ...input };
  const defaults: Readonly<Record<string, unknown>> = creditTable.defaults[operationId];
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((here, name) => Object(here)[name], request) ?? defaults[path];
  const { count, pages = count } = sizeOf(request);
  if (!(count.max >= 0)) throw new ConfigurationError(`${operation} needs a limit, or urls, to be estimated.`);
  const places = pages.max || operation !== 'search' ? ['', 'scrapeOptions.'] : [''];
  const everyValueOf = (field: string) => places.map((place) => valueAt(place + field));
  const { filename = '.pdf', url = '' } = request as { filename?: string; url?: string };
  // In lockdown no page is fetched, so no proxy is used. A file that is no PDF has no PDF parser.
  const hasNoEffect = (field: string): boolean =>
    (field === 'proxy' && everyValueOf('lockdown').includes(true)) || (field === 'parsers' && !IS_PDF.test(filename));
  const valuesOf = (field: string) => (hasNoEffect(field) ? [] : everyValueOf(field));
  const countFor = (field: string): Range => (valueAt(field) === undefined ? pages : count);
  return {
    operationId,
    count,
    pages,
    results: operation === 'search' ? count : undefined,
    isPdf: IS_PDF.test(operation === 'parse' ? filename : String(url)),
    countFor,
    valuesOf,
  };
}
