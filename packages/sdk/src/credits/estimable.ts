import { ConfigurationError } from '../errors/configuration-error.js';
import type { BatchScrapeInput, CrawlInput, ParseInput, ScrapeInput } from '../formats/requests.js';
import { creditDefaults } from '../generated/credit-rules.js';
import { kindsOf, type SearchInput, type Sources } from '../search/search-input.js';

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
  readonly least: number;
  readonly most: number;
}

type Calls = {
  readonly [Op in keyof EstimableRequests]: {
    readonly operationId: keyof typeof creditDefaults;
    /** How many results or pages the call brings. */
    readonly count: (request: EstimableRequests[Op]) => Range;
  };
};

const upTo = (most: number): Range => ({ least: 0, most });
const exactly = (count: number): Range => ({ least: count, most: count });

// The defaults are looked up at each call: a lookup up here would keep the tables in every bundle.
const calls: Calls = {
  search: {
    operationId: 'searchWeb',
    count: (request) => upTo(resultsOf(request, kindsIn(request))),
  },
  scrape: { operationId: 'scrapePage', count: () => exactly(1) },
  parse: { operationId: 'parseFile', count: () => exactly(1) },
  crawl: { operationId: 'startCrawl', count: ({ limit = creditDefaults.startCrawl.limit }) => upTo(limit) },
  batchScrape: { operationId: 'startBatchScrape', count: ({ urls }) => exactly(urls?.length) },
};

/** What the credit rules look at in a request. */
export interface Estimable {
  readonly operationId: string;
  /** How many results or pages the call brings. */
  readonly count: Range;
  /** How many of them a field is about: one that says how pages are read counts only for what is read. */
  readonly countFor: (field: string) => Range;
  /** What stands at a field in each place that may have it; where it says nothing, the contract's default. */
  readonly valuesOf: (field: string) => unknown[];
}

export function estimable<Op extends keyof EstimableRequests>(operation: Op, given: EstimableRequests[Op]): Estimable {
  const known = Object.keys(calls);
  if (!known.includes(operation)) {
    throw new ConfigurationError(
      `Only the credits of ${known.join(', ')} can be estimated, not those of ${operation}.`,
    );
  }
  const { operationId, count } = calls[operation];
  const request = { ...given };
  const defaults: Readonly<Record<string, unknown>> = creditDefaults[operationId];
  const body = operation === 'parse' ? { options: request } : request;
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((here, name) => Object(here)[name], body) ?? defaults[path];
  const size = count(request);
  if (!(size.most >= 0)) {
    throw new ConfigurationError(`The credits of ${operation} cannot be estimated: how many urls, or which limit?`);
  }
  const pages = operation === 'search' ? pagesOf(request as SearchInput) : size;
  const places = operation === 'search' && !pages.most ? [''] : ['', 'scrapeOptions.', 'options.'];
  const everyValueOf = (field: string) => places.map((place) => at(place + field));
  const { filename = '.pdf' } = request as { filename?: string };
  // In lockdown no page is contacted, through no proxy; and a file says by its name that it is no PDF.
  const isIdle = (field: string): boolean =>
    (field === 'proxy' && everyValueOf('lockdown').includes(true)) ||
    (field === 'parsers' && !/\.pdf$/i.test(filename));
  const valuesOf = (field: string) => (isIdle(field) ? [] : everyValueOf(field));
  const countFor = (field: string): Range => (at(field) === undefined ? pages : size);
  return { operationId, count: size, countFor, valuesOf };
}

const kindsIn = ({ sources = [] }: SearchInput): Set<string> =>
  kindsOf(sources.length ? (sources as Sources) : creditDefaults.searchWeb.sources);

/** The limit holds for each kind of results. */
const resultsOf = ({ limit = creditDefaults.searchWeb.limit }: SearchInput, kinds: Set<string>): number =>
  limit * kinds.size;

/** A search reads no page unless it says in which formats, and never an image. */
function pagesOf(request: SearchInput): Range {
  const kinds = kindsIn(request);
  kinds.delete('images');
  return upTo(request.scrapeOptions?.formats?.length ? resultsOf(request, kinds) : 0);
}
