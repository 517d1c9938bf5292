import type { MapResponse, ScrapeResponse } from '@trawl/client';
import { writeBody } from '@trawl/client/request';
import { type Bounds, checkBounds, type Rewrites } from '../contract/bounds.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats, ParseFormats, RequestedFormats } from '../formats/format-input.js';
import type { ParseInput, ScrapeInput } from '../formats/requests.js';
import type { DefaultFormats, Scraped } from '../formats/scraped.js';
import { toScraped } from '../formats/shape.js';
import { toWireBody } from '../formats/wire-body.js';
import { getScrape as getScrapeOperation, mapSite, parseFile, scrapePage, searchWeb } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { RequestBody } from '../request/contract-types.js';
import { type FileInput, toFile } from '../request/files.js';
import type { CallOptions } from '../request/invoke.js';
import { dataOf } from '../request/response-fields.js';
import type { SearchQuery } from '../search/query.js';
import type { DefaultSources, SearchInput, Sources } from '../search/search-input.js';
import { type NoFormats, type SearchResults, searchResults } from '../search/search-results.js';
import type { ReceivedResponse } from '../transport/received-response.js';

/** How a file is parsed, and the name of the file. */
export type ParseFileInput<F extends ParseFormats> = ParseInput<F> & {
  /** The name of the file. Its extension says how it is parsed. Needed for bytes and streams. */
  readonly filename?: string | undefined;
};

/** The formats of an earlier scrape. */
export interface GetScrapeInput<F extends Formats = Formats> {
  /** The formats of the scrape, which give the result its type. */
  readonly formats?: RequestedFormats<F>;
}

const SOURCES: Bounds = { kind: 'list', items: { kind: 'choice' } };

/** Searches the web: `trawl.search()` on a connection. */
export function search<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
  { invoke }: Connection,
  query: SearchQuery,
  request: SearchInput<S, F> = {},
  call?: CallOptions,
): ApiCall<SearchResults<S, F>> {
  const makeInput = () => {
    if (!/\S/.test(query)) throw new ConfigurationError('query is blank.');
    // The contract has two lists of them, one of names and one of objects.
    checkBounds(request.sources, SOURCES, ['sources']);
    const body = { ...request, query } as RequestBody<'searchWeb'>;
    return { body, serverTimeoutMs: request.timeout };
  };
  // Reads the request now: you may change it later.
  const { sources, scrapeOptions } = Object(request) as { sources?: S; scrapeOptions?: { formats?: F } };
  const formats = scrapeOptions?.formats;
  return invoke(searchWeb, makeInput, call).mapData((answer, response) =>
    searchResults(answer, sources, formats, response),
  );
}

/** Reads one page: `trawl.scrape()` on a connection. */
export function scrape<const F extends Formats = DefaultFormats>(
  { invoke }: Connection,
  url: string,
  request: ScrapeInput<F> = {},
  call?: CallOptions,
): ApiCall<Scraped<F>> {
  const makeInput = () => {
    const body = { ...request, url } as RequestBody<'scrapePage'>;
    return { body, serverTimeoutMs: request.timeout };
  };
  const toPage = pageOf<F>(request);
  return invoke(scrapePage, makeInput, call).mapData((answer, response) => toPage(answer, response, url));
}

/** The result of an earlier scrape: `trawl.getScrape()` on a connection. */
export function getScrape<const F extends Formats = string[]>(
  { invoke }: Connection,
  scrapeId: string,
  request?: GetScrapeInput<F>,
  call?: CallOptions,
): ApiCall<Scraped<F>> {
  // Without formats, no field is promised.
  return invoke(getScrapeOperation, { path: { scrapeId } }, call).mapData(
    pageOf<F>({ formats: request?.formats ?? [] }),
  );
}

/** Turns a file into Markdown or another format: `trawl.parse()` on a connection. */
export function parse<const F extends ParseFormats = DefaultFormats>(
  { invoke }: Connection,
  input: FileInput,
  request: ParseFileInput<F> = {},
  call?: CallOptions,
): ApiCall<Scraped<F>> {
  const toPage = pageOf<F>(request);
  let file: File | undefined;
  const makeInput = () => {
    const { filename, ...options } = request;
    const fields = { ...options, ...call?.extraBody };
    if (isUploaded(input)) {
      const body = { uploadRef: input.uploadRef, ...fields } as RequestBody<'parseFile'>;
      return { body, serverTimeoutMs: options.timeout };
    }
    // A form has them in a part of its own, where `invoke` does not look for bounds and schemas.
    const rewrites: Rewrites = { schemas: [], capitals: [] };
    checkBounds(fields, parseFile.bounds, [], { rewrites });
    const wireOptions = toWireBody(fields, rewrites);
    const body = async (signal: AbortSignal) => {
      file = await toFile(input, filename, signal);
      return { file, options: typeof wireOptions === 'function' ? await wireOptions() : wireOptions };
    };
    return { body, writeBody, serverTimeoutMs: options.timeout };
  };
  // In a form, the fields of the request are in `options`, so those of `extraBody` are, too.
  return invoke(parseFile, makeInput, { ...call, extraBody: undefined }).mapData((answer, response) =>
    toPage(answer, response, file?.name),
  );
}

/** Lists the URLs of a site: `trawl.map()` on a connection. */
export function map(
  { invoke }: Connection,
  url: string,
  request: Omit<RequestBody<'mapSite'>, 'url'> = {},
  call?: CallOptions,
): ApiCall<MapResponse> {
  return invoke(mapSite, () => ({ body: { ...request, url }, serverTimeoutMs: request.timeout }), call);
}

function isUploaded(file: FileInput): file is { readonly uploadRef: string } {
  return 'uploadRef' in Object(file);
}

/**
 * Returns a function that takes the page out of a response, with the warning beside it. `requested` is the URL of the
 * page, or the name of the file.
 */
function pageOf<F extends Formats>(request: object) {
  // Reads them now: you may change the request later.
  const { formats } = Object(request) as { formats?: F };
  return (
    answer: ScrapeResponse,
    response: ReceivedResponse<ScrapeResponse>,
    requestUrl?: string,
  ): Promise<Scraped<F>> => {
    const { warning } = answer;
    return toScraped({ ...(warning && { warning }), ...dataOf(answer, response) }, formats, response, requestUrl);
  };
}
