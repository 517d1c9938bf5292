// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../resources/bounds.js';
import type { Operation } from '../resources/operation.js';

const bounds1: Bounds = [Infinity, 0, [253]];

const bounds2: Bounds = { width: [Infinity, 1], height: [Infinity, 1] };

const bounds3: Bounds = { quality: [100, 1], viewport: bounds2, question: [10000], query: [10000] };

const bounds4: Bounds = [Infinity, 0, bounds3];

const bounds5: Bounds = { maxPages: [10000, 1] };

const bounds6: Bounds = [Infinity, 0, bounds5];

const bounds7: Bounds = { milliseconds: [Infinity, 1], quality: [100, 1], viewport: bounds2 };

const bounds8: Bounds = [50, 0, bounds7];

const bounds9: Bounds = { name: [128, 1] };

const bounds10: Bounds = { username: [1024] };

const bounds11: Bounds = [1000, 0, [255]];

const bounds12: Bounds = [1000, 0, [253]];

const bounds13: Bounds = { blacklist: bounds11, whitelist: bounds11, blockedTlds: bounds12, riskScoreThreshold: [100, 0] };

const bounds14: Bounds = { formats: bounds4, waitFor: [Infinity, 0], timeout: [300000, 1000], maxAge: [Infinity, 0], minAge: [Infinity, 0], parsers: bounds6, actions: bounds8, profile: bounds9, auditMetadata: bounds10, threatProtection: bounds13 };

const bounds15: Bounds = { reason: [1000] };

const bounds16: Bounds = [50, 0, bounds15];

const bounds17: Bounds = { topic: [200, 1], description: [2000] };

const bounds18: Bounds = { recipients: [25] };

const bounds19: Bounds = { email: bounds18 };

const bounds20: Bounds = { maxDiscoveryDepth: [Infinity, 0], limit: [Infinity, 0], delay: [Infinity, 0], maxConcurrency: [Infinity, 1] };

const bounds21: Bounds = [12, 1, [256, 1]];

const bounds22: Bounds = { urls: [Infinity, 1], scrapeOptions: bounds14, crawlOptions: bounds20, queries: bounds21, maxResults: [50, 1], includeDomains: [50, 0, [253]], excludeDomains: [50, 0, [253]] };

const bounds23: Bounds = [50, 1, bounds22];

const bounds24: Bounds = { name: [256], notification: bounds19, targets: bounds23, retentionDays: [365, 1], goal: [2000] };

const bounds25: Bounds = [Infinity, 0, [255]];

export const searchWeb: Operation<'searchWeb'> = { name: 'searchWeb', method: 'POST', path: '/v2/search', repeatSafe: true, bounds: { query: [500], limit: [100, 1], includeDomains: bounds1, excludeDomains: bounds1, scrapeOptions: bounds14, threatProtection: bounds13, timeout: [Infinity, 1] } };

export const sendSearchFeedback: Operation<'sendSearchFeedback'> = { name: 'sendSearchFeedback', method: 'POST', path: '/v2/search/{jobId}/feedback', repeatSafe: false, bounds: { valuableSources: bounds16, missingContent: [20, 0, bounds17], querySuggestions: [2000] } };

export const scrapePage: Operation<'scrapePage'> = { name: 'scrapePage', method: 'POST', path: '/v2/scrape', repeatSafe: true, bounds: bounds14 };

export const getScrape: Operation<'getScrape'> = { name: 'getScrape', method: 'GET', path: '/v2/scrape/{scrapeId}', repeatSafe: true };

export const interactWithPage: Operation<'interactWithPage'> = { name: 'interactWithPage', method: 'POST', path: '/v2/scrape/{scrapeId}/interact', repeatSafe: false, bounds: { prompt: [Infinity, 1], timeout: [300, 1], code: [100000, 1] } };

export const endInteraction: Operation<'endInteraction'> = { name: 'endInteraction', method: 'DELETE', path: '/v2/scrape/{scrapeId}/interact', repeatSafe: true };

export const parseFile: Operation<'parseFile'> = { name: 'parseFile', method: 'POST', path: '/v2/parse', repeatSafe: true, bounds: { options: { timeout: [300000, 1], parsers: bounds6, auditMetadata: bounds10 } } };

export const createUploadUrl: Operation<'createUploadUrl'> = { name: 'createUploadUrl', method: 'POST', path: '/v2/parse/upload-url', repeatSafe: false, bounds: { declaredSizeBytes: [Infinity, 1] } };

export const uploadFile: Operation<'uploadFile'> = { name: 'uploadFile', method: 'PUT', path: '/v2/parse/upload/{id}', repeatSafe: true };

export const startCrawl: Operation<'startCrawl'> = { name: 'startCrawl', method: 'POST', path: '/v2/crawl', repeatSafe: false, bounds: { scrapeOptions: bounds14, maxDiscoveryDepth: [Infinity, 0], limit: [Infinity, 0], delay: [Infinity, 0], maxConcurrency: [Infinity, 1] } };

