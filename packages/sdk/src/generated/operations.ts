// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';

const bounds1: Bounds = { fields: { width: { kind: 'number', min: 1, max: 7680 }, height: { kind: 'number', min: 1, max: 4320 } } };

const bounds2: Bounds = { kind: 'list', items: { kind: 'choice', fields: { quality: { kind: 'number', min: 1, max: 100 }, viewport: bounds1, schema: { kind: 'schema' }, question: { kind: 'string', max: 10000 }, query: { kind: 'string', max: 10000 } } } };

const bounds3: Bounds = { kind: 'list', items: { kind: 'choice', fields: { maxPages: { kind: 'number', min: 1, max: 10000 } } } };

const bounds4: Bounds = { kind: 'list', max: 50, items: { fields: { milliseconds: { kind: 'number', min: 1 }, quality: { kind: 'number', min: 1, max: 100 }, viewport: bounds1 } } };

const bounds5: Bounds = { kind: 'list', max: 1000, items: { kind: 'string', max: 255 } };

const bounds6: Bounds = { fields: { blacklist: bounds5, whitelist: bounds5, blockedTlds: { kind: 'list', max: 1000, items: { kind: 'string', max: 253 } }, riskScoreThreshold: { kind: 'number', min: 0, max: 100 } } };

const bounds7: Bounds = { fields: { formats: bounds2, waitFor: { kind: 'number', min: 0 }, timeout: { kind: 'number', min: 1000, max: 300000 }, maxAge: { kind: 'number', min: 0 }, minAge: { kind: 'number', min: 0 }, parsers: bounds3, location: { fields: { country: { kind: 'string', isUpper: true } } }, actions: bounds4, profile: { fields: { name: { kind: 'string', min: 1, max: 128 } } }, auditMetadata: { fields: { username: { kind: 'string', max: 1024 } } }, threatProtection: bounds6 } };

const bounds8: Bounds = { kind: 'list', max: 50, items: { fields: { url: { kind: 'string', max: 2048 }, reason: { kind: 'string', max: 1000 } } } };

const bounds9: Bounds = { fields: { topic: { kind: 'string', min: 1, max: 200 }, description: { kind: 'string', max: 2000 } } };

const bounds10: Bounds = { fields: { skip: { kind: 'number', min: 0 }, limit: { kind: 'number', min: 0 } } };

const bounds11: Bounds = { fields: { limit: { kind: 'number', min: 1, max: 100 }, offset: { kind: 'number', min: 0 } } };

const bounds12: Bounds = { kind: 'list', max: 50, items: { kind: 'string', max: 253 } };

const bounds13: Bounds = { fields: { name: { kind: 'string', min: 1, max: 256 }, notification: { fields: { email: { fields: { recipients: { kind: 'list', max: 25 } } } } }, targets: { kind: 'list', min: 1, max: 50, items: { fields: { urls: { kind: 'list', min: 1 }, scrapeOptions: bounds7, crawlOptions: { fields: { maxDiscoveryDepth: { kind: 'number', min: 0 }, delay: { kind: 'number', above: 0, max: 60 }, maxConcurrency: { kind: 'number', min: 1 } } }, queries: { kind: 'list', min: 1, max: 12, items: { kind: 'string', min: 1, max: 256 } }, maxResults: { kind: 'number', min: 1, max: 50 }, includeDomains: bounds12, excludeDomains: bounds12 } } }, retentionDays: { kind: 'number', min: 1, max: 365 }, goal: { kind: 'string', max: 2000 } } };

const bounds14: Bounds = { kind: 'list', max: 20, items: { kind: 'string', max: 80 } };

const bounds15: Bounds = { fields: { query: { kind: 'string', min: 1 }, k: { kind: 'number', min: 1, max: 100 }, sources: { kind: 'list', max: 20, items: { kind: 'string', min: 1, max: 512 } }, passages: { kind: 'number', min: 1, max: 5 }, min_stars: { kind: 'number', min: 0 }, max_stars: { kind: 'number', min: 0 } } };

