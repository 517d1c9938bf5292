import { randomUUID } from 'node:crypto';
import type { NewsResult, SearchData, SearchRequest, SearchResponse, WebResult } from '@trawl/client';
import { checkedUrlCredits, searchCredits } from '../accounts/credits.js';
import type { ThreatPolicies } from '../accounts/threat-policies.js';
import { canParseUrl } from '../can-parse-url.js';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { nextTurn } from '../event-loop.js';
import { withDeadline } from '../scrape/deadline.js';
import { type FinishedScrapes, originOf } from '../scrape/finished-scrapes.js';
import { refuseImpossible } from '../scrape/refused-options.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import { withContent } from '../scrape/scraped-results.js';
import { type ThreatGuard, threatGuard } from '../scrape/threat-protection.js';
import type { SearchEngine, SearchResults } from '../search/search-engine.js';
import { questionOf } from '../search/search-question.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import type { Routes } from './route.js';

export interface SearchDependencies {
  readonly stores: Stores;
  readonly engine: SearchEngine;
  readonly scraper: Scraper;
  readonly scrapes: Pick<FinishedScrapes, 'add'>;
  readonly policies: Pick<ThreatPolicies, 'get'>;
  /** Whether there is a browser now. */
  readonly canRender: () => boolean;
}

export function searchRoutes(dependencies: SearchDependencies): Pick<Routes, 'searchWeb'> {
  const { stores, engine, scraper, scrapes, policies, canRender } = dependencies;
  const { timeout: defaultTimeout = 0 } = contractDefaults('SearchRequest');
  const { timeout: pageTimeout = 0 } = contractDefaults('ScrapeOptions');

  async function search(request: SearchRequest, payer: Payer, signal: AbortSignal): Promise<SearchResponse> {
    const { team } = payer;
    const id = randomUUID();
    const guard = threatGuard(await policies.get(team), request.threatProtection);
    const { threatProtection = request.threatProtection, ...options } = request.scrapeOptions ?? {};
    const scrapeOptions = { ...options, ...(threatProtection && { threatProtection }) };
    const reads = (options.formats?.length ?? 0) > 0;
    if (reads) {
      // Invalid options make the whole request fail, not each of its results.
      refuseImpossible(scrapeOptions, pageTimeout, canRender());
      threatGuard(await policies.get(team), threatProtection);
    }

    const engineResults = await engine.search(questionOf(request, team), signal);
    const { web, news, images, blockedCount, checkedCount } = filterResults(
      engineResults,
      guard,
      request.ignoreInvalidURLs ?? false,
    );
    const results = web.length + news.length + images.length;
    let creditsUsed = searchCredits(results, request.enterprise);
    // The scrape of a result checks its URL itself, and adds the cost of that.
    if (guard.isOn && !reads) creditsUsed += checkedUrlCredits(checkedCount);

    const readPages: ScrapeResult[] = [];
    const scrapeResults = <Result extends WebResult | NewsResult>(some: readonly Result[]) =>
      withContent(some, {
        scraper,
        options: scrapeOptions,
        team,
        signal,
        job: id,
        onScraped(page) {
          creditsUsed += page.creditsUsed;
          readPages.push(page);
        },
      });
    const [webRead, newsRead] = reads ? [await scrapeResults(web), await scrapeResults(news)] : [web, news];
    const data: SearchData = {
      ...(webRead.length > 0 && { web: [...webRead] }),
      ...(images.length > 0 && { images: [...images] }),
      ...(newsRead.length > 0 && { news: [...newsRead] }),
    };
    const unread = [...webRead, ...newsRead].filter(({ metadata }) => metadata && !metadata.scrapeId).length;
    const warnings = [
      ...engineResults.warnings,
      ...guard.warnings,
      ...blockedWarning(blockedCount),
      ...unreadWarning(unread),
    ];
    await stores.transaction(async (bound) => {
      if (!scrapeOptions.lockdown) {
        await scrapes.add(
          bound,
          readPages.map(({ scrapeId, document }) => [
            scrapeId,
            { team, document, origin: originOf(document, scrapeOptions) },
          ]),
        );
      }
      for (const { remember } of readPages) await remember?.(bound);
      const charge = { endpoint: 'search', credits: creditsUsed, jobId: id, target: request.query };
      await bound.ledger.charge({ ...payer, ...charge });
    });
    // Storing a hundred pages takes time, and so does sending them: other requests get their turn in between.
    if (reads) await nextTurn();
    return { success: true, data, ...(warnings.length > 0 && { warning: warnings.join(' ') }), creditsUsed, id };
  }

  return {
    async searchWeb({ body, payer, signal }) {
      refuseEnterprise(body.enterprise);
      const ms = body.timeout ?? defaultTimeout;
      const late = () =>
        new Refusal(408, { error: `The search took longer than ${ms} ms. Send a larger \`timeout\`.` });
      return withDeadline(ms, late, signal, (callSignal) => search(body, payer, callSignal));
    },
  };
}

const ENTERPRISE = { zdr: 'Zero Data Retention (ZDR)', anon: 'Anonymized' } as const;

function refuseEnterprise(modes: SearchRequest['enterprise'] = []): void {
  const first = modes.find((mode) => mode !== 'default');
  if (!first) return;
  throw new Refusal(403, {
    error: `${ENTERPRISE[first]} search is not enabled for your team. Leave \`enterprise\` out.`,
  });
}

interface FilteredResults extends SearchResults {
  readonly blockedCount: number;
  readonly checkedCount: number;
}

/** Leaves out the results that threat protection blocks and, with `onlyValid`, those that cannot be scraped. */
function filterResults(results: SearchResults, guard: ThreatGuard, onlyValid: boolean): FilteredResults {
  let [blockedCount, checkedCount] = [0, 0];
  const isAllowed = ({ url = '' }: { url?: string }) => {
    if (!isWebAddress(url)) return !onlyValid;
    checkedCount += 1;
    try {
      guard.checkUrl(url);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      blockedCount += 1;
      return false;
    }
  };
  const [web, news, images] = [
    results.web.filter(isAllowed),
    results.news.filter(isAllowed),
    results.images.filter(isAllowed),
  ];
  return { web, news, images, warnings: results.warnings, blockedCount, checkedCount };
}

const isWebAddress = (url: string) => /^https?:/i.test(url) && canParseUrl(url);

function blockedWarning(count: number): string[] {
  return count > 0 ? [`Threat protection left results out: ${count}.`] : [];
}

function unreadWarning(count: number): string[] {
  return count > 0 ? [`Results whose page could not be scraped: ${count}; \`metadata.error\` says why.`] : [];
}
