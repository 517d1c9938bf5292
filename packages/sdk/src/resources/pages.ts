import type { MapResponse, ParseOptions, ScrapeResponse } from '@trawl/client';
import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { RequestBody, Undefinable } from '../calls/contract-types.js';
import { type FileInput, toFile } from '../calls/files.js';
import type { CallOptions } from '../calls/invoke.js';
import type { Received } from '../calls/received.js';
import { dataOf } from '../calls/response-fields.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats, ParseFormats, RequestedFormats } from '../formats/format-input.js';
import type { ParseInput, ScrapeInput, ScrapeOptionsInput } from '../formats/requests.js';
import type { DefaultFormats, Scraped } from '../formats/scraped.js';
import { toScraped } from '../formats/shape.js';
import { checkTypes, toWireFormats, toWireOptions } from '../formats/wire-formats.js';
import { getScrape as getScrapeOperation, mapSite, parseFile, scrapePage, searchWeb } from '../generated/operations.js';
import type { SearchQuery } from '../search/query.js';
import type { DefaultSources, SearchInput, Sources } from '../search/search-input.js';
import { type NoFormats, type SearchResults, searchResults } from '../search/search-results.js';

/** How a file is parsed, and what it is called if the input does not say. */
export type ParseFileInput<F extends ParseFormats> = ParseInput<F> & {
  /** Name of the file; its extension says how it is parsed. Needed for bytes and streams. */
  readonly filename?: string;
};

/** What an earlier scrape was asked for. */
export interface GetScrapeInput<F extends Formats = Formats> {
  /** Its formats: the result then has their types. */
  readonly formats?: RequestedFormats<F>;
}

/** Searches the web: `trawl.search()` on a connection. */
export function search<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
  { invoke }: Connection,
  query: SearchQuery,
  request: SearchInput<S, F> = {},
  call?: CallOptions,
): ApiCall<SearchResults<S, F>> {
  const outgoing = () => {
    if (!/\S/.test(query)) throw new ConfigurationError('query is blank.');
    const scrapeOptions = toWireOptions(request.scrapeOptions as ScrapeOptionsInput<F> | undefined);
    // The types of the input are narrower than the wire's, which the compiler cannot see through their parameters.
    const body = Object.assign({}, request, { query, scrapeOptions }) as unknown as RequestBody<'searchWeb'>;
    checkTypes(body.sources, 'sources');
    return { body, serverTimeoutMs: request.timeout };
  };
  // As the request is now: its owner may go on to change it.
  const { sources, scrapeOptions } = Object(request) as { sources?: S; scrapeOptions?: { formats?: F } };
  const formats = scrapeOptions?.formats;
  return invoke(searchWeb, outgoing, call).mapData((answer, received) =>
    searchResults(answer, sources, formats, received),
  );
}

/** Reads one page: `trawl.scrape()` on a connection. */
export function scrape<const F extends Formats = DefaultFormats>(
  { invoke }: Connection,
  url: string,
  request: ScrapeInput<F> = {},
  call?: CallOptions,
): ApiCall<Scraped<F>> {
  const outgoing = () => {
    const body: Undefinable<RequestBody<'scrapePage'>> = { ...request, url, formats: toWireFormats(request.formats) };
    return { body, serverTimeoutMs: request.timeout };
  };
  return invoke(scrapePage, outgoing, call).mapData(pageOf<F>(request));
}

/** The result of an earlier scrape: `trawl.getScrape()` on a connection. */
export function getScrape<const F extends Formats = string[]>(
  { invoke }: Connection,
  scrapeId: string,
  request?: GetScrapeInput<F>,
  call?: CallOptions,
): ApiCall<Scraped<F>> {
  // Formats that are not named promise nothing.
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
  const outgoing = () => {
    const { filename, ...given } = request;
    const options = { ...given, formats: toWireFormats(request.formats), ...call?.extraBody } as ParseOptions;
    const body = isUploaded(input)
      ? { uploadRef: input.uploadRef, options }
      : async (signal: AbortSignal) => ({ file: await toFile(input, filename, signal), options });
    return { body, serverTimeoutMs: request.timeout };
  };
  // What a parse is asked for stands in its options.
  return invoke(parseFile, outgoing, { ...call, extraBody: undefined }).mapData(pageOf<F>(request));
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

/** The page of an answer, in the formats that were asked for; what was said beside it stays with it. */
function pageOf<F extends Formats>(request: object) {
  // As they are now: the owner of the request may go on to change it.
  const { formats } = Object(request) as { formats?: F };
  return (answer: ScrapeResponse, received: Received<ScrapeResponse>): Promise<Scraped<F>> => {
    const { warning } = answer;
    return toScraped({ ...(warning && { warning }), ...dataOf(answer, received) }, formats, received);
  };
}
