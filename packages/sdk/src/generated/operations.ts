// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';

const bounds1: Bounds = [Infinity, 0, [253, 0, '']];

const bounds2: Bounds = { width: [7680, 1], height: [4320, 1] };

const bounds3: Bounds = [Infinity, 0, { quality: [100, 1], viewport: bounds2, question: [10000, 0, ''], query: [10000, 0, ''] }];

const bounds4: Bounds = [Infinity, 0, { maxPages: [10000, 1] }];

const bounds5: Bounds = [50, 0, { milliseconds: [Infinity, 1], quality: [100, 1], viewport: bounds2 }];

const bounds6: Bounds = { name: [128, 1, ''] };

const bounds7: Bounds = { username: [1024, 0, ''] };

const bounds8: Bounds = [1000, 0, [255, 0, '']];

const bounds9: Bounds = { blacklist: bounds8, whitelist: bounds8, blockedTlds: [1000, 0, [253, 0, '']], riskScoreThreshold: [100, 0] };

const bounds10: Bounds = { formats: bounds3, waitFor: [Infinity, 0], timeout: [300000, 1000], maxAge: [Infinity, 0], minAge: [Infinity, 0], parsers: bounds4, actions: bounds5, profile: bounds6, auditMetadata: bounds7, threatProtection: bounds9 };

const bounds11: Bounds = [50, 0, { url: [2048, 0, ''], reason: [1000, 0, ''] }];

const bounds12: Bounds = { topic: [200, 1, ''], description: [2000, 0, ''] };

const bounds13: Bounds = [Infinity, 1, ''];

const bounds14: Bounds = { skip: [Infinity, 0], limit: [Infinity, 0] };

const bounds15: Bounds = [Infinity, 1, {}];

const bounds16: Bounds = { limit: [100, 1], offset: [Infinity, 0] };

const bounds17: Bounds = [50, 0, [253, 0, '']];

const bounds18: Bounds = { name: [256, 0, ''], notification: { email: { recipients: [25, 0, {}] } }, targets: [50, 1, { urls: bounds15, scrapeOptions: bounds10, crawlOptions: { maxDiscoveryDepth: [Infinity, 0], limit: [Infinity, 0], delay: [Infinity, 0], maxConcurrency: [Infinity, 1] }, queries: [12, 1, [256, 1, '']], maxResults: [50, 1], includeDomains: bounds17, excludeDomains: bounds17 }], retentionDays: [365, 1], goal: [2000, 0, ''] };

const bounds19: Bounds = [Infinity, 0, [255, 0, '']];

const bounds20: Bounds = [20, 0, [80, 0, '']];

const bounds21: Bounds = { query: bounds13, k: [100, 1], sources: [20, 0, [512, 1, '']], passages: [5, 1], min_stars: [Infinity, 0], max_stars: [Infinity, 0] };

export const searchWeb: Operation<'searchWeb'> = ['searchWeb', 'POST', '/v2/search', true, 'search', { query: [500, 0, ''], limit: [100, 1], includeDomains: bounds1, excludeDomains: bounds1, scrapeOptions: bounds10, threatProtection: bounds9, timeout: [Infinity, 1] }];

export const sendSearchFeedback: Operation<'sendSearchFeedback'> = ['sendSearchFeedback', 'POST', '/v2/search/{jobId}/feedback', false, 'feedback.search', { valuableSources: bounds11, missingContent: [20, 0, bounds12], querySuggestions: [2000, 0, ''] }];

export const scrapePage: Operation<'scrapePage'> = ['scrapePage', 'POST', '/v2/scrape', true, 'scrape', bounds10];

export const getScrape: Operation<'getScrape'> = ['getScrape', 'GET', '/v2/scrape/{scrapeId}', true, 'getScrape'];

export const interactWithPage: Operation<'interactWithPage'> = ['interactWithPage', 'POST', '/v2/scrape/{scrapeId}/interact', false, 'interact', { prompt: bounds13, timeout: [300, 1], code: [100000, 1, ''] }];

export const endInteraction: Operation<'endInteraction'> = ['endInteraction', 'DELETE', '/v2/scrape/{scrapeId}/interact', true, 'interact'];

export const parseFile: Operation<'parseFile'> = ['parseFile', 'POST', '/v2/parse', true, 'parse', { formats: [Infinity, 0, { question: [10000, 0, ''], query: [10000, 0, ''] }], timeout: [Infinity, 1], parsers: bounds4, maxAge: [Infinity, 0], minAge: [Infinity, 0], profile: bounds6, auditMetadata: bounds7 }];

export const createUploadUrl: Operation<'createUploadUrl'> = ['createUploadUrl', 'POST', '/v2/parse/upload-url', false, 'uploads.create', { filename: [512, 1, ''], contentType: [255, 1, ''], declaredSizeBytes: [52428800, 1] }];

