import type { MapResponse, ParseOptions, ScrapeResponse } from '@trawl/client';
import { writeBody } from '@trawl/client/request';
import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { RequestBody, Undefinable } from '../calls/contract-types.js';
import { type FileInput, toFile } from '../calls/files.js';
import type { CallOptions } from '../calls/invoke.js';
import type { Received } from '../calls/received.js';
import { dataOf } from '../calls/response-fields.js';
import { checkBounds } from '../contract/bounds.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats, ParseFormats, RequestedFormats } from '../formats/format-input.js';
import type { ParseInput, ScrapeInput } from '../formats/requests.js';
import type { DefaultFormats, Scraped } from '../formats/scraped.js';
import { toScraped } from '../formats/shape.js';
import { checkTypes, toWireBody } from '../formats/wire-body.js';
import { getScrape as getScrapeOperation, mapSite, parseFile, scrapePage, searchWeb } from '../generated/operations.js';
import type { SearchQuery } from '../search/query.js';
import type { DefaultSources, SearchInput, Sources } from '../search/search-input.js';
import { type NoFormats, type SearchResults, searchResults } from '../search/search-results.js';

/** How a file is parsed, and the name of the file. */
export type ParseFileInput<F extends ParseFormats> = ParseInput<F> & {
  /** The name of the file. Its extension says how it is parsed. Needed for bytes and streams. */
  readonly filename?: string;
};

/** The formats of an earlier scrape. */
export interface GetScrapeInput<F extends Formats = Formats> {
  /** The formats of the scrape, which give the result its type. */
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
    checkTypes(request.sources, 'sources');
    const body = toWireBody<RequestBody<'searchWeb'>>({ ...request, query });
    return { body, serverTimeoutMs: request.timeout };
  };
  // Reads the request now: you may change it later.
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
    const body = toWireBody<Undefinable<RequestBody<'scrapePage'>>>({ ...request, url });
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
  const outgoing = () => {
    const { filename, ...given } = request;
    const fields = { ...given, ...call?.extraBody };
    // A form has them in a part of its own, where `invoke` does not look for bounds.
    checkBounds(fields, parseFile[5]);
    if (isUploaded(input)) {
      const body = toWireBody<RequestBody<'parseFile'>>({ uploadRef: input.uploadRef, ...fields });
      return { body, serverTimeoutMs: given.timeout };
    }
    const options = toWireBody<ParseOptions>(fields);
    const body = async (signal: AbortSignal) => ({
      file: await toFile(input, filename, signal),
      options: typeof options === 'function' ? await options() : options,
    });
    return { body, writeBody, serverTimeoutMs: given.timeout };
  };
  // In a form, the fields of the request are in `options`, so those of `extraBody` are, too.
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

/** Returns a function that takes the page out of a response, with the warning beside it. */
function pageOf<F extends Formats>(request: object) {
  // Reads them now: you may change the request later.
  const { formats } = Object(request) as { formats?: F };
  return (answer: ScrapeResponse, received: Received<ScrapeResponse>): Promise<Scraped<F>> => {
    const { warning } = answer;
    return toScraped({ ...(warning && { warning }), ...dataOf(answer, received) }, formats, received);
  };
}
