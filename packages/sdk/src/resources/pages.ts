import type { MapResponse, ScrapeResponse } from '@trawl/client';
import type { Formats, ParseFormats } from '../formats/format-input.js';
import type { ParseInput, ScrapeInput } from '../formats/requests.js';
import type { Scraped } from '../formats/scraped.js';
import { scraped } from '../formats/shape.js';
import { wireFormats } from '../formats/wire-formats.js';
import type { SearchInput, Sources } from '../search/search-input.js';
import { type SearchResults, searchResults } from '../search/search-results.js';
import { ApiCall, type Received } from './api-call.js';
import { wireOptions } from './crawls.js';
import { type FileInput, fileOf } from './files.js';
import type { CallOptions, Invoke } from './invoke.js';
import { required } from './required.js';
import type { Body } from './wire.js';

/** How a file is parsed, and what it is called if the input does not say. */
export type ParseFileInput<F extends ParseFormats> = ParseInput<F> & {
  /** Name of the file; its extension says how it is parsed. Needed for bytes and streams. */
  readonly filename?: string;
};

/** The calls that answer at once with what was read. */
export class Pages {
  readonly #invoke: Invoke;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  search<S extends Sources, F extends Formats>(
    query: string,
    { scrapeOptions, ...request }: SearchInput<S, F>,
    call: CallOptions | undefined,
  ): ApiCall<SearchResults<S, F>> {
    // The types of the input are narrower than the wire's, which the compiler cannot see through their parameters.
    const body = () =>
      ({
        ...request,
        query,
        ...(scrapeOptions && { scrapeOptions: wireOptions(scrapeOptions) }),
      }) as unknown as Body<'searchWeb'>;
    const sources = request.sources as S | undefined;
    const formats = scrapeOptions?.formats as F | undefined;
    return this.#invoke('searchWeb', { body, serverTimeoutMs: request.timeout }, call).mapData((answer, received) =>
      searchResults(answer, sources, formats, received),
    );
  }

  scrape<F extends Formats>(
    url: string,
    { formats, ...request }: ScrapeInput<F>,
    call: CallOptions | undefined,
  ): ApiCall<Scraped<F>> {
    const asked = formats as F | undefined;
    const body = (): Body<'scrapePage'> => ({ ...request, url, ...(asked && { formats: wireFormats(asked) }) });
    return this.#invoke('scrapePage', { body, serverTimeoutMs: request.timeout }, call).mapData(pageOf(asked));
  }

  /** An earlier scrape; formats that are not named promise nothing. */
  get<F extends Formats>(scrapeId: string, formats: F | undefined, call: CallOptions | undefined): ApiCall<Scraped<F>> {
    const asked = (formats ?? []) as unknown as F;
    return this.#invoke('getScrape', { path: { scrapeId } }, call).mapData(pageOf(asked));
  }

  parse<F extends ParseFormats>(
    file: FileInput,
    { formats, filename, ...request }: ParseFileInput<F>,
    call: CallOptions | undefined,
  ): ApiCall<Scraped<F>> {
    const asked = formats as F | undefined;
    const send = (content: File | undefined, reference?: { readonly uploadRef: string }) => {
      const body = () => {
        const options = { ...request, ...(asked && { formats: wireFormats(asked) }) };
        // Without a reference it is the rest of a form with the file.
        return { ...reference, options } as Body<'parseFile'>;
      };
      return this.#invoke('parseFile', { body, file: content, serverTimeoutMs: request.timeout }, call).mapData(
        pageOf(asked),
      );
    };
    if (isReference(file)) return send(undefined, { uploadRef: file.uploadRef });
    return ApiCall.after(fileOf(file, filename), send);
  }

  map(url: string, request: Omit<Body<'mapSite'>, 'url'>, call: CallOptions | undefined): ApiCall<MapResponse> {
    return this.#invoke('mapSite', { body: { ...request, url }, serverTimeoutMs: request.timeout }, call);
  }
}

function isReference(file: FileInput): file is { readonly uploadRef: string } {
  return 'uploadRef' in Object(file);
}

/** The page of an answer, in the formats that were asked for; what was said beside it stays with it. */
function pageOf<F extends Formats>(formats: F | undefined) {
  return (answer: ScrapeResponse, received: Received<ScrapeResponse>): Promise<Scraped<F>> => {
    const { warning } = answer;
    const page = { ...(warning && { warning }), ...required('data')(answer, received) };
    return scraped(page, formats, received);
  };
}