export const searchWeb: Operation<'searchWeb'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/search',
  name: 'searchWeb',
  sdkMethod: 'search',
  bounds: { fields: { query: { kind: 'string', max: 500 }, limit: { kind: 'number', min: 1, max: 100 }, includeDomains: { kind: 'list', items: { kind: 'string', max: 253 } }, excludeDomains: { kind: 'list', items: { kind: 'string', max: 253 } }, scrapeOptions: bounds7, threatProtection: bounds6, timeout: { kind: 'number', min: 1 } } },
};

export const sendSearchFeedback: Operation<'sendSearchFeedback'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/search/{jobId}/feedback',
  name: 'sendSearchFeedback',
  sdkMethod: 'feedback.search',
  bounds: { fields: { valuableSources: bounds8, missingContent: { kind: 'list', max: 20, items: bounds9 }, querySuggestions: { kind: 'string', max: 2000 } } },
};

export const scrapePage: Operation<'scrapePage'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/scrape',
  name: 'scrapePage',
  sdkMethod: 'scrape',
  bounds: bounds7,
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
  bounds: { fields: { prompt: { kind: 'string', min: 1 }, timeout: { kind: 'number', min: 1, max: 300 }, code: { kind: 'string', min: 1, max: 100000 } } },
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
  bounds: { fields: { formats: { kind: 'list', items: { kind: 'choice', fields: { schema: { kind: 'schema' }, question: { kind: 'string', max: 10000 }, query: { kind: 'string', max: 10000 } } } }, timeout: { kind: 'number', min: 1 }, parsers: bounds3, maxAge: { kind: 'number', min: 0 }, minAge: { kind: 'number', min: 0 }, profile: { fields: { name: { kind: 'string', min: 1, max: 128 } } }, auditMetadata: { fields: { username: { kind: 'string', max: 1024 } } } } },
};

export const createUploadUrl: Operation<'createUploadUrl'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/parse/upload-url',
  name: 'createUploadUrl',
  sdkMethod: 'uploads.create',
  bounds: { fields: { filename: { kind: 'string', min: 1, max: 512 }, contentType: { kind: 'string', min: 1, max: 255 }, declaredSizeBytes: { kind: 'number', min: 1, max: 52428800 } } },
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
  bounds: { fields: { scrapeOptions: bounds7, maxDiscoveryDepth: { kind: 'number', min: 0 }, delay: { kind: 'number', above: 0, max: 60 }, maxConcurrency: { kind: 'number', min: 1 } } },
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
  bounds: { fields: { prompt: { kind: 'string', max: 10000 } } },
};

export const getCrawl: Operation<'getCrawl'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/crawl/{id}',
  name: 'getCrawl',
  sdkMethod: 'crawls.get',
  bounds: bounds10,
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
  bounds: { fields: { urls: { kind: 'list', min: 1 }, maxConcurrency: { kind: 'number', min: 1 }, formats: bounds2, waitFor: { kind: 'number', min: 0 }, timeout: { kind: 'number', min: 1000, max: 300000 }, maxAge: { kind: 'number', min: 0 }, minAge: { kind: 'number', min: 0 }, parsers: bounds3, location: { fields: { country: { kind: 'string', isUpper: true } } }, actions: bounds4, profile: { fields: { name: { kind: 'string', min: 1, max: 128 } } }, auditMetadata: { fields: { username: { kind: 'string', max: 1024 } } }, threatProtection: bounds6 } },
};

export const getBatchScrape: Operation<'getBatchScrape'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/batch/scrape/{id}',
  name: 'getBatchScrape',
  sdkMethod: 'batches.get',
  bounds: bounds10,
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
  bounds: { fields: { limit: { kind: 'number', min: 1, max: 100000 }, timeout: { kind: 'number', min: 1 }, location: { fields: { country: { kind: 'string', isUpper: true } } }, auditMetadata: { fields: { username: { kind: 'string', max: 1024 } } }, threatProtection: bounds6 } },
};

