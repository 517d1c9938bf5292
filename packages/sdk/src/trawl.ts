import type { MapResponse, Method, PathOf } from '@trawl/client';
import type { Formats, ParseFormats } from './formats/format-input.js';
import type { BatchScrapeInput, CrawlInput, ScrapeInput } from './formats/requests.js';
import type { OutputOf, SchemaInput } from './formats/schema-input.js';
import type { Crawled, DefaultFormats, Scraped } from './formats/scraped.js';
import type { ApiCall } from './request/api-call.js';
import { type Connection, connect, type TrawlOptions } from './request/connection.js';
import type { RequestBody } from './request/contract-types.js';
import type { FileInput } from './request/files.js';
import type { CallOptions } from './request/invoke.js';
import type { JobCallOptions } from './request/job-calls.js';
import { type AgentInput, type Agents, agent, agents } from './resources/agents.js';
import { type Batches, batches, batchScrape } from './resources/batches.js';
import { type Browsers, browsers } from './resources/browsers.js';
import { type Crawls, crawl, crawls } from './resources/crawls.js';
import type { DataJob } from './resources/data-jobs.js';
import { type Developer, developer } from './resources/developer.js';
import type { DocumentJob } from './resources/document-jobs.js';
import { type ExtractCallOptions, type ExtractInput, type Extracts, extract, extracts } from './resources/extracts.js';
import { type Feedback, feedback } from './resources/feedback.js';
import { type Monitors, monitors } from './resources/monitors.js';
import { type GetScrapeInput, getScrape, map, type ParseFileInput, parse, scrape, search } from './resources/pages.js';
import { type RequestArguments, type RequestResult, request } from './resources/request.js';
import { type Research, research } from './resources/research.js';
import { interact, type Session, type SessionOrigin } from './resources/session.js';
import { type Support, support } from './resources/support.js';
import { type Team, team } from './resources/team.js';
import { type Uploads, uploads } from './resources/uploads.js';
import type { SearchQuery } from './search/query.js';
import type { DefaultSources, SearchInput, Sources } from './search/search-input.js';
import type { NoFormats, SearchResults } from './search/search-results.js';

/**
 * The client. Common calls are methods, all others are in namespaces. Every method takes the subject of the call, then the
 * request, then the options of the call.
 *
 * @throws ConfigurationError when an option cannot work. Nothing is sent then.
 * @example
 * const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
 * const { web } = await trawl.search('typescript sdk', { limit: 5 });
 * for (const { url, title } of web) console.log(url, title);
 */
export class Trawl {
  /** Crawls by their ids: start, get, resume and cancel. */
  declare readonly crawls: Crawls;
  /** Batches of URLs by their ids: start, get, resume and cancel. */
  declare readonly batches: Batches;
  /** Agents by their ids: start, get, resume and cancel. */
  declare readonly agents: Agents;
  /**
   * Extractions by their ids: start, get and resume.
   *
   * @deprecated Scrape with a `json` format, or ask an agent.
   */
  declare readonly extracts: Extracts;
  /** Files that are uploaded first and parsed later, by their reference. */
  declare readonly uploads: Uploads;
  /** Recurring checks of pages, sites and searches. */
  declare readonly monitors: Monitors;
  /** Browser sessions of your own, apart from any scrape. */
  declare readonly browsers: Browsers;
  /** Asks why calls fail. */
  declare readonly support: Support;
  /** Credits, tokens, queue, activity and policies of your team. */
  declare readonly team: Team;
  /** Says how good results were; useful feedback gives credits back. */
  declare readonly feedback: Feedback;
  /** Scientific papers. */
  declare readonly research: Research;
  /** Documentation, issues, pull requests and readmes. */
  declare readonly developer: Developer;
  readonly #options: TrawlOptions | undefined;
  readonly #connection: Connection;

  constructor(options?: TrawlOptions) {
    const connection = connect(options);
    this.#options = options;
    this.#connection = connection;
    this.crawls = crawls(connection);
    this.batches = batches(connection);
    this.agents = agents(connection);
    this.extracts = extracts(connection);
    this.uploads = uploads(connection);
    this.monitors = monitors(connection);
    this.browsers = browsers(connection);
    this.support = support(connection);
    this.team = team(connection);
    this.feedback = feedback(connection);
    this.research = research(connection);
    this.developer = developer(connection);
  }

