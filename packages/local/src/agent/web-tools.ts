import { BoundedMap } from '@trawl/base/bounded-map';
import type { Clock } from '@trawl/base/clock';
import type { AgentRequest, Document, ScrapeOptions } from '@trawl/client';
import {
  type CreditEstimate,
  exactly,
  MAP_CREDITS,
  pageCredits,
  SESSION_MINUTE_CREDITS,
  searchCredits,
} from '../accounts/credits.js';
import { Refusal } from '../contract/refusal.js';
import type { MapSite } from '../map/map.js';
import { partsOf } from '../model/page-parts.js';
import { inputOf, type Tool, ToolError } from '../model/tool-loop.js';
import { withoutData } from '../model/without-data.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import type { SearchEngine } from '../search/search-engine.js';
import { questionOf } from '../search/search-question.js';
import type { Interact } from './page-interaction.js';
import type { Reach } from './reach.js';

export interface WebToolDependencies {
  readonly scraper: Scraper;
  readonly map: MapSite;
  readonly engine: SearchEngine;
}

export interface WebToolOptions extends WebToolDependencies {
  readonly team: string;
  readonly jobId: string;
  readonly request: Pick<AgentRequest, 'threatProtection' | 'auditMetadata'>;
  readonly reach: Reach;
  readonly interact: Interact;
  readonly clock: Pick<Clock, 'now'>;
  /** Credits for each URL that the threat policy checks. */
  readonly checkCredits: number;
  /**
   * Reserves credits for what a tool does next; resolves to what that may cost, and to 0 where that is less than `least`.
   * Throws a `Refusal`.
   */
  reserve(estimate: CreditEstimate): Promise<number>;
  spend(credits: number): void;
  /** The URLs of pages that were paid for; reading one of them again costs nothing. */
  readonly paid: Set<string>;
  /** Called with each page that was read, by its URL and the one that it led to. */
  onRead(url: string, final: string): void;
}

const MAX_RESULTS = 10;
const MAX_LINKS = 80;
const MAX_SHOWN_LINKS = 300;

/** A part of a page fits a result of a tool, with its links. */
const PART_CHARACTERS = 10_000;
const MAX_PARTS = 12;

/** Pages whose text is kept for their other parts. */
const MAX_KEPT_PAGES = 16;

interface ReadPage {
  readonly heading: string;
  readonly parts: readonly string[];
}

const text = { type: 'string', minLength: 1, maxLength: 4096 } as const;

/**
 * The tools with which a model looks at the web. What they may reach and what they may cost is checked here: the model may
 * want whatever a page has told it.
 */
export function webTools(options: WebToolOptions): Record<'search' | 'map' | 'read' | 'interact', Tool> {
  return {
    search: searchTool(options),
    map: mapTool(options),
    read: readTool(options),
    interact: interactTool(options),
  };
}

function searchTool({ engine, team, reach, reserve, spend }: WebToolOptions): Tool {
  return {
    name: 'search',
    description: 'Searches the web. Returns the title, the URL and a passage of each result.',
    input: inputOf({ query: { ...text, maxLength: 500 } }, ['query']),
    async run({ query }, signal) {
      await reserved({ reserve }, exactly(searchCredits(MAX_RESULTS)));
      const question = questionOf({ query: String(query), limit: MAX_RESULTS }, team);
      const { web } = await refusedAsToolError(() => engine.search(question, signal));
      spend(searchCredits(web.length));
      reach.show(web.flatMap(({ url = '' }) => url));
      const results = web.map(({ title = '', url = '', description = '' }) => `${title}\n${url}\n${description}`);
      return results.join('\n\n') || 'No results.';
    },
  };
}

function mapTool({ map, team, request, reach, reserve, spend }: WebToolOptions): Tool {
  return {
    name: 'map',
    description: 'Lists pages of the site of a URL, those first that are about `topic`. Returns their URLs and titles.',
    input: inputOf({ url: text, topic: { ...text, maxLength: 200 } }, ['url']),
    async run({ url, topic }, signal) {
      const site = reach.readableUrl(url);
      await reserved({ reserve }, exactly(MAP_CREDITS));
      const mapRequest = {
        url: site,
        limit: MAX_LINKS,
        ...(typeof topic === 'string' && { search: topic }),
        ...teamOptions(request),
      };
      const checkUrl = (to: string) => reach.checkRedirect(site, to);
      const { links, warning } = await refusedAsToolError(() => map(mapRequest, team, signal, checkUrl));
      spend(MAP_CREDITS);
      reach.show(links.map((link) => link.url));
      const lines = links.map((link) => [link.url, link.title].filter(Boolean).join(' '));
      return [...lines, ...(warning === undefined ? [] : [warning])].join('\n') || 'No pages.';
    },
  };
}

function readTool(options: WebToolOptions): Tool {
  const pages = new PageReader(options);
  return {
    name: 'read',
    description: 'Reads a page as Markdown. A long page has several parts; without `part` the first one is returned.',
    input: inputOf({ url: text, part: { type: 'integer', minimum: 1, maximum: MAX_PARTS } }, ['url']),
    async run({ url, part = 1 }, signal) {
      const { heading, parts } = await pages.read(options.reach.readableUrl(url), signal);
      const content = parts[Number(part) - 1];
      if (content === undefined) throw new ToolError(`The page has ${parts.length} parts.`);
      return `${heading}\nPart ${part} of ${parts.length}\n\n${content}`;
    },
  };
}

