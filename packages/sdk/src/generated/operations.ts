// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';

const bounds1: Bounds = { properties: { width: { minimum: 1, maximum: 7680 }, height: { minimum: 1, maximum: 4320 } } };

const bounds2: Bounds = { items: { properties: { quality: { minimum: 1, maximum: 100 }, viewport: bounds1, question: { maxLength: 10000 }, query: { maxLength: 10000 } } } };

const bounds3: Bounds = { items: { properties: { maxPages: { minimum: 1, maximum: 10000 } } } };

const bounds4: Bounds = { maxItems: 50, items: { properties: { milliseconds: { minimum: 1 }, quality: { minimum: 1, maximum: 100 }, viewport: bounds1 } } };

const bounds5: Bounds = { properties: { blacklist: { maxItems: 1000, items: { maxLength: 255 } }, whitelist: { maxItems: 1000, items: { maxLength: 255 } }, blockedTlds: { maxItems: 1000, items: { maxLength: 253 } }, riskScoreThreshold: { minimum: 0, maximum: 100 } } };

const bounds6: Bounds = { properties: { formats: bounds2, waitFor: { minimum: 0 }, timeout: { minimum: 1000, maximum: 300000 }, maxAge: { minimum: 0 }, minAge: { minimum: 0 }, parsers: bounds3, actions: bounds4, profile: { properties: { name: { minLength: 1, maxLength: 128 } } }, auditMetadata: { properties: { username: { maxLength: 1024 } } }, threatProtection: bounds5 } };

const bounds7: Bounds = { maxItems: 50, items: { properties: { url: { maxLength: 2048 }, reason: { maxLength: 1000 } } } };

const bounds8: Bounds = { properties: { topic: { minLength: 1, maxLength: 200 }, description: { maxLength: 2000 } } };

const bounds9: Bounds = { properties: { skip: { minimum: 0 }, limit: { minimum: 0 } } };

const bounds10: Bounds = { properties: { limit: { minimum: 1, maximum: 100 }, offset: { minimum: 0 } } };

const bounds11: Bounds = { properties: { name: { minLength: 1, maxLength: 256 }, notification: { properties: { email: { properties: { recipients: { maxItems: 25 } } } } }, targets: { minItems: 1, maxItems: 50, items: { properties: { urls: { minItems: 1 }, scrapeOptions: bounds6, crawlOptions: { properties: { maxDiscoveryDepth: { minimum: 0 }, delay: { exclusiveMinimum: 0, maximum: 60 }, maxConcurrency: { minimum: 1 } } }, queries: { minItems: 1, maxItems: 12, items: { minLength: 1, maxLength: 256 } }, maxResults: { minimum: 1, maximum: 50 }, includeDomains: { maxItems: 50, items: { maxLength: 253 } }, excludeDomains: { maxItems: 50, items: { maxLength: 253 } } } } }, retentionDays: { minimum: 1, maximum: 365 }, goal: { maxLength: 2000 } } };

const bounds12: Bounds = { properties: { query: { minLength: 1 }, k: { minimum: 1, maximum: 100 }, sources: { maxItems: 20, items: { minLength: 1, maxLength: 512 } }, passages: { minimum: 1, maximum: 5 }, min_stars: { minimum: 0 }, max_stars: { minimum: 0 } } };

export const searchWeb: Operation<'searchWeb'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/search',
  name: 'searchWeb',
  sdkMethod: 'search',
  bounds: { properties: { query: { maxLength: 500 }, limit: { minimum: 1, maximum: 100 }, includeDomains: { items: { maxLength: 253 } }, excludeDomains: { items: { maxLength: 253 } }, scrapeOptions: bounds6, threatProtection: bounds5, timeout: { minimum: 1 } } },
};

export const sendSearchFeedback: Operation<'sendSearchFeedback'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/search/{jobId}/feedback',
  name: 'sendSearchFeedback',
  sdkMethod: 'feedback.search',
  bounds: { properties: { valuableSources: bounds7, missingContent: { maxItems: 20, items: bounds8 }, querySuggestions: { maxLength: 2000 } } },
};

export const scrapePage: Operation<'scrapePage'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/scrape',
  name: 'scrapePage',
  sdkMethod: 'scrape',
  bounds: bounds6,
};

export const getScrape: Operation<'getScrape'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/scrape/{scrapeId}',
  name: 'getScrape',
  sdkMethod: 'getScrape',
};

