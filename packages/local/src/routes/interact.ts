import { Refusal } from '../contract/refusal.js';
import type { ScrapeLookup } from '../scrape/finished-scrapes.js';
import type { Routes } from './route.js';
import { ownScrape } from './scrape.js';

/** Interaction needs a browser session, which this server does not open. */
export function interactRoutes(scrapes: ScrapeLookup): Pick<Routes, 'interactWithPage' | 'endInteraction'> {
  return {
    interactWithPage({ path, team }) {
      ownScrape(scrapes, path.scrapeId, team);
      throw new Refusal(503, {
        error:
          'Pages cannot be interacted with on this server: it opens no browser sessions. Send `actions` with the scrape.',
      });
    },
    endInteraction({ path, team }) {
      ownScrape(scrapes, path.scrapeId, team);
      throw new Refusal(404, { error: 'No browser session is open for this scrape.' });
    },
  };
}
