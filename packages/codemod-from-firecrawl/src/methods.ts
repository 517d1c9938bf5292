/** How the arguments of a call change. What a form cannot rewrite is reported. */
export type Form =
  /** They stay as they are. */
  | { readonly kind: 'same' }
  /** `(url, request)` becomes `({ url, …request })`. */
  | { readonly kind: 'into-object'; readonly field: string; readonly second?: string }
  /** `({ prompt, …rest })` becomes `(prompt, { …rest })`. The field is the argument at this place. */
  | { readonly kind: 'out-of-object'; readonly field: string; readonly at: number }
  /** `(url, { …request, pollInterval, timeout })` becomes `(url, request, { pollIntervalMs, totalTimeoutMs })`. */
  | { readonly kind: 'waiting' }
  /** `(true)` becomes `({ byApiKey: true })`. */
  | { readonly kind: 'named'; readonly field: string }
  /** A person has to decide: the row of the guide says what to write. */
  | { readonly kind: 'by-hand'; readonly instead: string };

export interface Method {
  /** The name in `@trawl/sdk`. */
  readonly to: string;
  readonly form: Form;
  /** The result has its pages in `documents` in place of `data`. */
  readonly documents?: boolean;
}

const same = (to: string): Method => ({ to, form: { kind: 'same' } });
const intoObject = (to: string, field: string, second?: string): Method => ({
  to,
  form: { kind: 'into-object', field, ...(second !== undefined && { second }) },
});
const outOfObject = (to: string, field: string, at = 0): Method => ({ to, form: { kind: 'out-of-object', field, at } });
const waiting = (to: string): Method => ({ to, form: { kind: 'waiting' }, documents: true });
const byHand = (instead: string): Method => ({ to: '', form: { kind: 'by-hand', instead } });
const missing = byHand('nothing: the contract has no such operation');

/** The methods of `firecrawl` 4, older names included: the rows of docs/coming-from-firecrawl.md. */
export const METHODS: Readonly<Record<string, Method>> = {
  search: same('search'),
  scrape: same('scrape'),
  scrapeUrl: same('scrape'),
  map: same('map'),
  mapUrl: same('map'),
  parse: byHand('parse(data, { filename, …options }), or parse(path)'),
  interact: byHand('interact(page).prompt(prompt), or interact(page).execute(code)'),
  scrapeExecute: byHand('interact(page).execute(code)'),
  stopInteraction: byHand('interact(page).close(), or `await using`'),
  stopInteractiveBrowser: byHand('interact(page).close()'),
  deleteScrapeBrowser: byHand('interact(page).close()'),

  crawl: waiting('crawl'),
  crawlUrl: waiting('crawl'),
  startCrawl: intoObject('crawls.start', 'url'),
  asyncCrawlUrl: intoObject('crawls.start', 'url'),
  getCrawlStatus: byHand('crawls.resume(id) for all pages, or crawls.get(id)'),
  checkCrawlStatus: byHand('crawls.resume(id) for all pages, or crawls.get(id)'),
  cancelCrawl: same('crawls.cancel'),
  getCrawlErrors: same('crawls.errors'),
  checkCrawlErrors: same('crawls.errors'),
  getActiveCrawls: same('crawls.active'),
  crawlParamsPreview: intoObject('crawls.preview', 'url', 'prompt'),
  batchScrape: waiting('batchScrape'),
  batchScrapeUrls: waiting('batchScrape'),
  startBatchScrape: intoObject('batches.start', 'urls'),
  asyncBatchScrapeUrls: intoObject('batches.start', 'urls'),
  getBatchScrapeStatus: byHand('batches.resume(id) for all pages, or batches.get(id)'),
  checkBatchScrapeStatus: byHand('batches.resume(id) for all pages, or batches.get(id)'),
  getBatchScrapeErrors: same('batches.errors'),
  checkBatchScrapeErrors: same('batches.errors'),
  cancelBatchScrape: same('batches.cancel'),
  watcher: byHand('for await (const document of trawl.crawls.resume(id))'),
  agent: outOfObject('agent', 'prompt'),
  startAgent: same('agents.start'),
  getAgentStatus: same('agents.get'),
  cancelAgent: same('agents.cancel'),
  extract: outOfObject('extract', 'urls'),
  startExtract: same('extracts.start'),
  getExtractStatus: same('extracts.get'),

  createMonitor: same('monitors.create'),
  listMonitors: same('monitors.list'),
  getMonitor: same('monitors.get'),
  updateMonitor: same('monitors.update'),
  deleteMonitor: same('monitors.delete'),
  runMonitor: same('monitors.run'),
  listMonitorChecks: same('monitors.checks'),
  getMonitorCheck: same('monitors.check'),
  browser: same('browsers.create'),
  browserExecute: outOfObject('browsers.execute', 'code', 1),
  listBrowsers: same('browsers.list'),
  deleteBrowser: same('browsers.delete'),
  feedback: same('feedback.send'),
  searchFeedback: same('feedback.search'),
  developerSearch: same('developer.search'),
  'research.searchPapers': same('research.papers'),
  'research.getPaper': same('research.paper'),
  'research.similarPapers': outOfObject('research.similar', 'intent', 1),
  getCreditUsage: same('team.credits'),
  getCreditUsageHistorical: { to: 'team.creditHistory', form: { kind: 'named', field: 'byApiKey' } },
  getTokenUsage: same('team.tokens'),
  getTokenUsageHistorical: { to: 'team.tokenHistory', form: { kind: 'named', field: 'byApiKey' } },
  getQueueStatus: same('team.queue'),
  getConcurrency: same('team.concurrency'),

  listAgents: missing,
  getAgentTrace: missing,
  getAgentSnapshot: missing,
  getAgentThread: missing,
  findTools: missing,
  'research.searchGithub': missing,
};

/** The packages of the official client. */
export const PACKAGES: readonly string[] = ['firecrawl', '@mendable/firecrawl-js'];