export const uploadFile: Operation<'uploadFile'> = ['uploadFile', 'PUT', '/v2/parse/upload/{id}', true, 'uploads.put'];

export const startCrawl: Operation<'startCrawl'> = ['startCrawl', 'POST', '/v2/crawl', false, 'crawls.start', { scrapeOptions: bounds10, maxDiscoveryDepth: [Infinity, 0], limit: [Infinity, 0], delay: [Infinity, 0], maxConcurrency: [Infinity, 1] }];

export const listActiveCrawls: Operation<'listActiveCrawls'> = ['listActiveCrawls', 'GET', '/v2/crawl/active', true, 'crawls.active'];

export const listOngoingCrawls: Operation<'listOngoingCrawls'> = ['listOngoingCrawls', 'GET', '/v2/crawl/ongoing', true, 'crawls.ongoing'];

export const previewCrawlParams: Operation<'previewCrawlParams'> = ['previewCrawlParams', 'POST', '/v2/crawl/params-preview', true, 'crawls.preview', { prompt: [10000, 0, ''] }];

export const getCrawl: Operation<'getCrawl'> = ['getCrawl', 'GET', '/v2/crawl/{id}', true, 'crawls.get', bounds14];

export const cancelCrawl: Operation<'cancelCrawl'> = ['cancelCrawl', 'DELETE', '/v2/crawl/{id}', true, 'crawls.cancel'];

export const listCrawlErrors: Operation<'listCrawlErrors'> = ['listCrawlErrors', 'GET', '/v2/crawl/{id}/errors', true, 'crawls.errors'];

export const startBatchScrape: Operation<'startBatchScrape'> = ['startBatchScrape', 'POST', '/v2/batch/scrape', false, 'batches.start', { urls: bounds15, maxConcurrency: [Infinity, 1], formats: bounds3, waitFor: [Infinity, 0], timeout: [300000, 1000], maxAge: [Infinity, 0], minAge: [Infinity, 0], parsers: bounds4, actions: bounds5, profile: bounds6, auditMetadata: bounds7, threatProtection: bounds9 }];

export const getBatchScrape: Operation<'getBatchScrape'> = ['getBatchScrape', 'GET', '/v2/batch/scrape/{id}', true, 'batches.get', bounds14];

export const cancelBatchScrape: Operation<'cancelBatchScrape'> = ['cancelBatchScrape', 'DELETE', '/v2/batch/scrape/{id}', true, 'batches.cancel'];

export const listBatchScrapeErrors: Operation<'listBatchScrapeErrors'> = ['listBatchScrapeErrors', 'GET', '/v2/batch/scrape/{id}/errors', true, 'batches.errors'];

export const mapSite: Operation<'mapSite'> = ['mapSite', 'POST', '/v2/map', true, 'map', { limit: [100000, 1], timeout: [Infinity, 1], auditMetadata: bounds7, threatProtection: bounds9 }];

export const startAgent: Operation<'startAgent'> = ['startAgent', 'POST', '/v2/agent', false, 'agents.start', { prompt: [10000, 0, ''], maxCredits: [Infinity, 0], auditMetadata: bounds7, threatProtection: bounds9 }];

export const getAgent: Operation<'getAgent'> = ['getAgent', 'GET', '/v2/agent/{jobId}', true, 'agents.get'];

export const cancelAgent: Operation<'cancelAgent'> = ['cancelAgent', 'DELETE', '/v2/agent/{jobId}', true, 'agents.cancel'];

export const startExtract: Operation<'startExtract'> = ['startExtract', 'POST', '/v2/extract', false, 'extracts.start', { limit: [Infinity, 1], timeout: [Infinity, 1000], scrapeOptions: bounds10, threatProtection: bounds9 }];

export const getExtract: Operation<'getExtract'> = ['getExtract', 'GET', '/v2/extract/{id}', true, 'extracts.get'];

export const listMonitors: Operation<'listMonitors'> = ['listMonitors', 'GET', '/v2/monitor', true, 'monitors.list', bounds16];

export const createMonitor: Operation<'createMonitor'> = ['createMonitor', 'POST', '/v2/monitor', false, 'monitors.create', bounds18];

export const getMonitor: Operation<'getMonitor'> = ['getMonitor', 'GET', '/v2/monitor/{monitorId}', true, 'monitors.get'];

export const updateMonitor: Operation<'updateMonitor'> = ['updateMonitor', 'PATCH', '/v2/monitor/{monitorId}', true, 'monitors.update', bounds18];

export const deleteMonitor: Operation<'deleteMonitor'> = ['deleteMonitor', 'DELETE', '/v2/monitor/{monitorId}', true, 'monitors.delete'];

export const runMonitor: Operation<'runMonitor'> = ['runMonitor', 'POST', '/v2/monitor/{monitorId}/run', false, 'monitors.run'];

