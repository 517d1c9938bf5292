import { randomUUID } from 'node:crypto';
import { canParseUrl } from '@trawl/base/can-parse-url';
import type { NewsResult, ScrapeOptions, SearchData, SearchRequest, SearchResponse, WebResult } from '@trawl/client';
import { checkedUrlCredits, pageEstimate, searchCredits, searchEstimate } from '../accounts/credits.js';
import { nextTurn } from '../base/event-loop.js';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { withDeadline } from '../scrape/deadline.js';
import { type FinishedScrapes, originOf } from '../scrape/finished-scrapes.js';
import { type OwnAbilities, refuseImpossible } from '../scrape/refused-options.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import { withContent } from '../scrape/scraped-results.js';
import { type GuardFor, isUnsafeDomain, type ThreatGuard } from '../scrape/threat-protection.js';
import type { SearchEngine, SearchResults } from '../search/search-engine.js';
import { questionOf } from '../search/search-question.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import type { RouteRequest, Routes } from './route.js';

export interface SearchDependencies {
  readonly stores: Stores;
  readonly engine: SearchEngine;
  readonly scraper: Scraper;
  readonly scrapes: Pick<FinishedScrapes, 'add'>;
  readonly guardFor: GuardFor;
  /** Whether there is a browser now. */
  readonly abilities: OwnAbilities;
}

export function searchRoutes(dependencies: SearchDependencies): Pick<Routes, 'searchWeb'> {
  const { stores, engine, scraper, scrapes, guardFor, abilities } = dependencies;
  const { timeout: defaultTimeout = 0 } = contractDefaults('SearchRequest');
  const { timeout: pageTimeout = 0 } = contractDefaults('ScrapeOptions');

  async function search(
    request: SearchRequest,
    { payer, reserve }: Pick<RouteRequest<'searchWeb'>, 'payer' | 'reserve'>,
    signal: AbortSignal,
  ): Promise<SearchResponse> {
    const hold = await reserve(searchEstimate(request));
    const call = await callOf(request, payer, signal);
    const results = await engine.search(questionOf(request, payer.team), signal);
    const kept = await filterResults(results, call, request.ignoreInvalidURLs ?? false);
    // Pages that turn out to cost more are charged at the end. No page is read for a search that is refused for what it costs.
    await hold.cover(leastCost(call, kept));
    const read = call.readsPages ? await readResults(call, kept) : { ...kept, pages: [] };
    const creditsUsed = creditsOf(call, kept, read.pages);
    await hold.cover(creditsUsed);
    await store(call, read.pages, creditsUsed);
    // Storing a hundred pages takes time, and so does sending them: other requests get their turn in between.
    if (call.readsPages) await nextTurn();
    const warnings = [...results.warnings, ...call.guard.warnings, ...blockedWarning(kept), ...unreadWarning(read)];
    return {
      success: true,
      data: dataOf(read),
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
      creditsUsed,
      id: call.id,
    };
  }

  /** Checks the options, so that invalid ones make the whole request fail, not each of its results. */
  async function callOf(request: SearchRequest, payer: Payer, signal: AbortSignal): Promise<SearchCall> {
    const guard = await guardFor(payer.team, request.threatProtection);
    const { threatProtection = request.threatProtection, ...options } = request.scrapeOptions ?? {};
    const scrapeOptions = { ...options, ...(threatProtection && { threatProtection }) };
    const readsPages = (options.formats?.length ?? 0) > 0;
    if (readsPages) {
      refuseImpossible(scrapeOptions, pageTimeout, abilities);
      await guardFor(payer.team, threatProtection);
    }
    return { id: randomUUID(), request, payer, signal, guard, scrapeOptions, readsPages };
  }

  /** Scrapes the pages of the results, and puts what they hold into the results. */
  async function readResults(call: SearchCall, { web, news, images }: FilteredResults): Promise<ReadResults> {
    const { id, payer, signal, scrapeOptions } = call;
    const pages: ScrapeResult[] = [];
    const read = <Result extends WebResult | NewsResult>(some: readonly Result[]) =>
      withContent(some, {
        scraper,
        options: scrapeOptions,
        team: payer.team,
        signal,
        job: id,
        onScraped: (page) => pages.push(page),
      });
    return { web: await read(web), news: await read(news), images, pages };
  }

  async function store(call: SearchCall, pages: readonly ScrapeResult[], credits: number): Promise<void> {
    const { id, request, payer, scrapeOptions } = call;
    await stores.transaction(async (bound) => {
      if (!scrapeOptions.lockdown)
        await scrapes.add(
          bound,
          pages.map((page) => finishedScrape(call, page)),
        );
      for (const { remember } of pages) await remember?.(bound);
      await bound.ledger.charge({ ...payer, endpoint: 'search', credits, jobId: id, target: request.query });
    });
  }

  return {
    async searchWeb({ body, payer, reserve, signal }) {
      refuseEnterprise(body.enterprise);
      const ms = body.timeout ?? defaultTimeout;
      const late = () => new Refusal('timed_out', `The search took longer than ${ms} ms. Send a larger \`timeout\`.`);
      return withDeadline(ms, late, signal, (callSignal) => search(body, { payer, reserve }, callSignal));
    },
  };
}

