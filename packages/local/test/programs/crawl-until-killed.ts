import { systemClock } from '@trawl/base/clock';
import { Fetcher } from '@trawl/web/fetch';
import { Jobs } from '../../src/crawl/jobs.js';
import { pageKinds } from '../../src/crawl/page-kinds.js';
import { createPathMatcher } from '../../src/crawl/path-matcher.js';
import { JobEngine } from '../../src/jobs/engine.js';
import { createGuardFor } from '../../src/scrape/threat-protection.js';
import { openStores } from '../../src/store/sqlite/open-stores.js';
import { openDatabase } from '../../src/store/sqlite/sqlite.js';
import { plainScraper } from '../crawl/plain-scraper.js';
import { unlimitedCredits } from '../unlimited-plan.js';

// Crawls a site into a file, and says the id of the crawl once it has begun.
const [file, url = '', team = ''] = process.argv.slice(2);
const database = openDatabase(file);
const clock = systemClock;
const stores = openStores(database, clock);
const { fetch } = new Fetcher({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
const log = console.error;
const kinds = pageKinds({
  clock,
  fetch,
  guardFor: createGuardFor({ get: async () => ({ mode: 'off' }) as never }),
  credits: unlimitedCredits,
  log,
  scraper: plainScraper(fetch),
  webhooks: { deliver: async () => {} },
  matchPaths: createPathMatcher().match,
  robotName: 'TrawlLocal',
});
const engine = new JobEngine({ stores, clock, log });
engine.register(kinds);
engine.run();
const jobs = new Jobs({ engine, stores });
const { id } = await jobs.crawl({ team }, { url, scrapeOptions: {}, maxConcurrency: 4 });
console.log(id);