export const interactWithPage: Operation<'interactWithPage'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/scrape/{scrapeId}/interact',
  name: 'interactWithPage',
  sdkMethod: 'interact',
  bounds: { properties: { prompt: { minLength: 1 }, timeout: { minimum: 1, maximum: 300 }, code: { minLength: 1, maxLength: 100000 } } },
};

export const endInteraction: Operation<'endInteraction'> = {
  method: 'DELETE',
  repeatSafe: true,
  path: '/v2/scrape/{scrapeId}/interact',
  name: 'endInteraction',
  sdkMethod: 'interact',
};

export const parseFile: Operation<'parseFile'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/parse',
  name: 'parseFile',
  sdkMethod: 'parse',
  bounds: { properties: { formats: { items: { properties: { question: { maxLength: 10000 }, query: { maxLength: 10000 } } } }, timeout: { minimum: 1 }, parsers: bounds3, maxAge: { minimum: 0 }, minAge: { minimum: 0 }, profile: { properties: { name: { minLength: 1, maxLength: 128 } } }, auditMetadata: { properties: { username: { maxLength: 1024 } } } } },
};

export const createUploadUrl: Operation<'createUploadUrl'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/parse/upload-url',
  name: 'createUploadUrl',
  sdkMethod: 'uploads.create',
  bounds: { properties: { filename: { minLength: 1, maxLength: 512 }, contentType: { minLength: 1, maxLength: 255 }, declaredSizeBytes: { minimum: 1, maximum: 52428800 } } },
};

export const uploadFile: Operation<'uploadFile'> = {
  method: 'PUT',
  repeatSafe: true,
  path: '/v2/parse/upload/{id}',
  name: 'uploadFile',
  sdkMethod: 'uploads.put',
};

export const startCrawl: Operation<'startCrawl'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/crawl',
  name: 'startCrawl',
  sdkMethod: 'crawls.start',
  bounds: { properties: { scrapeOptions: bounds6, maxDiscoveryDepth: { minimum: 0 }, delay: { exclusiveMinimum: 0, maximum: 60 }, maxConcurrency: { minimum: 1 } } },
};

export const listActiveCrawls: Operation<'listActiveCrawls'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/crawl/active',
  name: 'listActiveCrawls',
  sdkMethod: 'crawls.active',
};

export const listOngoingCrawls: Operation<'listOngoingCrawls'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/crawl/ongoing',
  name: 'listOngoingCrawls',
  sdkMethod: 'crawls.ongoing',
};

export const previewCrawlParams: Operation<'previewCrawlParams'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/crawl/params-preview',
  name: 'previewCrawlParams',
  sdkMethod: 'crawls.preview',
  bounds: { properties: { prompt: { maxLength: 10000 } } },
};

export const getCrawl: Operation<'getCrawl'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/crawl/{id}',
  name: 'getCrawl',
  sdkMethod: 'crawls.get',
  bounds: bounds9,
};

export const cancelCrawl: Operation<'cancelCrawl'> = {
  method: 'DELETE',
  repeatSafe: true,
  path: '/v2/crawl/{id}',
  name: 'cancelCrawl',
  sdkMethod: 'crawls.cancel',
};

export const listCrawlErrors: Operation<'listCrawlErrors'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/crawl/{id}/errors',
  name: 'listCrawlErrors',
  sdkMethod: 'crawls.errors',
};

export const startBatchScrape: Operation<'startBatchScrape'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/batch/scrape',
  name: 'startBatchScrape',
  sdkMethod: 'batches.start',
  bounds: { properties: { urls: { minItems: 1 }, maxConcurrency: { minimum: 1 }, formats: bounds2, waitFor: { minimum: 0 }, timeout: { minimum: 1000, maximum: 300000 }, maxAge: { minimum: 0 }, minAge: { minimum: 0 }, parsers: bounds3, actions: bounds4, profile: { properties: { name: { minLength: 1, maxLength: 128 } } }, auditMetadata: { properties: { username: { maxLength: 1024 } } }, threatProtection: bounds5 } },
};

export const getBatchScrape: Operation<'getBatchScrape'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/batch/scrape/{id}',
  name: 'getBatchScrape',
  sdkMethod: 'batches.get',
  bounds: bounds9,
};

export const cancelBatchScrape: Operation<'cancelBatchScrape'> = {
  method: 'DELETE',
  repeatSafe: true,
  path: '/v2/batch/scrape/{id}',
  name: 'cancelBatchScrape',
  sdkMethod: 'batches.cancel',
};

