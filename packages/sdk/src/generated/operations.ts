// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';

const bounds1: Bounds = { properties: { width: { minimum: 1, maximum: 7680 }, height: { minimum: 1, maximum: 4320 } } };

const bounds2: Bounds = { items: { properties: { quality: { minimum: 1, maximum: 100 }, viewport: bounds1, question: { maxLength: 10000 }, query: { maxLength: 10000 } } } };

const bounds3: Bounds = { items: { properties: { maxPages: { minimum: 1, maximum: 10000 } } } };

const bounds4: Bounds = { maxItems: 50, items: { properties: { milliseconds: { minimum: 1 }, quality: { minimum: 1, maximum: 100 }, viewport: bounds1 } } };

const bounds5: Bounds = { properties: { name: { minLength: 1, maxLength: 128 } } };

const bounds6: Bounds = { properties: { username: { maxLength: 1024 } } };

const bounds7: Bounds = { maxItems: 1000, items: { maxLength: 255 } };

const bounds8: Bounds = { properties: { blacklist: bounds7, whitelist: bounds7, blockedTlds: { maxItems: 1000, items: { maxLength: 253 } }, riskScoreThreshold: { minimum: 0, maximum: 100 } } };

const bounds9: Bounds = { properties: { formats: bounds2, waitFor: { minimum: 0 }, timeout: { minimum: 1000, maximum: 300000 }, maxAge: { minimum: 0 }, minAge: { minimum: 0 }, parsers: bounds3, actions: bounds4, profile: bounds5, auditMetadata: bounds6, threatProtection: bounds8 } };

const bounds10: Bounds = { maxItems: 50, items: { properties: { url: { maxLength: 2048 }, reason: { maxLength: 1000 } } } };

const bounds11: Bounds = { properties: { topic: { minLength: 1, maxLength: 200 }, description: { maxLength: 2000 } } };

const bounds12: Bounds = { properties: { skip: { minimum: 0 }, limit: { minimum: 0 } } };

const bounds13: Bounds = { properties: { limit: { minimum: 1, maximum: 100 }, offset: { minimum: 0 } } };

const bounds14: Bounds = { maxItems: 50, items: { maxLength: 253 } };

const bounds15: Bounds = { properties: { name: { minLength: 1, maxLength: 256 }, notification: { properties: { email: { properties: { recipients: { maxItems: 25 } } } } }, targets: { minItems: 1, maxItems: 50, items: { properties: { urls: { minItems: 1 }, scrapeOptions: bounds9, crawlOptions: { properties: { maxDiscoveryDepth: { minimum: 0 }, delay: { exclusiveMinimum: 0, maximum: 60 }, maxConcurrency: { minimum: 1 } } }, queries: { minItems: 1, maxItems: 12, items: { minLength: 1, maxLength: 256 } }, maxResults: { minimum: 1, maximum: 50 }, includeDomains: bounds14, excludeDomains: bounds14 } } }, retentionDays: { minimum: 1, maximum: 365 }, goal: { maxLength: 2000 } } };

const bounds16: Bounds = { maxItems: 20, items: { maxLength: 80 } };

const bounds17: Bounds = { properties: { query: { minLength: 1 }, k: { minimum: 1, maximum: 100 }, sources: { maxItems: 20, items: { minLength: 1, maxLength: 512 } }, passages: { minimum: 1, maximum: 5 }, min_stars: { minimum: 0 }, max_stars: { minimum: 0 } } };

export const searchWeb: Operation<'searchWeb'> = {
  name: 'searchWeb',
  method: 'POST',
  path: '/v2/search',
  sdkMethod: 'search',
  repeatSafe: true,
  bounds: { properties: { query: { maxLength: 500 }, limit: { minimum: 1, maximum: 100 }, includeDomains: { items: { maxLength: 253 } }, excludeDomains: { items: { maxLength: 253 } }, scrapeOptions: bounds9, threatProtection: bounds8, timeout: { minimum: 1 } } },
};

export const sendSearchFeedback: Operation<'sendSearchFeedback'> = {
  name: 'sendSearchFeedback',
  method: 'POST',
  path: '/v2/search/{jobId}/feedback',
  sdkMethod: 'feedback.search',
  repeatSafe: false,
  bounds: { properties: { valuableSources: bounds10, missingContent: { maxItems: 20, items: bounds11 }, querySuggestions: { maxLength: 2000 } } },
};

