import type { OperationName, Path, Query, RequestBody } from '../src/request/contract-types.js';
import type { Trawl } from '../src/trawl.js';

/** Examples of the contract for the path, the query and the body of an operation. */
export interface Given<Op extends OperationName> {
  readonly path: Path<Op>;
  readonly query: Query<Op>;
  readonly body: RequestBody<Op>;
}

interface Entry<Op extends OperationName> {
  readonly call: (trawl: Trawl, given: Given<Op>) => PromiseLike<unknown>;
  /** The result that the caller gets from a response; by default the response itself. */
  readonly result?: (answer: Answer) => unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: an example of the contract, of which each result takes its part.
type Answer = any;

const nothing = (): undefined => undefined;
const data = (answer: Answer): unknown => answer.data;
const limitAndCursor = ({ limit, offset }: { limit?: number | undefined; offset?: number | undefined }) => ({
  limit,
  cursor: String(offset),
});

/** For each operation the call that reaches it. The types of the SDK are narrower than the wire's: hence `never`. */
export const calls: { readonly [Op in OperationName]: Entry<Op> } = {
  searchWeb: {
    call: (trawl, { body: { query, ...request } }) => trawl.search(query, request as never),
    result: ({ data: lists, ...facts }) => ({ ...facts, ...lists }),
  },
  sendSearchFeedback: { call: (trawl, { path, body }) => trawl.feedback.search(path.jobId, body) },
  scrapePage: {
    call: (trawl, { body: { url, ...request } }) => trawl.scrape(url, request as never),
    result: data,
  },
  getScrape: { call: (trawl, { path }) => trawl.getScrape(path.scrapeId), result: data },
  interactWithPage: {
    call: (trawl, { path, body }) => {
      const session = trawl.interact(path.scrapeId);
      if ('code' in body) return session.execute(body.code, without(body, 'code'));
      return session.prompt(body.prompt, without(body, 'prompt'));
    },
  },
  endInteraction: { call: (trawl, { path }) => trawl.interact(path.scrapeId).close(), result: nothing },
  parseFile: {
    call: (trawl, { body }) => {
      if ('uploadRef' in body) return trawl.parse({ uploadRef: body.uploadRef }, without(body, 'uploadRef') as never);
      return trawl.parse(new File(['%PDF-1.7'], 'report.pdf'), Object(body).options);
    },
    result: data,
  },
  createUploadUrl: {
    call: (trawl, { body: { filename, ...request } }) => trawl.uploads.create(filename, request),
    result: data,
  },
  uploadFile: {
    call: (trawl, { path, query: { uploadRef } }) => {
      const uploadUrl = `/v2/parse/upload/${encodeURIComponent(path.id)}?uploadRef=${uploadRef}`;
      return trawl.uploads.put({ uploadUrl, uploadRef }, new TextEncoder().encode('%PDF-1.7'));
    },
    result: nothing,
  },
  startCrawl: { call: (trawl, { body }) => trawl.crawls.start(body as never) },
  listActiveCrawls: { call: (trawl) => trawl.crawls.active(), result: ({ crawls }) => crawls },
  listOngoingCrawls: { call: (trawl) => trawl.crawls.ongoing(), result: ({ crawls }) => crawls },
  previewCrawlParams: { call: (trawl, { body }) => trawl.crawls.preview(body), result: data },
  getCrawl: { call: (trawl, { path, query }) => trawl.crawls.get(path.id, query) },
  cancelCrawl: { call: (trawl, { path }) => trawl.crawls.cancel(path.id), result: nothing },
  listCrawlErrors: { call: (trawl, { path }) => trawl.crawls.errors(path.id) },
  startBatchScrape: { call: (trawl, { body }) => trawl.batches.start(body as never) },
  getBatchScrape: { call: (trawl, { path, query }) => trawl.batches.get(path.id, query) },
  cancelBatchScrape: { call: (trawl, { path }) => trawl.batches.cancel(path.id), result: nothing },
  listBatchScrapeErrors: { call: (trawl, { path }) => trawl.batches.errors(path.id) },
  mapSite: { call: (trawl, { body: { url, ...request } }) => trawl.map(url, request) },
  startAgent: { call: (trawl, { body }) => trawl.agents.start(body) },
  getAgent: { call: (trawl, { path }) => trawl.agents.get(path.jobId) },
  cancelAgent: { call: (trawl, { path }) => trawl.agents.cancel(path.jobId), result: nothing },
  startExtract: { call: (trawl, { body }) => trawl.extracts.start(body as never) },
  getExtract: { call: (trawl, { path }) => trawl.extracts.get(path.id) },
  createMonitor: { call: (trawl, { body }) => trawl.monitors.create(body), result: data },
  listMonitors: { call: (trawl, { query }) => firstPage(trawl.monitors.list(limitAndCursor(query))), result: data },
  getMonitor: { call: (trawl, { path }) => trawl.monitors.get(path.monitorId), result: data },
  updateMonitor: { call: (trawl, { path, body }) => trawl.monitors.update(path.monitorId, body), result: data },
  deleteMonitor: { call: (trawl, { path }) => trawl.monitors.delete(path.monitorId), result: nothing },
  runMonitor: { call: (trawl, { path }) => trawl.monitors.run(path.monitorId), result: data },
  listMonitorChecks: {
    call: (trawl, { path, query: { status, ...page } }) =>
      firstPage(trawl.monitors.checks(path.monitorId, { ...(status && { status }), ...limitAndCursor(page) })),
    result: data,
  },
  getMonitorCheck: {
    call: (trawl, { path, query }) => trawl.monitors.check(path.monitorId, path.checkId, query),
    result: data,
  },
  listBrowserSessions: { call: (trawl, { query }) => trawl.browsers.list(query), result: ({ sessions }) => sessions },
  createBrowserSession: { call: (trawl, { body }) => trawl.browsers.create(body) },
  deleteBrowserSession: { call: (trawl, { path }) => trawl.browsers.delete(path.sessionId) },
  executeInBrowserSession: {
    call: (trawl, { path, body: { code, ...request } }) => trawl.browsers.execute(path.sessionId, code, request),
  },
  askSupport: { call: (trawl, { body: { question, ...request } }) => trawl.support.ask(question, request) },
  // Reached where a server lacks the documented path.
  askSupportUnderV2: { call: (trawl, { body: { question, ...request } }) => trawl.support.ask(question, request) },
  searchSupportDocs: {
    call: (trawl, { body }) => trawl.support.docs(body.question, { extraBody: without(body, 'question') }),
  },
  getCreditUsage: { call: (trawl) => trawl.team.credits(), result: data },
  listCreditUsageHistory: {
    call: (trawl, { query }) => trawl.team.creditHistory(query),
    result: ({ periods }) => periods,
  },
  getTokenUsage: { call: (trawl) => trawl.team.tokens(), result: data },
  listTokenUsageHistory: {
    call: (trawl, { query }) => trawl.team.tokenHistory(query),
    result: ({ periods }) => periods,
  },
  getQueueStatus: { call: (trawl) => trawl.team.queue() },
  getConcurrency: { call: (trawl) => trawl.team.concurrency() },
  listActivity: { call: (trawl, { query }) => firstPage(trawl.team.activity(query)), result: data },
  getThreatProtection: { call: (trawl) => trawl.team.threatProtection(), result: data },
  replaceThreatProtection: { call: (trawl, { body }) => trawl.team.replaceThreatProtection(body), result: data },
  sendFeedback: { call: (trawl, { body }) => trawl.feedback.send(body) },
  searchPapers: {
    call: (trawl, { query: { query, ...filter } }) => trawl.research.papers(query, filter),
    result: ({ results }) => results,
  },
  getPaper: { call: (trawl, { path, query }) => trawl.research.paper(path.id, query) },
  listSimilarPapers: {
    call: (trawl, { path, query: { intent, ...query } }) => trawl.research.similar(path.id, intent, query),
  },
  searchDeveloperSources: {
    call: (trawl, { query: { query, ...filter } }) => trawl.developer.searchByUrl(query, filter),
  },
  searchDeveloperSourcesWithBody: {
    call: (trawl, { body: { query, ...filter } }) => trawl.developer.search(query, filter),
  },
};

function without<T extends object, Field extends keyof T>(whole: T, field: Field): Omit<T, Field> {
  const { [field]: _, ...rest } = whole;
  return rest;
}

async function firstPage<T>(listing: { pages(): AsyncIterable<{ readonly items: readonly T[] }> }) {
  for await (const { items } of listing.pages()) return items;
  return [];
}