export const listBatchScrapeErrors: Operation<'listBatchScrapeErrors'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/batch/scrape/{id}/errors',
  name: 'listBatchScrapeErrors',
  sdkMethod: 'batches.errors',
};

export const mapSite: Operation<'mapSite'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/map',
  name: 'mapSite',
  sdkMethod: 'map',
  bounds: { properties: { limit: { minimum: 1, maximum: 100000 }, timeout: { minimum: 1 }, auditMetadata: { properties: { username: { maxLength: 1024 } } }, threatProtection: bounds5 } },
};

export const startAgent: Operation<'startAgent'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/agent',
  name: 'startAgent',
  sdkMethod: 'agents.start',
  bounds: { properties: { prompt: { maxLength: 10000 }, maxCredits: { minimum: 0 }, auditMetadata: { properties: { username: { maxLength: 1024 } } }, threatProtection: bounds5 } },
};

export const getAgent: Operation<'getAgent'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/agent/{jobId}',
  name: 'getAgent',
  sdkMethod: 'agents.get',
};

export const cancelAgent: Operation<'cancelAgent'> = {
  method: 'DELETE',
  repeatSafe: true,
  path: '/v2/agent/{jobId}',
  name: 'cancelAgent',
  sdkMethod: 'agents.cancel',
};

export const startExtract: Operation<'startExtract'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/extract',
  name: 'startExtract',
  sdkMethod: 'extracts.start',
  bounds: { properties: { urls: { maxItems: 10 }, limit: { minimum: 1 }, timeout: { minimum: 1000 }, scrapeOptions: bounds6, threatProtection: bounds5 } },
};

export const getExtract: Operation<'getExtract'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/extract/{id}',
  name: 'getExtract',
  sdkMethod: 'extracts.get',
};

export const listMonitors: Operation<'listMonitors'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/monitor',
  name: 'listMonitors',
  sdkMethod: 'monitors.list',
  bounds: bounds10,
};

export const createMonitor: Operation<'createMonitor'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/monitor',
  name: 'createMonitor',
  sdkMethod: 'monitors.create',
  bounds: bounds11,
};

export const getMonitor: Operation<'getMonitor'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/monitor/{monitorId}',
  name: 'getMonitor',
  sdkMethod: 'monitors.get',
};

export const updateMonitor: Operation<'updateMonitor'> = {
  method: 'PATCH',
  repeatSafe: true,
  path: '/v2/monitor/{monitorId}',
  name: 'updateMonitor',
  sdkMethod: 'monitors.update',
  bounds: bounds11,
};

export const deleteMonitor: Operation<'deleteMonitor'> = {
  method: 'DELETE',
  repeatSafe: true,
  path: '/v2/monitor/{monitorId}',
  name: 'deleteMonitor',
  sdkMethod: 'monitors.delete',
};

export const runMonitor: Operation<'runMonitor'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/monitor/{monitorId}/run',
  name: 'runMonitor',
  sdkMethod: 'monitors.run',
};

export const listMonitorChecks: Operation<'listMonitorChecks'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/monitor/{monitorId}/checks',
  name: 'listMonitorChecks',
  sdkMethod: 'monitors.checks',
  bounds: bounds10,
};

export const getMonitorCheck: Operation<'getMonitorCheck'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/monitor/{monitorId}/checks/{checkId}',
  name: 'getMonitorCheck',
  sdkMethod: 'monitors.check',
  bounds: { properties: { limit: { minimum: 1, maximum: 100 }, skip: { minimum: 0 } } },
};

export const listBrowserSessions: Operation<'listBrowserSessions'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/interact',
  name: 'listBrowserSessions',
  sdkMethod: 'browsers.list',
};

export const createBrowserSession: Operation<'createBrowserSession'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/interact',
  name: 'createBrowserSession',
  sdkMethod: 'browsers.create',
  bounds: { properties: { ttl: { minimum: 30, maximum: 3600 }, activityTtl: { minimum: 10, maximum: 3600 }, profile: { properties: { name: { minLength: 1, maxLength: 128 } } } } },
};

export const deleteBrowserSession: Operation<'deleteBrowserSession'> = {
  method: 'DELETE',
  repeatSafe: true,
  path: '/v2/interact/{sessionId}',
  name: 'deleteBrowserSession',
  sdkMethod: 'browsers.delete',
};