export const listMonitorChecks: Operation<'listMonitorChecks'> = ['listMonitorChecks', 'GET', '/v2/monitor/{monitorId}/checks', true, 'monitors.checks', bounds16];

export const getMonitorCheck: Operation<'getMonitorCheck'> = ['getMonitorCheck', 'GET', '/v2/monitor/{monitorId}/checks/{checkId}', true, 'monitors.check', { limit: [100, 1], skip: [Infinity, 0] }];

export const listBrowserSessions: Operation<'listBrowserSessions'> = ['listBrowserSessions', 'GET', '/v2/interact', true, 'browsers.list'];

export const createBrowserSession: Operation<'createBrowserSession'> = ['createBrowserSession', 'POST', '/v2/interact', false, 'browsers.create', { ttl: [3600, 30], activityTtl: [3600, 10], profile: bounds6 }];

export const deleteBrowserSession: Operation<'deleteBrowserSession'> = ['deleteBrowserSession', 'DELETE', '/v2/interact/{sessionId}', true, 'browsers.delete'];

export const executeInBrowserSession: Operation<'executeInBrowserSession'> = ['executeInBrowserSession', 'POST', '/v2/interact/{sessionId}/execute', false, 'browsers.execute', { code: [100000, 1, ''], timeout: [300, 1] }];

export const askSupport: Operation<'askSupport'> = ['askSupport', 'POST', '/support/ask', true, 'support.ask'];

export const askSupportUnderV2: Operation<'askSupportUnderV2'> = ['askSupportUnderV2', 'POST', '/v2/support/ask', true, 'support.ask'];

export const searchSupportDocs: Operation<'searchSupportDocs'> = ['searchSupportDocs', 'POST', '/v2/support/docs-search', true, 'support.docs'];

export const getCreditUsage: Operation<'getCreditUsage'> = ['getCreditUsage', 'GET', '/v2/team/credit-usage', true, 'team.credits'];

export const listCreditUsageHistory: Operation<'listCreditUsageHistory'> = ['listCreditUsageHistory', 'GET', '/v2/team/credit-usage/historical', true, 'team.creditHistory'];

export const getTokenUsage: Operation<'getTokenUsage'> = ['getTokenUsage', 'GET', '/v2/team/token-usage', true, 'team.tokens'];

export const listTokenUsageHistory: Operation<'listTokenUsageHistory'> = ['listTokenUsageHistory', 'GET', '/v2/team/token-usage/historical', true, 'team.tokenHistory'];

export const getQueueStatus: Operation<'getQueueStatus'> = ['getQueueStatus', 'GET', '/v2/team/queue-status', true, 'team.queue'];

export const getConcurrency: Operation<'getConcurrency'> = ['getConcurrency', 'GET', '/v2/concurrency-check', true, 'team.concurrency'];

export const listActivity: Operation<'listActivity'> = ['listActivity', 'GET', '/v2/team/activity', true, 'team.activity', { limit: [100, 1] }];

export const getThreatProtection: Operation<'getThreatProtection'> = ['getThreatProtection', 'GET', '/v2/team/threat-protection', true, 'team.threatProtection'];

export const replaceThreatProtection: Operation<'replaceThreatProtection'> = ['replaceThreatProtection', 'PUT', '/v2/team/threat-protection', true, 'team.replaceThreatProtection', { riskScoreThreshold: [100, 0], blacklist: bounds19, whitelist: bounds19, blockedTlds: bounds1 }];

export const sendFeedback: Operation<'sendFeedback'> = ['sendFeedback', 'POST', '/v2/feedback', false, 'feedback.send', { issues: bounds20, tags: bounds20, note: [4000, 0, ''], url: [2048, 0, ''], pageNumbers: [100, 0, [Infinity, 1]], valuableSources: bounds11, missingContent: [50, 0, bounds12], querySuggestions: [2000, 0, ''] }];

export const searchPapers: Operation<'searchPapers'> = ['searchPapers', 'GET', '/v2/search/research/papers', true, 'research.papers', { query: bounds13, k: [500, 1] }];

export const getPaper: Operation<'getPaper'> = ['getPaper', 'GET', '/v2/search/research/papers/{id}', true, 'research.paper', { query: bounds13, k: [50, 1] }];

export const listSimilarPapers: Operation<'listSimilarPapers'> = ['listSimilarPapers', 'GET', '/v2/search/research/papers/{id}/similar', true, 'research.similar', { intent: bounds13, k: [500, 1] }];

export const searchDeveloperSources: Operation<'searchDeveloperSources'> = ['searchDeveloperSources', 'GET', '/v2/search/developer', true, 'developer.searchByUrl', bounds21];

export const searchDeveloperSourcesWithBody: Operation<'searchDeveloperSourcesWithBody'> = ['searchDeveloperSourcesWithBody', 'POST', '/v2/search/developer', true, 'developer.search', bounds21];