/** A call whose options are valid. */
interface SearchCall {
  readonly id: string;
  readonly request: SearchRequest;
  readonly payer: Payer;
  readonly signal: AbortSignal;
  readonly guard: ThreatGuard;
  readonly scrapeOptions: ScrapeOptions;
  /** Whether the pages of the results are scraped. */
  readonly readsPages: boolean;
}

/** The results with what was read of their pages. */
interface ReadResults extends Omit<SearchResults, 'warnings'> {
  readonly pages: readonly ScrapeResult[];
}

function finishedScrape({ payer, scrapeOptions }: SearchCall, { scrapeId, document }: ScrapeResult) {
  return [scrapeId, { team: payer.team, document, origin: originOf(document, scrapeOptions) }] as const;
}

/** What the results cost, with the pages that were scraped. The scrape of a page adds the cost of checking its URL itself. */
function creditsOf(
  { request, guard, readsPages }: SearchCall,
  { web, news, images, checkedCount }: FilteredResults,
  pages: readonly ScrapeResult[],
): number {
  const results = searchCredits(web.length + news.length + images.length, request.enterprise);
  const checks = guard.isOn && !readsPages ? checkedUrlCredits(checkedCount) : 0;
  return pages.reduce((sum, page) => sum + page.creditsUsed, results + checks);
}

/** What the results cost, if each page can be scraped and none is a longer PDF. */
function leastCost(call: SearchCall, kept: FilteredResults): number {
  const pages = call.readsPages ? kept.web.length + kept.news.length : 0;
  return creditsOf(call, kept, []) + pages * pageEstimate({ ...call.scrapeOptions, parsers: [] }).most;
}

function dataOf({ web, news, images }: ReadResults): SearchData {
  return {
    ...(web.length > 0 && { web: [...web] }),
    ...(images.length > 0 && { images: [...images] }),
    ...(news.length > 0 && { news: [...news] }),
  };
}

const ENTERPRISE = { zdr: 'Zero Data Retention (ZDR)', anon: 'Anonymized' } as const;

function refuseEnterprise(modes: SearchRequest['enterprise'] = []): void {
  const first = modes.find((mode) => mode !== 'default');
  if (!first) return;
  throw new Refusal('forbidden', `${ENTERPRISE[first]} search is not enabled for your team. Leave \`enterprise\` out.`);
}

interface FilteredResults extends SearchResults {
  readonly blockedCount: number;
  readonly checkedCount: number;
}

/** Leaves out the results that threat protection blocks and, with `onlyValid`, those that cannot be scraped. */
async function filterResults(
  results: SearchResults,
  { guard, signal }: SearchCall,
  onlyValid: boolean,
): Promise<FilteredResults> {
  let [blockedCount, checkedCount] = [0, 0];
  async function isAllowed({ url = '' }: { url?: string }): Promise<boolean> {
    if (!isWebAddress(url)) return !onlyValid;
    checkedCount += 1;
    try {
      await guard.checkPage(url, signal);
      return true;
    } catch (error) {
      if (!isUnsafeDomain(error)) throw error;
      blockedCount += 1;
      return false;
    }
  }
  async function allowed<Result extends { url?: string }>(some: readonly Result[]): Promise<Result[]> {
    const verdicts = await Promise.all(some.map(isAllowed));
    return some.filter((_, index) => verdicts[index]);
  }
  const [web, news, images] = await Promise.all([allowed(results.web), allowed(results.news), allowed(results.images)]);
  return { web, news, images, warnings: results.warnings, blockedCount, checkedCount };
}

const isWebAddress = (url: string) => /^https?:/i.test(url) && canParseUrl(url);

function blockedWarning({ blockedCount }: FilteredResults): string[] {
  return blockedCount > 0 ? [`Threat protection left results out: ${blockedCount}.`] : [];
}

function unreadWarning({ web, news }: ReadResults): string[] {
  const count = [...web, ...news].filter(({ metadata }) => metadata && !metadata.scrapeId).length;
  return count > 0 ? [`Results whose page could not be scraped: ${count}; \`metadata.error\` says why.`] : [];
}
