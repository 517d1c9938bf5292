import { createTrawlClient, type MapResponse } from '@trawl/client';
import { type Clock, systemClock } from './clock.js';
import { ConfigurationError } from './errors/configuration-error.js';
import type { Formats, ParseFormats } from './formats/format-input.js';
import type { BatchScrapeInput, CrawlInput, ScrapeInput } from './formats/requests.js';
import type { OutputOf, SchemaInput } from './formats/schema-input.js';
import type { Crawled, DefaultFormats, Scraped } from './formats/scraped.js';
import { type AgentInput, Agents } from './resources/agents.js';
import type { ApiCall } from './resources/api-call.js';
import { Batches } from './resources/batches.js';
import { Browsers } from './resources/browsers.js';
import { Crawls } from './resources/crawls.js';
import type { DataJob } from './resources/data-job.js';
import { Developer } from './resources/developer.js';
import type { DocumentJob, JobCallOptions } from './resources/document-job.js';
import { type ExtractCallOptions, type ExtractInput, Extracts } from './resources/extracts.js';
import { Feedback } from './resources/feedback.js';
import type { FileInput } from './resources/files.js';
import { plainHeaders } from './resources/headers.js';
import { host } from './resources/host.js';
import { type CallOptions, createInvoke } from './resources/invoke.js';
import { Monitors } from './resources/monitors.js';
import { Pages, type ParseFileInput } from './resources/pages.js';
import { Research } from './resources/research.js';
import { Session, type SessionOrigin } from './resources/session.js';
import { Support } from './resources/support.js';
import { Team } from './resources/team.js';
import { Uploads } from './resources/uploads.js';
import type { Body } from './resources/wire.js';
import type { DefaultSources, SearchInput, Sources } from './search/search-input.js';
import type { NoFormats, SearchResults } from './search/search-results.js';
import type { Middleware } from './transport/middleware.js';
import type { Fetch } from './transport/redirect.js';
import { createTransport } from './transport/transport.js';

export interface TrawlOptions {
  /** Where the service stands, such as `http://127.0.0.1:3002`; `TRAWL_BASE_URL` unless given. */
  readonly baseUrl?: string | undefined;
  /** `TRAWL_API_KEY` unless given. Search, scrape, interact and parse also work without one. */
  readonly apiKey?: string | undefined;
  /** Makes the requests in place of `globalThis.fetch`: a proxy, an agent, a recorder. */
  readonly fetch?: Fetch | undefined;
  /** Sent with every request. */
  readonly headers?: RequestInit['headers'];
  /** Sees every attempt once; the first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Time for one attempt, its whole answer included; 90 seconds unless told otherwise. */
  readonly timeoutMs?: number | undefined;
  /** Time for all attempts and the waits between them; 10 minutes unless told otherwise. Jobs have their own. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a failed attempt is repeated; 2 unless told otherwise. */
  readonly maxRetries?: number | undefined;
  /** Time and chance; for tests. */
  readonly clock?: Clock | undefined;
}

/**
 * The client. Everyday verbs are its methods; the rest of each life cycle stands in its namespaces. Every method takes
 * what it is about, then what goes on the wire, then how to make the call.
 *
 * @throws ConfigurationError when an option cannot work. Nothing is sent then.
 * @example
 * const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
 * const { web } = await trawl.search('typescript sdk', { limit: 5 });
 * for (const { url, title } of web) console.log(url, title);
 */
export class Trawl {
  readonly crawls: Crawls;
  readonly batches: Batches;
  readonly agents: Agents;
  /** @deprecated Scrape with a `json` format, or ask an agent. */
  readonly extracts: Extracts;
  readonly uploads: Uploads;
  readonly monitors: Monitors;
  readonly browsers: Browsers;
  readonly support: Support;
  readonly team: Team;
  readonly feedback: Feedback;
  readonly research: Research;
  readonly developer: Developer;
  readonly #pages: Pages;
  readonly #session: (origin: SessionOrigin) => Session;

  constructor({ fetch, headers, clock = systemClock, ...options }: TrawlOptions = {}) {
    const baseUrl = options.baseUrl ?? environment('TRAWL_BASE_URL');
    const apiKey = options.apiKey ?? environment('TRAWL_API_KEY');
    if (!baseUrl) throw new ConfigurationError('baseUrl is missing: give it, or set TRAWL_BASE_URL.');
    const everyHeader = plainHeaders(headers);
    const client = checked(() => createTrawlClient({ baseUrl, apiKey, headers: everyHeader }));
    const invoke = createInvoke(client, createTransport({ ...options, baseUrl, fetch, clock }));
    const context = { clock, baseUrl };
    this.#pages = new Pages(invoke);
    this.#session = (origin) => new Session(invoke, origin);
    this.crawls = new Crawls(invoke, context);
    this.batches = new Batches(invoke, context);
    this.agents = new Agents(invoke, context);
    this.extracts = new Extracts(invoke, context);
    this.uploads = new Uploads(invoke, baseUrl);
    this.monitors = new Monitors(invoke, baseUrl);
    this.browsers = new Browsers(invoke);
    this.support = new Support(invoke);
    this.team = new Team(invoke);
    this.feedback = new Feedback(invoke);
    this.research = new Research(invoke);
    this.developer = new Developer(invoke);
  }