function interactTool(options: WebToolOptions): Tool {
  const { interact, clock, team, request, reach, checkCredits, spend, onRead } = options;
  return {
    name: 'interact',
    description:
      'Opens a page in a browser and does there what `task` says, such as filling a form. Returns an answer and what the page shows then. Use it where `read` does not show what is needed.',
    input: inputOf({ url: text, task: { ...text, maxLength: 2_000 } }, ['url', 'task']),
    async run({ url, task }, signal) {
      const page = reach.usableUrl(url);
      const cost = (minutes: number) => minutes * SESSION_MINUTE_CREDITS + checkCredits;
      const credits = await reserved(options, { least: cost(1), most: cost(MAX_MINUTES) });
      const affordableMinutes = Math.floor((credits - checkCredits) / SESSION_MINUTE_CREDITS);
      const timeoutMs = Math.min(affordableMinutes, MAX_MINUTES) * MINUTE_MS;
      const meter = minuteMeter(clock, spend);
      const { answer, final, view } = await refusedAsToolError(() =>
        interact({
          url: page,
          task: String(task),
          sites: reach.sites,
          team,
          threatProtection: request.threatProtection,
          timeoutMs,
          signal,
          onOpen() {
            spend(checkCredits);
            meter.start();
          },
        }),
      ).finally(meter.stop);
      onRead(page, final);
      return `Answer: ${answer}\n\n${view}`;
    },
  };
}

/** Reads pages in parts, and keeps the last pages for their other parts. */
class PageReader {
  readonly #options: WebToolOptions;
  readonly #pages = new BoundedMap<string, ReadPage>(MAX_KEPT_PAGES);

  constructor(options: WebToolOptions) {
    this.#options = options;
  }

  async read(url: string, signal: AbortSignal): Promise<ReadPage> {
    const keptPage = this.#pages.get(url);
    if (keptPage) return keptPage;
    const { reach, paid, spend, onRead } = this.#options;
    const { document, links, creditsUsed } = await this.#scrape(url, signal);
    if (!paid.has(url)) spend(creditsUsed);
    paid.add(url);
    const finalUrl = document.metadata?.url ?? url;
    // The scripts of a page lead elsewhere too.
    reach.checkRedirect(url, finalUrl);
    reach.show([finalUrl, ...links.slice(0, MAX_SHOWN_LINKS)]);
    onRead(url, finalUrl);
    const page = pageOf(document, finalUrl);
    for (const name of new Set([url, finalUrl])) this.#pages.set(name, page);
    return page;
  }

  async #scrape(url: string, signal: AbortSignal): Promise<ScrapeResult> {
    const { scraper, request, team, jobId, reach, paid, checkCredits } = this.#options;
    // Each page of a PDF costs credits.
    const cost = (pdfPages: number) => pageCredits({ pdfPages }) + checkCredits;
    const credits = paid.has(url)
      ? cost(MAX_PDF_PAGES)
      : await reserved(this.#options, { least: cost(1), most: cost(MAX_PDF_PAGES) });
    const maxPages = Math.floor(Math.min(credits - checkCredits, MAX_PDF_PAGES));
    return refusedAsToolError(() =>
      scraper.scrape({
        url,
        options: { ...teamOptions(request), formats: ['markdown'], parsers: [{ type: 'pdf', maxPages }] },
        team,
        job: jobId,
        signal,
        checkUrl: (to) => reach.checkRedirect(url, to),
      }),
    );
  }
}

function pageOf({ markdown, metadata }: Document, finalUrl: string): ReadPage {
  const { parts } = partsOf(withoutData(markdown ?? ''), PART_CHARACTERS, MAX_PARTS);
  const title = [metadata?.title].flat()[0] ?? '';
  const status = metadata?.statusCode ?? 200;
  const statusNote = status < 400 ? '' : ` (status ${status})`;
  return { heading: `${title}\n${finalUrl}${statusNote}`, parts };
}

/** The options that hold for all that the agent does. */
function teamOptions({ threatProtection, auditMetadata }: WebToolOptions['request']): ScrapeOptions {
  return {
    ...(threatProtection && { threatProtection }),
    ...(auditMetadata && { auditMetadata }),
  };
}

/** Reserves credits; throws a `ToolError` when there are too few. */
async function reserved({ reserve }: Pick<WebToolOptions, 'reserve'>, estimate: CreditEstimate): Promise<number> {
  const credits = await refusedAsToolError(() => reserve(estimate));
  if (credits < estimate.least) throw new ToolError('The credits are used up. Answer with what you have read.');
  return credits;
}

/** An agent uses one page no longer. */
const MAX_MINUTES = 5;

const MINUTE_MS = 60_000;

/** Spends the credits of each minute that has begun: of the first one at the start, and of others at the end. */
function minuteMeter(clock: Pick<Clock, 'now'>, spend: (credits: number) => void) {
  let startedAt: number | undefined;
  return {
    start() {
      startedAt = clock.now();
      spend(SESSION_MINUTE_CREDITS);
    },
    stop() {
      if (startedAt === undefined) return;
      const minutes = Math.ceil((clock.now() - startedAt) / MINUTE_MS);
      spend(Math.max(minutes - 1, 0) * SESSION_MINUTE_CREDITS);
    },
  };
}

/** The service reads no more pages of one file for an agent. */
const MAX_PDF_PAGES = 50;

/** A page that cannot be read is for the model to know; it goes on with others. */
async function refusedAsToolError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw new ToolError(error.message);
    throw error;
  }
}
