import { readFileSync } from 'node:fs';
import { entriesOfProgram, INDEX_FILE } from '@trawl/base/docs-index';
import { createDocsSearch } from '@trawl/base/docs-search';
import { expect, it } from 'vitest';

const program = readFileSync(new URL(`../../dist/reference/${INDEX_FILE}`, import.meta.url), 'utf8');
const find = await createDocsSearch(entriesOfProgram(program));

// What a reader types, and what has to be among the first three.
it.each([
  ['scrape', 'Scrape one URL'],
  ['search', 'Search the web'],
  ['crawl a site', 'Start a crawl'],
  ['429', '429'],
  ['rate limit', 'Rate limits'],
  ['SCRAPE_TIMEOUT', 'SCRAPE_TIMEOUT'],
  ['webhook signature', 'Webhooks'],
  ['how do I get json', 'json'],
  ['tbs', 'tbs'],
  ['api key', 'Authentication'],
  ['includeDomains', 'includeDomains'],
  ['retries', 'Retries and deadlines'],
  ['batch', 'Start a batch scrape'],
  ['docker', 'In Docker'],
  ['health', 'Check its health'],
  ['virtual clock', 'Move the clock'],
  ['upload pdf', 'Upload a file first'],
  ['403 private network', 'is not a public address. Private networks are not fetched'],
  ['404 page in crawl', 'Pages of status 404, and pages that fail'],
  ['scrape a page behind a login', 'Log in with a profile'],
  ['exclude paths', 'excludePaths'],
  ['increase timeout', 'More time for a slow page'],
  ['save results to file', 'Save the results to files'],
  ['send cookies', 'Cookies, headers and the user agent'],
  ['get notified when a page changes', 'Monitors'],
  ['crawl returns nothing', 'When a crawl finds nothing'],
  ['timeout', 'Timeouts: how long a call takes at most'],
  ['country location', 'Location: country, languages and time zone'],
  ['load more button', 'A “load more” button'],
  // What errors and programs name.
  ['listCrawlErrors', 'List errors of a crawl'],
  ['trawl.crawls.start', 'Start a crawl'],
  ['trawl.search', 'Search the web'],
  // Words that are not all there.
  ['webhook events payload', 'Webhooks'],
  ['crawl progress', 'Get status and pages of a crawl'],
  ['trawl.monitors.create()', 'Create a monitor'],
  ['get markdown without navigation', 'onlyMainContent'],
  ['list of formats', 'Formats'],
  ['pdf max size', 'How large an answer may be'],
  ['results from last week', 'Results of the last week'],
  ['what does 402 mean', '402'],
  // Names of what is not ours.
  ['nextjs', 'Platforms'],
  ['vitest', 'Testing'],
])('finds for %j: %s', (query, name) => {
  expect(
    find(query)
      .entries.slice(0, 3)
      .map((entry) => entry.name),
  ).toContain(name);
});