  /**
   * Searches the web; the result has one list for each of `sources`. With `scrapeOptions.formats` each result is read.
   *
   * @example
   * const { web, news } = await trawl.search('solar eclipse', { sources: ['web', 'news'], limit: 20 });
   */
  search<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
    query: string,
    request: SearchInput<S, F> = {},
    call?: CallOptions,
  ): ApiCall<SearchResults<S, F>> {
    return this.#pages.search(query, request, call);
  }

  /**
   * Reads one page, in the formats asked for; Markdown unless told otherwise.
   *
   * @example
   * const { markdown, links } = await trawl.scrape('https://example.com', { formats: ['markdown', 'links'] });
   */
  scrape<const F extends Formats = DefaultFormats>(
    url: string,
    request: ScrapeInput<F> = {},
    call?: CallOptions,
  ): ApiCall<Scraped<F>> {
    return this.#pages.scrape(url, request, call);
  }

  /** The result of an earlier scrape, by the `scrapeId` in its metadata. Name its formats, and the result has their type. */
  getScrape<const F extends Formats = string[]>(
    scrapeId: string,
    { formats }: { readonly formats?: F } = {},
    call?: CallOptions,
  ): ApiCall<Scraped<F>> {
    return this.#pages.get(scrapeId, formats, call);
  }

  /**
   * The browser session of a scrape. Nothing is sent before the session is used.
   *
   * @example
   * await using session = trawl.interact(await trawl.scrape('https://example.com'));
   * console.log((await session.prompt('Open the pricing tab')).output);
   */
  interact(page: SessionOrigin): Session {
    return this.#session(page);
  }

  /**
   * Turns a file into Markdown or another format.
   *
   * @example
   * const { markdown } = await trawl.parse('report.pdf', { parsers: [{ type: 'pdf', maxPages: 10 }] });
   */
  parse<const F extends ParseFormats = DefaultFormats>(
    file: FileInput,
    request: ParseFileInput<F> = {},
    call?: CallOptions,
  ): ApiCall<Scraped<F>> {
    return this.#pages.parse(file, request, call);
  }

  /** Lists the URLs of a site without reading its pages. */
  map(url: string, request: Omit<Body<'mapSite'>, 'url'> = {}, call?: CallOptions): ApiCall<MapResponse> {
    return this.#pages.map(url, request, call);
  }

  /**
   * Crawls a site. Await it for all documents, or iterate it to have each as it comes; either starts it. A job that an
   * `async` function returns is waited for: return `{ job }` to hand on the job itself.
   *
   * @example
   * for await (const page of trawl.crawl('https://docs.example.com', { limit: 500 })) console.log(page.metadata.url);
   */
  crawl<const F extends Formats = DefaultFormats>(
    url: string,
    request: CrawlInput<F> = {},
    call: JobCallOptions = {},
  ): DocumentJob<Crawled<F>> {
    return this.crawls.run({ ...request, url }, call);
  }

  /** Scrapes a list of URLs as one job; to be awaited or iterated like a crawl. */
  batchScrape<const F extends Formats = DefaultFormats>(
    urls: readonly string[],
    request: BatchScrapeInput<F> = {} as BatchScrapeInput<F>,
    call: JobCallOptions = {},
  ): DocumentJob<Crawled<F>> {
    return this.batches.run({ ...request, urls }, call);
  }

  /**
   * Gathers data from the web on its own. Await it for its data, which has the type of `schema`.
   *
   * @example
   * const { data } = await trawl.agent('Find the founders of the three largest makers of anchors', { maxCredits: 200 });
   */
  agent<S extends SchemaInput>(
    prompt: string,
    request: Omit<AgentInput<S>, 'prompt'> = {},
    call: JobCallOptions = {},
  ): DataJob<OutputOf<S>> {
    return this.agents.run({ ...request, prompt } as AgentInput<S>, call);
  }

  /**
   * Extracts structured data from several URLs as one job.
   *
   * @deprecated Scrape with a `json` format, or ask an agent.
   */
  extract<S extends SchemaInput>(
    urls: readonly string[],
    request: Omit<ExtractInput<S>, 'urls'> = {},
    call: ExtractCallOptions = {},
  ): DataJob<OutputOf<S>> {
    return this.extracts.run({ ...request, urls } as ExtractInput<S>, call);
  }
}

/** Where there is an environment, and it may be read. */
function environment(name: string): string | undefined {
  try {
    return host().env?.[name] || undefined;
  } catch {
    // Deno asks for a permission; without one there is no such variable for us.
    return undefined;
  }
}

/** What the client refuses is an option of ours. */
function checked<T>(create: () => T): T {
  try {
    return create();
  } catch (cause) {
    throw new ConfigurationError(`${(cause as Error).message}.`.replaceAll('`', ''), { cause });
  }
}