  /**
   * A copy of the client with other options: those that are given replace its own. Keep the copy, rather than making one for
   * each call: it has a retry budget of its own.
   *
   * @throws ConfigurationError when an option cannot work.
   * @example
   * const patient = trawl.withOptions({ timeoutMs: 300_000, maxRetries: 5 });
   * console.log((await patient.scrape('https://example.com')).markdown);
   */
  withOptions(options: TrawlOptions): Trawl {
    return new Trawl({ ...this.#options, ...options });
  }

  /**
   * Searches the web. The result has one list for each of `sources`. With `scrapeOptions.formats` each result is read.
   * Operation `searchWeb`.
   *
   * @throws ConfigurationError when a field is out of its limits. Nothing is sent then.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { web, news } = await trawl.search('solar eclipse', { sources: ['web', 'news'], limit: 20 });
   */
  search<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
    query: SearchQuery,
    request?: SearchInput<S, F>,
    call?: CallOptions,
  ): ApiCall<SearchResults<S, F>> {
    return search(this.#connection, query, request, call);
  }

  /**
   * Reads one page, in the requested formats. Default: Markdown. Operation `scrapePage`.
   *
   * @throws ConfigurationError when a field is out of its limits, or when a schema cannot be written as JSON Schema.
   * Nothing is sent then.
   * @throws RequestTimeoutError when the page takes longer than `timeout`.
   * @throws ResponseFormatError when a format that was asked for is missing in the answer.
   * @throws SchemaMismatchError when `json` does not fit its schema.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { markdown, links } = await trawl.scrape('https://example.com', { formats: ['markdown', 'links'] });
   */
  scrape<const F extends Formats = DefaultFormats>(
    url: string,
    request?: ScrapeInput<F>,
    call?: CallOptions,
  ): ApiCall<Scraped<F>> {
    return scrape(this.#connection, url, request, call);
  }

  /**
   * The result of an earlier scrape, by the `scrapeId` in its metadata. Give its formats, and the result has their type.
   * Operation `getScrape`.
   *
   * @throws NotFoundError when there is no such scrape, or no longer.
   * @example
   * const { metadata } = await trawl.scrape('https://example.com');
   * const { markdown } = await trawl.getScrape(metadata.scrapeId ?? '', { formats: ['markdown'] });
   */
  getScrape<const F extends Formats = string[]>(
    scrapeId: string,
    request?: GetScrapeInput<F>,
    call?: CallOptions,
  ): ApiCall<Scraped<F>> {
    return getScrape(this.#connection, scrapeId, request, call);
  }

  /**
   * The browser session of a scrape. Nothing is sent before the session is used. Operations `interactWithPage`,
   * `endInteraction`.
   *
   * @throws ConfigurationError when the page has no `metadata.scrapeId`.
   * @example
   * await using session = trawl.interact(await trawl.scrape('https://example.com'));
   * console.log((await session.prompt('Open the pricing tab')).output);
   */
  interact(page: SessionOrigin): Session {
    return interact(this.#connection, page);
  }

  /**
   * Turns a file into Markdown or another format. Operation `parseFile`.
   *
   * @throws ConfigurationError when the file cannot be read, or has no name to tell its kind by. Nothing is sent then.
   * @throws PayloadTooLargeError when the file is larger than the service takes.
   * @throws RequestTimeoutError when it takes longer than `timeout`.
   * @throws SchemaMismatchError when `json` does not fit its schema.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { markdown } = await trawl.parse('report.pdf', { parsers: [{ type: 'pdf', maxPages: 10 }] });
   */
  parse<const F extends ParseFormats = DefaultFormats>(
    file: FileInput,
    request?: ParseFileInput<F>,
    call?: CallOptions,
  ): ApiCall<Scraped<F>> {
    return parse(this.#connection, file, request, call);
  }

  /**
   * Lists the URLs of a site without reading its pages. Operation `mapSite`.
   *
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { links = [] } = await trawl.map('https://docs.example.com', { search: 'pricing', limit: 100 });
   */
  map(url: string, request?: Omit<RequestBody<'mapSite'>, 'url'>, call?: CallOptions): ApiCall<MapResponse> {
    return map(this.#connection, url, request, call);
  }

  /**
   * Crawls a site. Await it to get all documents, or iterate it to get each as it comes. **Nothing is sent before you do
   * that or call its `start()`**, unlike `search()`; `crawls.start()` sends at once. An `async` function that returns a job
   * waits for it: return `{ job }` to return the job itself. Operations `startCrawl`, `getCrawl`.
   *
   * @throws JobFailedError when the crawl failed or was cancelled; `received` has what came before.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the crawl goes on at the service.
   * @throws PaginationError when it is interrupted; `received` has what came before, `cursor` says where to resume.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * for await (const page of trawl.crawl('https://docs.example.com', { limit: 500 })) console.log(page.metadata.url);
   */
  crawl<const F extends Formats = DefaultFormats>(
    url: string,
    request?: CrawlInput<F>,
    call?: JobCallOptions,
  ): DocumentJob<Crawled<F>> {
    return crawl(this.#connection, url, request, call);
  }

  /**
   * Scrapes a list of URLs as one job. Await or iterate it like a crawl; nothing is sent before that. Operations
   * `startBatchScrape`, `getBatchScrape`.
   *
   * @throws JobFailedError when the batch failed or was cancelled; `received` has what came before.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the batch goes on at the service.
   * @throws PaginationError when it is interrupted; `received` has what came before, `cursor` says where to resume.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { documents } = await trawl.batchScrape(['https://example.com', 'https://example.org'], { formats: ['links'] });
   */
  batchScrape<const F extends Formats = DefaultFormats>(
    urls: readonly string[],
    request?: BatchScrapeInput<F>,
    call?: JobCallOptions,
  ): DocumentJob<Crawled<F>> {
    return batchScrape(this.#connection, urls, request, call);
  }

  /**
   * Starts an agent that gathers data from the web when it is awaited, and not before. The data has the type of `schema`.
   * Operations `startAgent`, `getAgent`.
   *
   * @throws JobFailedError when the agent failed or was cancelled.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the agent goes on at the service.
   * @throws SchemaMismatchError when its data does not fit `schema`.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { data } = await trawl.agent('Find the founders of the three largest makers of anchors', { maxCredits: 200 });
   */
  agent<S extends SchemaInput>(
    prompt: string,
    request?: Omit<AgentInput<S>, 'prompt'>,
    call?: JobCallOptions,
  ): DataJob<OutputOf<S>> {
    return agent(this.#connection, prompt, request, call);
  }

  /**
   * Calls any path of the API, one that this version does not know included, with the retries, deadlines, errors and
   * middleware of every call. The compiler checks what is sent to a path of the contract, and types the answer, which comes
   * as it is on the wire.
   *
   * @throws ConfigurationError when a path parameter is missing, or a header or the body cannot be sent. Nothing is sent then.
   * @example
   * const { status } = await trawl.request('GET', '/v2/crawl/{id}', { params: { path: { id: '01a1fbbe' } } });
   * const { data } = await trawl.request('POST', '/v2/search', { body: { query: 'typescript sdk' } });
   */
  request<M extends Method, P extends string>(
    method: M,
    path: P | PathOf<M>,
    ...rest: RequestArguments<M, P>
  ): ApiCall<RequestResult<M, P>> {
    return request<M, P>(this.#connection, method, path, ...rest);
  }

  /**
   * Extracts structured data from several URLs as one job. Nothing is sent before it is awaited. Operations `startExtract`,
   * `getExtract`.
   *
   * @throws JobFailedError when the extraction failed.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the extraction goes on at the service.
   * @throws SchemaMismatchError when its data does not fit `schema`.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   * @deprecated Scrape with a `json` format, or ask an agent.
   */
  extract<S extends SchemaInput, const F extends Formats>(
    urls: readonly string[],
    request?: Omit<ExtractInput<S, F>, 'urls'>,
    call?: ExtractCallOptions,
  ): DataJob<OutputOf<S>> {
    return extract(this.#connection, urls, request, call);
  }
}
