import { readFileSync } from 'node:fs';
import { Trawl } from '@trawl/sdk';
import { expect, it } from 'vitest';

/** The public methods of `firecrawl` 4.42.0, as its declarations list them. */
const OFFICIAL = `
  agent batchScrape browser browserExecute cancelAgent cancelBatchScrape cancelCrawl crawl crawlParamsPreview
  createMonitor deleteBrowser deleteMonitor developerSearch extract feedback findTools getActiveCrawls getAgentSnapshot
  getAgentStatus getAgentThread getAgentTrace getBatchScrapeErrors getBatchScrapeStatus getConcurrency getCrawlErrors
  getCrawlStatus getCreditUsage getCreditUsageHistorical getExtractStatus getMonitor getMonitorCheck getQueueStatus
  getTokenUsage getTokenUsageHistorical interact listAgents listBrowsers listMonitorChecks listMonitors map parse
  research.getPaper research.searchGithub research.searchPapers research.similarPapers runMonitor scrape search
  searchFeedback startAgent startBatchScrape startCrawl startExtract stopInteraction updateMonitor v1 watcher
  asyncBatchScrapeUrls asyncCrawlUrl batchScrapeUrls checkBatchScrapeErrors checkBatchScrapeStatus checkCrawlErrors
  checkCrawlStatus crawlUrl deleteScrapeBrowser mapUrl scrapeExecute scrapeUrl stopInteractiveBrowser`
  .trim()
  .split(/\s+/);

const guide = readFileSync(new URL('../../docs/coming-from-firecrawl.md', import.meta.url), 'utf8');
const [, missing = ''] = guide.split('\n## Not here\n');
const rows = [...guide.matchAll(/^\| (`\w.*?`.*?) \| (.*) \|$/gm)].map(([, official = '', ours = '']) => ({
  official,
  ours,
}));

/** The methods that a cell of the table calls, such as `crawls.start`. */
const methodsIn = (cell: string): string[] =>
  [...cell.matchAll(/(?:`|\btrawl\.)((?:\w+\.)*\w+)\(/g)].map(([, name = '']) => name);

it.each(OFFICIAL)('the guide has a line for %s of the official client', (name) => {
  const lines = rows.filter(({ official }) => methodsIn(official).includes(name));
  expect(lines.length + Number(missing.includes(`\`${name}\``))).toBeGreaterThan(0);
});

it('the guide names only methods that exist', () => {
  const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
  const names = rows.flatMap(({ ours }) => methodsIn(ours));
  expect(names).toContain('monitors.checks');
  const unknown = names.filter((name) => {
    return typeof name.split('.').reduce<unknown>((at, key) => Reflect.get(Object(at), key), trawl) !== 'function';
  });
  expect(unknown).toEqual([]);
});