export const scrapePage: Operation<'scrapePage'> = {
  name: 'scrapePage',
  method: 'POST',
  path: '/v2/scrape',
  sdkMethod: 'scrape',
  repeatSafe: true,
  bounds: bounds9,
};

export const getScrape: Operation<'getScrape'> = {
  name: 'getScrape',
  method: 'GET',
  path: '/v2/scrape/{scrapeId}',
  sdkMethod: 'getScrape',
  repeatSafe: true,
};

export const interactWithPage: Operation<'interactWithPage'> = {
  name: 'interactWithPage',
  method: 'POST',
  path: '/v2/scrape/{scrapeId}/interact',
  sdkMethod: 'interact',
  repeatSafe: false,
  bounds: { properties: { prompt: { minLength: 1 }, timeout: { minimum: 1, maximum: 300 }, code: { minLength: 1, maxLength: 100000 } } },
};

export const endInteraction: Operation<'endInteraction'> = {
  name: 'endInteraction',
  method: 'DELETE',
  path: '/v2/scrape/{scrapeId}/interact',
  sdkMethod: 'interact',
  repeatSafe: true,
};

export const parseFile: Operation<'parseFile'> = {
  name: 'parseFile',
  method: 'POST',
  path: '/v2/parse',
  sdkMethod: 'parse',
  repeatSafe: true,
  bounds: { properties: { formats: { items: { properties: { question: { maxLength: 10000 }, query: { maxLength: 10000 } } } }, timeout: { minimum: 1 }, parsers: bounds3, maxAge: { minimum: 0 }, minAge: { minimum: 0 }, profile: bounds5, auditMetadata: bounds6 } },
};

export const createUploadUrl: Operation<'createUploadUrl'> = {
  name: 'createUploadUrl',
  method: 'POST',
  path: '/v2/parse/upload-url',
  sdkMethod: 'uploads.create',
  repeatSafe: false,
  bounds: { properties: { filename: { minLength: 1, maxLength: 512 }, contentType: { minLength: 1, maxLength: 255 }, declaredSizeBytes: { minimum: 1, maximum: 52428800 } } },
};

export const uploadFile: Operation<'uploadFile'> = {
  name: 'uploadFile',
  method: 'PUT',
  path: '/v2/parse/upload/{id}',
  sdkMethod: 'uploads.put',
  repeatSafe: true,
};

export const startCrawl: Operation<'startCrawl'> = {
  name: 'startCrawl',
  method: 'POST',
  path: '/v2/crawl',
  sdkMethod: 'crawls.start',
  repeatSafe: false,
  bounds: { properties: { scrapeOptions: bounds9, maxDiscoveryDepth: { minimum: 0 }, delay: { exclusiveMinimum: 0, maximum: 60 }, maxConcurrency: { minimum: 1 } } },
};

export const listActiveCrawls: Operation<'listActiveCrawls'> = {
  name: 'listActiveCrawls',
  method: 'GET',
  path: '/v2/crawl/active',
  sdkMethod: 'crawls.active',
  repeatSafe: true,
};

export const listOngoingCrawls: Operation<'listOngoingCrawls'> = {
  name: 'listOngoingCrawls',
  method: 'GET',
  path: '/v2/crawl/ongoing',
  sdkMethod: 'crawls.ongoing',
  repeatSafe: true,
};

export const previewCrawlParams: Operation<'previewCrawlParams'> = {
  name: 'previewCrawlParams',
  method: 'POST',
  path: '/v2/crawl/params-preview',
  sdkMethod: 'crawls.preview',
  repeatSafe: true,
  bounds: { properties: { prompt: { maxLength: 10000 } } },
};

export const getCrawl: Operation<'getCrawl'> = {
  name: 'getCrawl',
  method: 'GET',
  path: '/v2/crawl/{id}',
  sdkMethod: 'crawls.get',
  repeatSafe: true,
  bounds: bounds12,
};

export const cancelCrawl: Operation<'cancelCrawl'> = {
  name: 'cancelCrawl',
  method: 'DELETE',
  path: '/v2/crawl/{id}',
  sdkMethod: 'crawls.cancel',
  repeatSafe: true,
};

