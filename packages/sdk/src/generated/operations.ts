// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';

const bounds1: Bounds = [0, Infinity, [0, 253, '']];

const bounds2: Bounds = { width: [1, 7680], height: [1, 4320] };

const bounds3: Bounds = [0, Infinity, { quality: [1, 100], viewport: bounds2, question: [0, 10000, ''], query: [0, 10000, ''] }];

const bounds4: Bounds = [0, Infinity, { maxPages: [1, 10000] }];

const bounds5: Bounds = [0, 50, { milliseconds: [1], quality: [1, 100], viewport: bounds2 }];

const bounds6: Bounds = { name: [1, 128, ''] };

const bounds7: Bounds = { username: [0, 1024, ''] };

const bounds8: Bounds = [0, 1000, [0, 255, '']];

const bounds9: Bounds = { blacklist: bounds8, whitelist: bounds8, blockedTlds: [0, 1000, [0, 253, '']], riskScoreThreshold: [0, 100] };

const bounds10: Bounds = { formats: bounds3, waitFor: [0], timeout: [1000, 300000], maxAge: [0], minAge: [0], parsers: bounds4, actions: bounds5, profile: bounds6, auditMetadata: bounds7, threatProtection: bounds9 };

const bounds11: Bounds = [0, 50, { url: [0, 2048, ''], reason: [0, 1000, ''] }];

const bounds12: Bounds = { topic: [1, 200, ''], description: [0, 2000, ''] };

const bounds13: Bounds = [1, Infinity, ''];

const bounds14: Bounds = { skip: [0], limit: [0] };

const bounds15: Bounds = [1, Infinity, {}];

const bounds16: Bounds = { limit: [1, 100], offset: [0] };

const bounds17: Bounds = [0, 50, [0, 253, '']];

const bounds18: Bounds = { name: [1, 256, ''], notification: { email: { recipients: [0, 25, {}] } }, targets: [1, 50, { urls: bounds15, scrapeOptions: bounds10, crawlOptions: { maxDiscoveryDepth: [0], delay: [0, 60, '>'], maxConcurrency: [1] }, queries: [1, 12, [1, 256, '']], maxResults: [1, 50], includeDomains: bounds17, excludeDomains: bounds17 }], retentionDays: [1, 365], goal: [0, 2000, ''] };

const bounds19: Bounds = [0, Infinity, [0, 255, '']];

const bounds20: Bounds = [0, 20, [0, 80, '']];

const bounds21: Bounds = { query: bounds13, k: [1, 100], sources: [0, 20, [1, 512, '']], passages: [1, 5], min_stars: [0], max_stars: [0] };

export const searchWeb: Operation<'searchWeb'> = [true, 'POST', '/v2/search', 'search', 'searchWeb', { query: [0, 500, ''], limit: [1, 100], includeDomains: bounds1, excludeDomains: bounds1, scrapeOptions: bounds10, threatProtection: bounds9, timeout: [1] }];

export const sendSearchFeedback: Operation<'sendSearchFeedback'> = [false, 'POST', '/v2/search/{jobId}/feedback', 'feedback.search', 'sendSearchFeedback', { valuableSources: bounds11, missingContent: [0, 20, bounds12], querySuggestions: [0, 2000, ''] }];

export const scrapePage: Operation<'scrapePage'> = [true, 'POST', '/v2/scrape', 'scrape', 'scrapePage', bounds10];

export const getScrape: Operation<'getScrape'> = [true, 'GET', '/v2/scrape/{scrapeId}', 'getScrape', 'getScrape'];

export const interactWithPage: Operation<'interactWithPage'> = [false, 'POST', '/v2/scrape/{scrapeId}/interact', 'interact', 'interactWithPage', { prompt: bounds13, timeout: [1, 300], code: [1, 100000, ''] }];

export const endInteraction: Operation<'endInteraction'> = [true, 'DELETE', '/v2/scrape/{scrapeId}/interact', 'interact', 'endInteraction'];

export const parseFile: Operation<'parseFile'> = [true, 'POST', '/v2/parse', 'parse', 'parseFile', { formats: [0, Infinity, { question: [0, 10000, ''], query: [0, 10000, ''] }], timeout: [1], parsers: bounds4, maxAge: [0], minAge: [0], profile: bounds6, auditMetadata: bounds7 }];

export const createUploadUrl: Operation<'createUploadUrl'> = [false, 'POST', '/v2/parse/upload-url', 'uploads.create', 'createUploadUrl', { filename: [1, 512, ''], contentType: [1, 255, ''], declaredSizeBytes: [1, 52428800] }];

export const uploadFile: Operation<'uploadFile'> = [true, 'PUT', '/v2/parse/upload/{id}', 'uploads.put', 'uploadFile'];