export const listActiveCrawls: Operation<'listActiveCrawls'> = { name: 'listActiveCrawls', method: 'GET', path: '/v2/crawl/active', repeatSafe: true };

export const listOngoingCrawls: Operation<'listOngoingCrawls'> = { name: 'listOngoingCrawls', method: 'GET', path: '/v2/crawl/ongoing', repeatSafe: true };

export const previewCrawlParams: Operation<'previewCrawlParams'> = { name: 'previewCrawlParams', method: 'POST', path: '/v2/crawl/params-preview', repeatSafe: true, bounds: { prompt: [10000] } };

export const getCrawl: Operation<'getCrawl'> = { name: 'getCrawl', method: 'GET', path: '/v2/crawl/{id}', repeatSafe: true };

export const cancelCrawl: Operation<'cancelCrawl'> = { name: 'cancelCrawl', method: 'DELETE', path: '/v2/crawl/{id}', repeatSafe: true };

export const listCrawlErrors: Operation<'listCrawlErrors'> = { name: 'listCrawlErrors', method: 'GET', path: '/v2/crawl/{id}/errors', repeatSafe: true };

export const startBatchScrape: Operation<'startBatchScrape'> = { name: 'startBatchScrape', method: 'POST', path: '/v2/batch/scrape', repeatSafe: false, bounds: { urls: [Infinity, 1], maxConcurrency: [Infinity, 1], formats: bounds4, waitFor: [Infinity, 0], timeout: [300000, 1000], maxAge: [Infinity, 0], minAge: [Infinity, 0], parsers: bounds6, actions: bounds8, profile: bounds9, auditMetadata: bounds10, threatProtection: bounds13 } };

export const getBatchScrape: Operation<'getBatchScrape'> = { name: 'getBatchScrape', method: 'GET', path: '/v2/batch/scrape/{id}', repeatSafe: true };

export const cancelBatchScrape: Operation<'cancelBatchScrape'> = { name: 'cancelBatchScrape', method: 'DELETE', path: '/v2/batch/scrape/{id}', repeatSafe: true };

export const listBatchScrapeErrors: Operation<'listBatchScrapeErrors'> = { name: 'listBatchScrapeErrors', method: 'GET', path: '/v2/batch/scrape/{id}/errors', repeatSafe: true };

export const mapSite: Operation<'mapSite'> = { name: 'mapSite', method: 'POST', path: '/v2/map', repeatSafe: true, bounds: { limit: [100000, 1], timeout: [Infinity, 1], auditMetadata: bounds10, threatProtection: bounds13 } };

export const startAgent: Operation<'startAgent'> = { name: 'startAgent', method: 'POST', path: '/v2/agent', repeatSafe: false, bounds: { prompt: [10000], maxCredits: [Infinity, 0], auditMetadata: bounds10, threatProtection: bounds13 } };

export const getAgent: Operation<'getAgent'> = { name: 'getAgent', method: 'GET', path: '/v2/agent/{jobId}', repeatSafe: true };

export const cancelAgent: Operation<'cancelAgent'> = { name: 'cancelAgent', method: 'DELETE', path: '/v2/agent/{jobId}', repeatSafe: true };

export const startExtract: Operation<'startExtract'> = { name: 'startExtract', method: 'POST', path: '/v2/extract', repeatSafe: false, bounds: { scrapeOptions: bounds14, threatProtection: bounds13 } };

export const getExtract: Operation<'getExtract'> = { name: 'getExtract', method: 'GET', path: '/v2/extract/{id}', repeatSafe: true };

export const listMonitors: Operation<'listMonitors'> = { name: 'listMonitors', method: 'GET', path: '/v2/monitor', repeatSafe: true };

export const createMonitor: Operation<'createMonitor'> = { name: 'createMonitor', method: 'POST', path: '/v2/monitor', repeatSafe: false, bounds: bounds24 };

export const getMonitor: Operation<'getMonitor'> = { name: 'getMonitor', method: 'GET', path: '/v2/monitor/{monitorId}', repeatSafe: true };

export const updateMonitor: Operation<'updateMonitor'> = { name: 'updateMonitor', method: 'PATCH', path: '/v2/monitor/{monitorId}', repeatSafe: true, bounds: bounds24 };

export const deleteMonitor: Operation<'deleteMonitor'> = { name: 'deleteMonitor', method: 'DELETE', path: '/v2/monitor/{monitorId}', repeatSafe: true };

export const runMonitor: Operation<'runMonitor'> = { name: 'runMonitor', method: 'POST', path: '/v2/monitor/{monitorId}/run', repeatSafe: false };

export const listMonitorChecks: Operation<'listMonitorChecks'> = { name: 'listMonitorChecks', method: 'GET', path: '/v2/monitor/{monitorId}/checks', repeatSafe: true };