export const listCrawlErrors: Operation<'listCrawlErrors'> = {
  name: 'listCrawlErrors',
  method: 'GET',
  path: '/v2/crawl/{id}/errors',
  sdkMethod: 'crawls.errors',
  repeatSafe: true,
};

export const startBatchScrape: Operation<'startBatchScrape'> = {
  name: 'startBatchScrape',
  method: 'POST',
  path: '/v2/batch/scrape',
  sdkMethod: 'batches.start',
  repeatSafe: false,
  bounds: { properties: { urls: { minItems: 1 }, maxConcurrency: { minimum: 1 }, formats: bounds2, waitFor: { minimum: 0 }, timeout: { minimum: 1000, maximum: 300000 }, maxAge: { minimum: 0 }, minAge: { minimum: 0 }, parsers: bounds3, actions: bounds4, profile: bounds5, auditMetadata: bounds6, threatProtection: bounds8 } },
};

export const getBatchScrape: Operation<'getBatchScrape'> = {
  name: 'getBatchScrape',
  method: 'GET',
  path: '/v2/batch/scrape/{id}',
  sdkMethod: 'batches.get',
  repeatSafe: true,
  bounds: bounds12,
};

export const cancelBatchScrape: Operation<'cancelBatchScrape'> = {
  name: 'cancelBatchScrape',
  method: 'DELETE',
  path: '/v2/batch/scrape/{id}',
  sdkMethod: 'batches.cancel',
  repeatSafe: true,
};

export const listBatchScrapeErrors: Operation<'listBatchScrapeErrors'> = {
  name: 'listBatchScrapeErrors',
  method: 'GET',
  path: '/v2/batch/scrape/{id}/errors',
  sdkMethod: 'batches.errors',
  repeatSafe: true,
};

export const mapSite: Operation<'mapSite'> = {
  name: 'mapSite',
  method: 'POST',
  path: '/v2/map',
  sdkMethod: 'map',
  repeatSafe: true,
  bounds: { properties: { limit: { minimum: 1, maximum: 100000 }, timeout: { minimum: 1 }, auditMetadata: bounds6, threatProtection: bounds8 } },
};

export const startAgent: Operation<'startAgent'> = {
  name: 'startAgent',
  method: 'POST',
  path: '/v2/agent',
  sdkMethod: 'agents.start',
  repeatSafe: false,
  bounds: { properties: { prompt: { maxLength: 10000 }, maxCredits: { minimum: 0 }, auditMetadata: bounds6, threatProtection: bounds8 } },
};

export const getAgent: Operation<'getAgent'> = {
  name: 'getAgent',
  method: 'GET',
  path: '/v2/agent/{jobId}',
  sdkMethod: 'agents.get',
  repeatSafe: true,
};

export const cancelAgent: Operation<'cancelAgent'> = {
  name: 'cancelAgent',
  method: 'DELETE',
  path: '/v2/agent/{jobId}',
  sdkMethod: 'agents.cancel',
  repeatSafe: true,
};

export const startExtract: Operation<'startExtract'> = {
  name: 'startExtract',
  method: 'POST',
  path: '/v2/extract',
  sdkMethod: 'extracts.start',
  repeatSafe: false,
  bounds: { properties: { urls: { maxItems: 10 }, limit: { minimum: 1 }, timeout: { minimum: 1000 }, scrapeOptions: bounds9, threatProtection: bounds8 } },
};

export const getExtract: Operation<'getExtract'> = {
  name: 'getExtract',
  method: 'GET',
  path: '/v2/extract/{id}',
  sdkMethod: 'extracts.get',
  repeatSafe: true,
};

export const listMonitors: Operation<'listMonitors'> = {
  name: 'listMonitors',
  method: 'GET',
  path: '/v2/monitor',
  sdkMethod: 'monitors.list',
  repeatSafe: true,
  bounds: bounds13,
};

export const createMonitor: Operation<'createMonitor'> = {
  name: 'createMonitor',
  method: 'POST',
  path: '/v2/monitor',
  sdkMethod: 'monitors.create',
  repeatSafe: false,
  bounds: bounds15,
};