export const startCrawl: Operation<'startCrawl'> = [false, 'POST', '/v2/crawl', 'crawls.start', 'startCrawl', { scrapeOptions: bounds10, maxDiscoveryDepth: [0], delay: [0, 60, '>'], maxConcurrency: [1] }];

export const listActiveCrawls: Operation<'listActiveCrawls'> = [true, 'GET', '/v2/crawl/active', 'crawls.active', 'listActiveCrawls'];

export const listOngoingCrawls: Operation<'listOngoingCrawls'> = [true, 'GET', '/v2/crawl/ongoing', 'crawls.ongoing', 'listOngoingCrawls'];

export const previewCrawlParams: Operation<'previewCrawlParams'> = [true, 'POST', '/v2/crawl/params-preview', 'crawls.preview', 'previewCrawlParams', { prompt: [0, 10000, ''] }];

export const getCrawl: Operation<'getCrawl'> = [true, 'GET', '/v2/crawl/{id}', 'crawls.get', 'getCrawl', bounds14];

export const cancelCrawl: Operation<'cancelCrawl'> = [true, 'DELETE', '/v2/crawl/{id}', 'crawls.cancel', 'cancelCrawl'];

export const listCrawlErrors: Operation<'listCrawlErrors'> = [true, 'GET', '/v2/crawl/{id}/errors', 'crawls.errors', 'listCrawlErrors'];

export const startBatchScrape: Operation<'startBatchScrape'> = [false, 'POST', '/v2/batch/scrape', 'batches.start', 'startBatchScrape', { urls: bounds15, maxConcurrency: [1], formats: bounds3, waitFor: [0], timeout: [1000, 300000], maxAge: [0], minAge: [0], parsers: bounds4, actions: bounds5, profile: bounds6, auditMetadata: bounds7, threatProtection: bounds9 }];

export const getBatchScrape: Operation<'getBatchScrape'> = [true, 'GET', '/v2/batch/scrape/{id}', 'batches.get', 'getBatchScrape', bounds14];

export const cancelBatchScrape: Operation<'cancelBatchScrape'> = [true, 'DELETE', '/v2/batch/scrape/{id}', 'batches.cancel', 'cancelBatchScrape'];

export const listBatchScrapeErrors: Operation<'listBatchScrapeErrors'> = [true, 'GET', '/v2/batch/scrape/{id}/errors', 'batches.errors', 'listBatchScrapeErrors'];

export const mapSite: Operation<'mapSite'> = [true, 'POST', '/v2/map', 'map', 'mapSite', { limit: [1, 100000], timeout: [1], auditMetadata: bounds7, threatProtection: bounds9 }];

export const startAgent: Operation<'startAgent'> = [false, 'POST', '/v2/agent', 'agents.start', 'startAgent', { prompt: [0, 10000, ''], maxCredits: [0], auditMetadata: bounds7, threatProtection: bounds9 }];

export const getAgent: Operation<'getAgent'> = [true, 'GET', '/v2/agent/{jobId}', 'agents.get', 'getAgent'];

export const cancelAgent: Operation<'cancelAgent'> = [true, 'DELETE', '/v2/agent/{jobId}', 'agents.cancel', 'cancelAgent'];

export const startExtract: Operation<'startExtract'> = [false, 'POST', '/v2/extract', 'extracts.start', 'startExtract', { urls: [0, 10, {}], limit: [1], timeout: [1000], scrapeOptions: bounds10, threatProtection: bounds9 }];

export const getExtract: Operation<'getExtract'> = [true, 'GET', '/v2/extract/{id}', 'extracts.get', 'getExtract'];

export const listMonitors: Operation<'listMonitors'> = [true, 'GET', '/v2/monitor', 'monitors.list', 'listMonitors', bounds16];

export const createMonitor: Operation<'createMonitor'> = [false, 'POST', '/v2/monitor', 'monitors.create', 'createMonitor', bounds18];

export const getMonitor: Operation<'getMonitor'> = [true, 'GET', '/v2/monitor/{monitorId}', 'monitors.get', 'getMonitor'];

export const updateMonitor: Operation<'updateMonitor'> = [true, 'PATCH', '/v2/monitor/{monitorId}', 'monitors.update', 'updateMonitor', bounds18];

export const deleteMonitor: Operation<'deleteMonitor'> = [true, 'DELETE', '/v2/monitor/{monitorId}', 'monitors.delete', 'deleteMonitor'];

export const runMonitor: Operation<'runMonitor'> = [false, 'POST', '/v2/monitor/{monitorId}/run', 'monitors.run', 'runMonitor'];

export const listMonitorChecks: Operation<'listMonitorChecks'> = [true, 'GET', '/v2/monitor/{monitorId}/checks', 'monitors.checks', 'listMonitorChecks', bounds16];