export const startAgent: Operation<'startAgent'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/agent',
  name: 'startAgent',
  sdkMethod: 'agents.start',
  bounds: { fields: { prompt: { kind: 'string', max: 10000 }, schema: { kind: 'schema' }, maxCredits: { kind: 'number', min: 0 }, auditMetadata: { fields: { username: { kind: 'string', max: 1024 } } }, threatProtection: bounds6 } },
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
  bounds: { fields: { urls: { kind: 'list', max: 10 }, schema: { kind: 'schema' }, limit: { kind: 'number', min: 1 }, timeout: { kind: 'number', min: 1000 }, scrapeOptions: bounds7, threatProtection: bounds6 } },
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
  bounds: bounds11,
};

export const createMonitor: Operation<'createMonitor'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/monitor',
  name: 'createMonitor',
  sdkMethod: 'monitors.create',
  bounds: bounds13,
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
  bounds: bounds13,
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
  bounds: bounds11,
};

export const getMonitorCheck: Operation<'getMonitorCheck'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/monitor/{monitorId}/checks/{checkId}',
  name: 'getMonitorCheck',
  sdkMethod: 'monitors.check',
  bounds: { fields: { limit: { kind: 'number', min: 1, max: 100 }, skip: { kind: 'number', min: 0 } } },
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
  bounds: { fields: { ttl: { kind: 'number', min: 30, max: 3600 }, activityTtl: { kind: 'number', min: 10, max: 3600 }, profile: { fields: { name: { kind: 'string', min: 1, max: 128 } } } } },
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
  bounds: { fields: { code: { kind: 'string', min: 1, max: 100000 }, timeout: { kind: 'number', min: 1, max: 300 } } },
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
  bounds: { fields: { limit: { kind: 'number', min: 1, max: 100 } } },
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
  bounds: { fields: { riskScoreThreshold: { kind: 'number', min: 0, max: 100 }, blacklist: { kind: 'list', items: { kind: 'string', max: 255 } }, whitelist: { kind: 'list', items: { kind: 'string', max: 255 } }, blockedTlds: { kind: 'list', items: { kind: 'string', max: 253 } } } },
};

export const sendFeedback: Operation<'sendFeedback'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/feedback',
  name: 'sendFeedback',
  sdkMethod: 'feedback.send',
  bounds: { fields: { issues: bounds14, tags: bounds14, note: { kind: 'string', max: 4000 }, url: { kind: 'string', max: 2048 }, pageNumbers: { kind: 'list', max: 100, items: { kind: 'number', min: 1 } }, valuableSources: bounds8, missingContent: { kind: 'list', max: 50, items: bounds9 }, querySuggestions: { kind: 'string', max: 2000 } } },
};

export const searchPapers: Operation<'searchPapers'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/research/papers',
  name: 'searchPapers',
  sdkMethod: 'research.papers',
  bounds: { fields: { query: { kind: 'string', min: 1 }, k: { kind: 'number', min: 1, max: 500 } } },
};

export const getPaper: Operation<'getPaper'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/research/papers/{id}',
  name: 'getPaper',
  sdkMethod: 'research.paper',
  bounds: { fields: { query: { kind: 'string', min: 1 }, k: { kind: 'number', min: 1, max: 50 } } },
};

export const listSimilarPapers: Operation<'listSimilarPapers'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/research/papers/{id}/similar',
  name: 'listSimilarPapers',
  sdkMethod: 'research.similar',
  bounds: { fields: { intent: { kind: 'string', min: 1 }, k: { kind: 'number', min: 1, max: 500 } } },
};

export const searchDeveloperSources: Operation<'searchDeveloperSources'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/search/developer',
  name: 'searchDeveloperSources',
  sdkMethod: 'developer.searchByUrl',
  bounds: bounds15,
};

export const searchDeveloperSourcesWithBody: Operation<'searchDeveloperSourcesWithBody'> = {
  method: 'POST',
  repeatSafe: true,
  path: '/v2/search/developer',
  name: 'searchDeveloperSourcesWithBody',
  sdkMethod: 'developer.search',
  bounds: bounds15,
};