export const getMonitorCheck: Operation<'getMonitorCheck'> = { name: 'getMonitorCheck', method: 'GET', path: '/v2/monitor/{monitorId}/checks/{checkId}', repeatSafe: true };

export const listBrowserSessions: Operation<'listBrowserSessions'> = { name: 'listBrowserSessions', method: 'GET', path: '/v2/interact', repeatSafe: true };

export const createBrowserSession: Operation<'createBrowserSession'> = { name: 'createBrowserSession', method: 'POST', path: '/v2/interact', repeatSafe: false, bounds: { ttl: [3600, 30], activityTtl: [3600, 10], profile: bounds9 } };

export const deleteBrowserSession: Operation<'deleteBrowserSession'> = { name: 'deleteBrowserSession', method: 'DELETE', path: '/v2/interact/{sessionId}', repeatSafe: true };

export const executeInBrowserSession: Operation<'executeInBrowserSession'> = { name: 'executeInBrowserSession', method: 'POST', path: '/v2/interact/{sessionId}/execute', repeatSafe: false, bounds: { code: [100000, 1], timeout: [300, 1] } };

export const askSupport: Operation<'askSupport'> = { name: 'askSupport', method: 'POST', path: '/support/ask', repeatSafe: true };

export const askSupportUnderV2: Operation<'askSupportUnderV2'> = { name: 'askSupportUnderV2', method: 'POST', path: '/v2/support/ask', repeatSafe: true };

export const searchSupportDocs: Operation<'searchSupportDocs'> = { name: 'searchSupportDocs', method: 'POST', path: '/v2/support/docs-search', repeatSafe: true };

export const getCreditUsage: Operation<'getCreditUsage'> = { name: 'getCreditUsage', method: 'GET', path: '/v2/team/credit-usage', repeatSafe: true };

export const listCreditUsageHistory: Operation<'listCreditUsageHistory'> = { name: 'listCreditUsageHistory', method: 'GET', path: '/v2/team/credit-usage/historical', repeatSafe: true };

export const getTokenUsage: Operation<'getTokenUsage'> = { name: 'getTokenUsage', method: 'GET', path: '/v2/team/token-usage', repeatSafe: true };

export const listTokenUsageHistory: Operation<'listTokenUsageHistory'> = { name: 'listTokenUsageHistory', method: 'GET', path: '/v2/team/token-usage/historical', repeatSafe: true };

export const getQueueStatus: Operation<'getQueueStatus'> = { name: 'getQueueStatus', method: 'GET', path: '/v2/team/queue-status', repeatSafe: true };

export const getConcurrency: Operation<'getConcurrency'> = { name: 'getConcurrency', method: 'GET', path: '/v2/concurrency-check', repeatSafe: true };

export const listActivity: Operation<'listActivity'> = { name: 'listActivity', method: 'GET', path: '/v2/team/activity', repeatSafe: true };

export const getThreatProtection: Operation<'getThreatProtection'> = { name: 'getThreatProtection', method: 'GET', path: '/v2/team/threat-protection', repeatSafe: true };

export const replaceThreatProtection: Operation<'replaceThreatProtection'> = { name: 'replaceThreatProtection', method: 'PUT', path: '/v2/team/threat-protection', repeatSafe: true, bounds: { riskScoreThreshold: [100, 0], blacklist: bounds25, whitelist: bounds25, blockedTlds: bounds1 } };

export const sendFeedback: Operation<'sendFeedback'> = { name: 'sendFeedback', method: 'POST', path: '/v2/feedback', repeatSafe: false, bounds: { issues: [20, 0, [80]], tags: [20, 0, [80]], note: [4000], pageNumbers: [100, 0, [Infinity, 1]], valuableSources: bounds16, missingContent: [50, 0, bounds17], querySuggestions: [2000] } };

export const searchPapers: Operation<'searchPapers'> = { name: 'searchPapers', method: 'GET', path: '/v2/search/research/papers', repeatSafe: true };

export const getPaper: Operation<'getPaper'> = { name: 'getPaper', method: 'GET', path: '/v2/search/research/papers/{id}', repeatSafe: true };

export const listSimilarPapers: Operation<'listSimilarPapers'> = { name: 'listSimilarPapers', method: 'GET', path: '/v2/search/research/papers/{id}/similar', repeatSafe: true };

export const searchDeveloperSources: Operation<'searchDeveloperSources'> = { name: 'searchDeveloperSources', method: 'GET', path: '/v2/search/developer', repeatSafe: true };

export const searchDeveloperSourcesWithBody: Operation<'searchDeveloperSourcesWithBody'> = { name: 'searchDeveloperSourcesWithBody', method: 'POST', path: '/v2/search/developer', repeatSafe: true, bounds: { query: [Infinity, 1], k: [100, 1], sources: [20, 0, [512, 1]], passages: [5, 1], min_stars: [Infinity, 0], max_stars: [Infinity, 0] } };