export const executeInBrowserSession: Operation<'executeInBrowserSession'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/interact/{sessionId}/execute',
  name: 'executeInBrowserSession',
  sdkMethod: 'browsers.execute',
  bounds: { properties: { code: { minLength: 1, maxLength: 100000 }, timeout: { minimum: 1, maximum: 300 } } },
};

export const askSupport: Operation<'askSupport'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/support/ask',
  name: 'askSupport',
  sdkMethod: 'support.ask',
};

export const askSupportUnderV2: Operation<'askSupportUnderV2'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/support/ask',
  name: 'askSupportUnderV2',
  sdkMethod: 'support.ask',
};

export const searchSupportDocs: Operation<'searchSupportDocs'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/support/docs-search',
  name: 'searchSupportDocs',
  sdkMethod: 'support.docs',
};

export const getCreditUsage: Operation<'getCreditUsage'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/credit-usage',
  name: 'getCreditUsage',
  sdkMethod: 'team.credits',
};

export const listCreditUsageHistory: Operation<'listCreditUsageHistory'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/credit-usage/historical',
  name: 'listCreditUsageHistory',
  sdkMethod: 'team.creditHistory',
};

export const getTokenUsage: Operation<'getTokenUsage'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/token-usage',
  name: 'getTokenUsage',
  sdkMethod: 'team.tokens',
};

export const listTokenUsageHistory: Operation<'listTokenUsageHistory'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/token-usage/historical',
  name: 'listTokenUsageHistory',
  sdkMethod: 'team.tokenHistory',
};

export const getQueueStatus: Operation<'getQueueStatus'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/queue-status',
  name: 'getQueueStatus',
  sdkMethod: 'team.queue',
};

export const getConcurrency: Operation<'getConcurrency'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/concurrency-check',
  name: 'getConcurrency',
  sdkMethod: 'team.concurrency',
};

export const listActivity: Operation<'listActivity'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/activity',
  name: 'listActivity',
  sdkMethod: 'team.activity',
  bounds: { properties: { limit: { minimum: 1, maximum: 100 } } },
};

export const getThreatProtection: Operation<'getThreatProtection'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/team/threat-protection',
  name: 'getThreatProtection',
  sdkMethod: 'team.threatProtection',
};

export const replaceThreatProtection: Operation<'replaceThreatProtection'> = {
  method: 'PUT',
  repeatSafe: true,
  path: '/v2/team/threat-protection',
  name: 'replaceThreatProtection',
  sdkMethod: 'team.replaceThreatProtection',
  bounds: { properties: { riskScoreThreshold: { minimum: 0, maximum: 100 }, blacklist: { items: { maxLength: 255 } }, whitelist: { items: { maxLength: 255 } }, blockedTlds: { items: { maxLength: 253 } } } },
};

export const sendFeedback: Operation<'sendFeedback'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/feedback',
  name: 'sendFeedback',
  sdkMethod: 'feedback.send',
  bounds: { properties: { issues: { maxItems: 20, items: { maxLength: 80 } }, tags: { maxItems: 20, items: { maxLength: 80 } }, note: { maxLength: 4000 }, url: { maxLength: 2048 }, pageNumbers: { maxItems: 100, items: { minimum: 1 } }, valuableSources: bounds7, missingContent: { maxItems: 50, items: bounds8 }, querySuggestions: { maxLength: 2000 } } },
};

export const searchPapers: Operation<'searchPapers'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/research/papers',
  name: 'searchPapers',
  sdkMethod: 'research.papers',
  bounds: { properties: { query: { minLength: 1 }, k: { minimum: 1, maximum: 500 } } },
};

export const getPaper: Operation<'getPaper'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/research/papers/{id}',
  name: 'getPaper',
  sdkMethod: 'research.paper',
  bounds: { properties: { query: { minLength: 1 }, k: { minimum: 1, maximum: 50 } } },
};

export const listSimilarPapers: Operation<'listSimilarPapers'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/research/papers/{id}/similar',
  name: 'listSimilarPapers',
  sdkMethod: 'research.similar',
  bounds: { properties: { intent: { minLength: 1 }, k: { minimum: 1, maximum: 500 } } },
};

export const searchDeveloperSources: Operation<'searchDeveloperSources'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/developer',
  name: 'searchDeveloperSources',
  sdkMethod: 'developer.searchByUrl',
  bounds: bounds12,
};

export const searchDeveloperSourcesWithBody: Operation<'searchDeveloperSourcesWithBody'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/search/developer',
  name: 'searchDeveloperSourcesWithBody',
  sdkMethod: 'developer.search',
  bounds: bounds12,
};