export const getMonitor: Operation<'getMonitor'> = {
  name: 'getMonitor',
  method: 'GET',
  path: '/v2/monitor/{monitorId}',
  sdkMethod: 'monitors.get',
  repeatSafe: true,
};

export const updateMonitor: Operation<'updateMonitor'> = {
  name: 'updateMonitor',
  method: 'PATCH',
  path: '/v2/monitor/{monitorId}',
  sdkMethod: 'monitors.update',
  repeatSafe: true,
  bounds: bounds15,
};

export const deleteMonitor: Operation<'deleteMonitor'> = {
  name: 'deleteMonitor',
  method: 'DELETE',
  path: '/v2/monitor/{monitorId}',
  sdkMethod: 'monitors.delete',
  repeatSafe: true,
};

export const runMonitor: Operation<'runMonitor'> = {
  name: 'runMonitor',
  method: 'POST',
  path: '/v2/monitor/{monitorId}/run',
  sdkMethod: 'monitors.run',
  repeatSafe: false,
};

export const listMonitorChecks: Operation<'listMonitorChecks'> = {
  name: 'listMonitorChecks',
  method: 'GET',
  path: '/v2/monitor/{monitorId}/checks',
  sdkMethod: 'monitors.checks',
  repeatSafe: true,
  bounds: bounds13,
};

export const getMonitorCheck: Operation<'getMonitorCheck'> = {
  name: 'getMonitorCheck',
  method: 'GET',
  path: '/v2/monitor/{monitorId}/checks/{checkId}',
  sdkMethod: 'monitors.check',
  repeatSafe: true,
  bounds: { properties: { limit: { minimum: 1, maximum: 100 }, skip: { minimum: 0 } } },
};

export const listBrowserSessions: Operation<'listBrowserSessions'> = {
  name: 'listBrowserSessions',
  method: 'GET',
  path: '/v2/interact',
  sdkMethod: 'browsers.list',
  repeatSafe: true,
};

export const createBrowserSession: Operation<'createBrowserSession'> = {
  name: 'createBrowserSession',
  method: 'POST',
  path: '/v2/interact',
  sdkMethod: 'browsers.create',
  repeatSafe: false,
  bounds: { properties: { ttl: { minimum: 30, maximum: 3600 }, activityTtl: { minimum: 10, maximum: 3600 }, profile: bounds5 } },
};

export const deleteBrowserSession: Operation<'deleteBrowserSession'> = {
  name: 'deleteBrowserSession',
  method: 'DELETE',
  path: '/v2/interact/{sessionId}',
  sdkMethod: 'browsers.delete',
  repeatSafe: true,
};

export const executeInBrowserSession: Operation<'executeInBrowserSession'> = {
  name: 'executeInBrowserSession',
  method: 'POST',
  path: '/v2/interact/{sessionId}/execute',
  sdkMethod: 'browsers.execute',
  repeatSafe: false,
  bounds: { properties: { code: { minLength: 1, maxLength: 100000 }, timeout: { minimum: 1, maximum: 300 } } },
};

export const askSupport: Operation<'askSupport'> = {
  name: 'askSupport',
  method: 'POST',
  path: '/support/ask',
  sdkMethod: 'support.ask',
  repeatSafe: true,
};

export const askSupportUnderV2: Operation<'askSupportUnderV2'> = {
  name: 'askSupportUnderV2',
  method: 'POST',
  path: '/v2/support/ask',
  sdkMethod: 'support.ask',
  repeatSafe: true,
};

export const searchSupportDocs: Operation<'searchSupportDocs'> = {
  name: 'searchSupportDocs',
  method: 'POST',
  path: '/v2/support/docs-search',
  sdkMethod: 'support.docs',
  repeatSafe: true,
};

export const getCreditUsage: Operation<'getCreditUsage'> = {
  name: 'getCreditUsage',
  method: 'GET',
  path: '/v2/team/credit-usage',
  sdkMethod: 'team.credits',
  repeatSafe: true,
};

export const listCreditUsageHistory: Operation<'listCreditUsageHistory'> = {
  name: 'listCreditUsageHistory',
  method: 'GET',
  path: '/v2/team/credit-usage/historical',
  sdkMethod: 'team.creditHistory',
  repeatSafe: true,
};

