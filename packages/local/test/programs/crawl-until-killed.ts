import { createLedger } from '../../src/accounts/ledger.js';
import { systemClock } from '../../src/clock.js';
import { createJobs } from '../../src/crawl/jobs.js';
import { openDatabase } from '../../src/store/sqlite.js';
import { createFetch } from '../../src/web/fetch.js';
import { createWebhooks } from '../../src/webhooks/webhooks.js';
import { plainScraper } from '../crawl/plain-scraper.js';

// Crawls a site into a file, and says the id of the crawl once it has begun.
const [file, url = '', team = ''] = process.argv.slice(2);
const database = openDatabase(file);
const clock = systemClock;
const { fetch } = createFetch({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
const log = console.error;
const jobs = createJobs({
  database,
  clock,
  fetch,
  log,
  scraper: plainScraper(fetch),
  webhooks: createWebhooks({ database, clock, fetch, log }),
  ledger: createLedger(database, clock),
  robotName: 'TrawlLocal',
});
console.log(jobs.crawl(team, { url, scrapeOptions: {}, maxConcurrency: 4 }).id);