export const getMonitorCheck: Operation<'getMonitorCheck'> = [true, 'GET', '/v2/monitor/{monitorId}/checks/{checkId}', 'monitors.check', 'getMonitorCheck', { limit: [1, 100], skip: [0] }];

export const listBrowserSessions: Operation<'listBrowserSessions'> = [true, 'GET', '/v2/interact', 'browsers.list', 'listBrowserSessions'];

export const createBrowserSession: Operation<'createBrowserSession'> = [false, 'POST', '/v2/interact', 'browsers.create', 'createBrowserSession', { ttl: [30, 3600], activityTtl: [10, 3600], profile: bounds6 }];

export const deleteBrowserSession: Operation<'deleteBrowserSession'> = [true, 'DELETE', '/v2/interact/{sessionId}', 'browsers.delete', 'deleteBrowserSession'];

export const executeInBrowserSession: Operation<'executeInBrowserSession'> = [false, 'POST', '/v2/interact/{sessionId}/execute', 'browsers.execute', 'executeInBrowserSession', { code: [1, 100000, ''], timeout: [1, 300] }];

export const askSupport: Operation<'askSupport'> = [true, 'POST', '/support/ask', 'support.ask', 'askSupport'];

export const askSupportUnderV2: Operation<'askSupportUnderV2'> = [true, 'POST', '/v2/support/ask', 'support.ask', 'askSupportUnderV2'];

export const searchSupportDocs: Operation<'searchSupportDocs'> = [true, 'POST', '/v2/support/docs-search', 'support.docs', 'searchSupportDocs'];

export const getCreditUsage: Operation<'getCreditUsage'> = [true, 'GET', '/v2/team/credit-usage', 'team.credits', 'getCreditUsage'];

export const listCreditUsageHistory: Operation<'listCreditUsageHistory'> = [true, 'GET', '/v2/team/credit-usage/historical', 'team.creditHistory', 'listCreditUsageHistory'];

export const getTokenUsage: Operation<'getTokenUsage'> = [true, 'GET', '/v2/team/token-usage', 'team.tokens', 'getTokenUsage'];

export const listTokenUsageHistory: Operation<'listTokenUsageHistory'> = [true, 'GET', '/v2/team/token-usage/historical', 'team.tokenHistory', 'listTokenUsageHistory'];

export const getQueueStatus: Operation<'getQueueStatus'> = [true, 'GET', '/v2/team/queue-status', 'team.queue', 'getQueueStatus'];

export const getConcurrency: Operation<'getConcurrency'> = [true, 'GET', '/v2/concurrency-check', 'team.concurrency', 'getConcurrency'];

export const listActivity: Operation<'listActivity'> = [true, 'GET', '/v2/team/activity', 'team.activity', 'listActivity', { limit: [1, 100] }];

export const getThreatProtection: Operation<'getThreatProtection'> = [true, 'GET', '/v2/team/threat-protection', 'team.threatProtection', 'getThreatProtection'];

export const replaceThreatProtection: Operation<'replaceThreatProtection'> = [true, 'PUT', '/v2/team/threat-protection', 'team.replaceThreatProtection', 'replaceThreatProtection', { riskScoreThreshold: [0, 100], blacklist: bounds19, whitelist: bounds19, blockedTlds: bounds1 }];

export const sendFeedback: Operation<'sendFeedback'> = [false, 'POST', '/v2/feedback', 'feedback.send', 'sendFeedback', { issues: bounds20, tags: bounds20, note: [0, 4000, ''], url: [0, 2048, ''], pageNumbers: [0, 100, [1]], valuableSources: bounds11, missingContent: [0, 50, bounds12], querySuggestions: [0, 2000, ''] }];

export const searchPapers: Operation<'searchPapers'> = [true, 'GET', '/v2/search/research/papers', 'research.papers', 'searchPapers', { query: bounds13, k: [1, 500] }];

export const getPaper: Operation<'getPaper'> = [true, 'GET', '/v2/search/research/papers/{id}', 'research.paper', 'getPaper', { query: bounds13, k: [1, 50] }];

export const listSimilarPapers: Operation<'listSimilarPapers'> = [true, 'GET', '/v2/search/research/papers/{id}/similar', 'research.similar', 'listSimilarPapers', { intent: bounds13, k: [1, 500] }];

export const searchDeveloperSources: Operation<'searchDeveloperSources'> = [true, 'GET', '/v2/search/developer', 'developer.searchByUrl', 'searchDeveloperSources', bounds21];

export const searchDeveloperSourcesWithBody: Operation<'searchDeveloperSourcesWithBody'> = [true, 'POST', '/v2/search/developer', 'developer.search', 'searchDeveloperSourcesWithBody', bounds21];
