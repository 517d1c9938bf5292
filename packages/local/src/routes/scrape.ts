import { pageCredits, pageEstimate } from '../accounts/credits.js';
import { nextTurn } from '../base/event-loop.js';
import { withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { FinishedScrape, FinishedScrapes, ScrapeLookup } from '../scrape/finished-scrapes.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Stores } from '../store/stores.js';
import { JsonText, type Routes } from './route.js';

export interface ScrapeDependencies {
  readonly stores: Stores;
  readonly scraper: Scraper;
  readonly scrapes: Pick<FinishedScrapes, 'add' | 'withhold'>;
  /** Finished scrapes, including those of jobs. */
  readonly lookup: ScrapeLookup;
  /** Keeps the page of a rendered scrape open for a session; undefined where sessions cannot use it. */
  readonly keepPage?: Sessions['keepPage'] | undefined;
}

export function scrapeRoutes({
  stores,
  scraper,
  scrapes,
  lookup,
  keepPage,
}: ScrapeDependencies): Pick<Routes, 'scrapePage' | 'getScrape'> {
  return {
    async scrapePage({ body, team, payer, reserve, baseUrl, signal }) {
      const { zeroDataRetention = false, domainTools: _tools, toolDetail: _detail, ...options } = body;
      const url = withScheme(body.url);
      const target = zeroDataRetention || options.lockdown ? null : url;
      const charge = ({ ledger }: Pick<Stores, 'ledger'>, credits: number, jobId: string) =>
        ledger.charge({ ...payer, endpoint: 'scrape', credits, jobId, target });
      const hold = await reserve(pageEstimate(options));
      try {
        const usePage = target === null ? undefined : keepPage;
        const task = { url, options, team, zeroDataRetention, baseUrl, signal, usePage, isStoredByCaller: true };
        const result = await scraper.scrape(task);
        await hold.cover(result.creditsUsed);
        const { document } = result;
        // Once for the stored document and the response, because it may be long.
        const json = JSON.stringify(document);
        await stores.transaction(async (bound) => {
          await result.store?.(bound);
          await charge(bound, result.creditsUsed, result.scrapeId);
          if (target === null) {
            scrapes.withhold(result.scrapeId, team);
          } else {
            const scrape = { team, document, json, origin: { url, options } };
            await scrapes.add(bound, [[result.scrapeId, scrape]]);
          }
          await result.remember?.(bound);
        });
        // Storing a large document takes time, and so does sending it: other requests get their turn in between.
        await nextTurn();
        return new JsonText(`{"success":true,"data":${json}}`, { success: true, data: document });
      } catch (error) {
        // A lookup in the cache costs credits too.
        const isMiss = error instanceof Refusal && error.code === 'SCRAPE_LOCKDOWN_CACHE_MISS';
        if (isMiss) await charge(stores, pageCredits({ lockdown: 'miss' }), '');
        throw error;
      }
    },

    async getScrape({ path, team }) {
      const { document } = await ownScrape(lookup, path.scrapeId, team);
      return { success: true, data: document };
    },
  };
}

/** Resolves to the finished scrape with the given id; throws a refusal if the team must not see it. */
export async function ownScrape(scrapes: ScrapeLookup, scrapeId: string, team: string): Promise<FinishedScrape> {
  const scrape = await scrapes.find(scrapeId);
  if (!scrape) throw new Refusal('not_found', 'Job not found.');
  if (scrape.team !== team) throw new Refusal('forbidden', 'You are not allowed to access this resource.');
  return scrape;
}
