import { Refusal } from '../contract/refusal.js';
import type { ScrapeLookup } from '../scrape/finished-scrapes.js';
import type { Routes } from './route.js';
import { ownScrape } from './scrape.js';

/** Interaction needs a browser, which this server does not have. */
export function interactRoutes(scrapes: ScrapeLookup): Pick<Routes, 'interactWithPage' | 'endInteraction'> {
  return {
    interactWithPage({ path, team }) {
      ownScrape(scrapes, path.scrapeId, team);
      throw new Refusal(503, { error: 'Pages cannot be interacted with on this server: it has no browser.' });
    },
    endInteraction({ path, team }) {
      ownScrape(scrapes, path.scrapeId, team);
      throw new Refusal(404, { error: 'No browser session is open for this scrape.' });
    },
  };
}