export const getTokenUsage: Operation<'getTokenUsage'> = {
  name: 'getTokenUsage',
  method: 'GET',
  path: '/v2/team/token-usage',
  sdkMethod: 'team.tokens',
  repeatSafe: true,
};

export const listTokenUsageHistory: Operation<'listTokenUsageHistory'> = {
  name: 'listTokenUsageHistory',
  method: 'GET',
  path: '/v2/team/token-usage/historical',
  sdkMethod: 'team.tokenHistory',
  repeatSafe: true,
};

export const getQueueStatus: Operation<'getQueueStatus'> = {
  name: 'getQueueStatus',
  method: 'GET',
  path: '/v2/team/queue-status',
  sdkMethod: 'team.queue',
  repeatSafe: true,
};

export const getConcurrency: Operation<'getConcurrency'> = {
  name: 'getConcurrency',
  method: 'GET',
  path: '/v2/concurrency-check',
  sdkMethod: 'team.concurrency',
  repeatSafe: true,
};

export const listActivity: Operation<'listActivity'> = {
  name: 'listActivity',
  method: 'GET',
  path: '/v2/team/activity',
  sdkMethod: 'team.activity',
  repeatSafe: true,
  bounds: { properties: { limit: { minimum: 1, maximum: 100 } } },
};

export const getThreatProtection: Operation<'getThreatProtection'> = {
  name: 'getThreatProtection',
  method: 'GET',
  path: '/v2/team/threat-protection',
  sdkMethod: 'team.threatProtection',
  repeatSafe: true,
};

export const replaceThreatProtection: Operation<'replaceThreatProtection'> = {
  name: 'replaceThreatProtection',
  method: 'PUT',
  path: '/v2/team/threat-protection',
  sdkMethod: 'team.replaceThreatProtection',
  repeatSafe: true,
  bounds: { properties: { riskScoreThreshold: { minimum: 0, maximum: 100 }, blacklist: { items: { maxLength: 255 } }, whitelist: { items: { maxLength: 255 } }, blockedTlds: { items: { maxLength: 253 } } } },
};

export const sendFeedback: Operation<'sendFeedback'> = {
  name: 'sendFeedback',
  method: 'POST',
  path: '/v2/feedback',
  sdkMethod: 'feedback.send',
  repeatSafe: false,
  bounds: { properties: { issues: bounds16, tags: bounds16, note: { maxLength: 4000 }, url: { maxLength: 2048 }, pageNumbers: { maxItems: 100, items: { minimum: 1 } }, valuableSources: bounds10, missingContent: { maxItems: 50, items: bounds11 }, querySuggestions: { maxLength: 2000 } } },
};

export const searchPapers: Operation<'searchPapers'> = {
  name: 'searchPapers',
  method: 'GET',
  path: '/v2/search/research/papers',
  sdkMethod: 'research.papers',
  repeatSafe: true,
  bounds: { properties: { query: { minLength: 1 }, k: { minimum: 1, maximum: 500 } } },
};

export const getPaper: Operation<'getPaper'> = {
  name: 'getPaper',
  method: 'GET',
  path: '/v2/search/research/papers/{id}',
  sdkMethod: 'research.paper',
  repeatSafe: true,
  bounds: { properties: { query: { minLength: 1 }, k: { minimum: 1, maximum: 50 } } },
};

export const listSimilarPapers: Operation<'listSimilarPapers'> = {
  name: 'listSimilarPapers',
  method: 'GET',
  path: '/v2/search/research/papers/{id}/similar',
  sdkMethod: 'research.similar',
  repeatSafe: true,
  bounds: { properties: { intent: { minLength: 1 }, k: { minimum: 1, maximum: 500 } } },
};

export const searchDeveloperSources: Operation<'searchDeveloperSources'> = {
  name: 'searchDeveloperSources',
  method: 'GET',
  path: '/v2/search/developer',
  sdkMethod: 'developer.searchByUrl',
  repeatSafe: true,
  bounds: bounds17,
};

export const searchDeveloperSourcesWithBody: Operation<'searchDeveloperSourcesWithBody'> = {
  name: 'searchDeveloperSourcesWithBody',
  method: 'POST',
  path: '/v2/search/developer',
  sdkMethod: 'developer.search',
  repeatSafe: true,
  bounds: bounds17,
};
