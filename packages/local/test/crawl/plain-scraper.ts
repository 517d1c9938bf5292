import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@trawl/base/clock';
import type { Fetch } from '@trawl/web/fetch-types';
import { isBusy, retryAfterMs } from '@trawl/web/retry-after';
import { Refusal } from '../../src/contract/refusal.js';
import type { Scraper } from '../../src/scrape/scrape-task.js';

/** Reads pages without converting them: enough to be crawled. */
export function plainScraper(fetch: Fetch, { now }: Pick<Clock, 'now'> = systemClock): Scraper {
  return {
    async scrape({ url, options: { headers = {} }, signal }) {
      const fetched = await fetch({ url, headers, timeoutMs: 10_000, signal }).catch((error: Error) => {
        throw new Refusal('SCRAPE_ALL_ENGINES_FAILED', error.message);
      });
      const text = new TextDecoder().decode(fetched.body);
      const hrefs = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
      const scrapeId = randomUUID();
      const pauseMs = isBusy(fetched.status) ? retryAfterMs(fetched.headers, now()) : undefined;
      return {
        document: {
          markdown: text,
          metadata: { sourceURL: url, url: fetched.url, statusCode: fetched.status, scrapeId },
        },
        scrapeId,
        creditsUsed: 1,
        retryAt: pauseMs === undefined ? undefined : now() + pauseMs,
        links: hrefs.filter((href) => URL.canParse(href, fetched.url)).map((href) => new URL(href, fetched.url).href),
      };
    },
  };
}
