// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

const fields1 = { type: 0, location: 0, tbs: 0, country: 0, lang: 0, filter: 0 };

const fields2 = { type: 0, fullPage: 0, quality: 0, viewport: { width: 0, height: 0 }, prompt: 0, schema: 0, checkPromptInjection: 0, modes: 0, tag: 0, question: 0, query: 0, selectors: { selector: 0, attribute: 0 }, mode: 0 };

const fields3 = { type: 0, mode: 0, maxPages: 0, pages: 0, blocks: 0, pageMarkers: 0, pageMarkdown: 0 };

const fields4 = { type: 0, milliseconds: 0, selector: 0, fullPage: 0, quality: 0, viewport: { width: 0, height: 0 }, all: 0, text: 0, key: 0, direction: 0, script: 0, format: 0, landscape: 0, scale: 0 };

const fields5 = { mode: 0, blacklist: 0, whitelist: 0, blockedTlds: 0, failurePolicy: 0, riskScoreThreshold: 0 };

const fields6 = { formats: fields2, onlyMainContent: 0, onlyCleanContent: 0, includeTags: 0, excludeTags: 0, headers: 0, waitFor: 0, timeout: 0, mobile: 0, blockAds: 0, skipTlsVerification: 0, removeBase64Images: 0, maxAge: 0, minAge: 0, lockdown: 0, storeInCache: 0, proxy: 0, parsers: fields3, location: 0, actions: fields4, profile: { name: 0, saveChanges: 0 }, redactPII: { mode: 0, entities: 0, replaceStyle: 0 }, auditMetadata: { username: 0 }, threatProtection: fields5, fastMode: 0, useMock: 0 };

const fields7 = { query: 0, limit: 0, sources: fields1, categories: { type: 0 }, country: 0, location: 0, tbs: 0, includeDomains: 0, excludeDomains: 0, highlights: 0, ignoreInvalidURLs: 0, scrapeOptions: fields6, enterprise: 0, threatProtection: fields5, timeout: 0, safe: 0, lang: 0, filter: 0, asyncScraping: 0, domainTools: 0, toolDetail: 0, origin: 0, integration: 0 };

const fields8 = { rating: 0, valuableSources: { url: 0, reason: 0 }, missingContent: { topic: 0, description: 0 }, querySuggestions: 0, origin: 0, integration: 0 };

const fields9 = { url: 0, zeroDataRetention: 0, domainTools: 0, toolDetail: 0, origin: 0, integration: 0, formats: fields2, onlyMainContent: 0, onlyCleanContent: 0, includeTags: 0, excludeTags: 0, headers: 0, waitFor: 0, timeout: 0, mobile: 0, blockAds: 0, skipTlsVerification: 0, removeBase64Images: 0, maxAge: 0, minAge: 0, lockdown: 0, storeInCache: 0, proxy: 0, parsers: fields3, location: 0, actions: fields4, profile: { name: 0, saveChanges: 0 }, redactPII: { mode: 0, entities: 0, replaceStyle: 0 }, auditMetadata: { username: 0 }, threatProtection: fields5, fastMode: 0, useMock: 0 };

const fields10 = { prompt: 0, timeout: 0, language: 0, origin: 0, integration: 0, code: 0 };

const fields11 = { type: 0, prompt: 0, schema: 0, checkPromptInjection: 0, selectors: { selector: 0, attribute: 0 }, question: 0, query: 0, mode: 0 };

const fields12 = { uploadRef: 0, formats: fields11, onlyMainContent: 0, includeTags: 0, excludeTags: 0, headers: 0, timeout: 0, parsers: fields3, skipTlsVerification: 0, removeBase64Images: 0, blockAds: 0, redactPII: { mode: 0, entities: 0, replaceStyle: 0 }, proxy: 0, maxAge: 0, minAge: 0, storeInCache: 0, waitFor: 0, mobile: 0, actions: 0, profile: { name: 0, saveChanges: 0 }, fastMode: 0, useMock: 0, domainTools: 0, origin: 0, integration: 0, auditMetadata: { username: 0 }, zeroDataRetention: 0 };

const fields13 = { filename: 0, contentType: 0, declaredSizeBytes: 0, origin: 0, integration: 0 };

const fields14 = { url: 0, prompt: 0, webhook: { url: 0, headers: 0, metadata: 0, events: 0 }, scrapeOptions: fields6, zeroDataRetention: 0, origin: 0, integration: 0, excludePaths: 0, includePaths: 0, maxDiscoveryDepth: 0, sitemap: 0, ignoreQueryParameters: 0, deduplicateSimilarURLs: 0, regexOnFullURL: 0, limit: 0, crawlEntireDomain: 0, allowExternalLinks: 0, allowSubdomains: 0, ignoreRobotsTxt: 0, robotsUserAgent: 0, delay: 0, maxConcurrency: 0 };

const fields15 = { urls: 0, webhook: { url: 0, headers: 0, metadata: 0, events: 0 }, maxConcurrency: 0, ignoreInvalidURLs: 0, appendToId: 0, zeroDataRetention: 0, origin: 0, integration: 0, formats: fields2, onlyMainContent: 0, onlyCleanContent: 0, includeTags: 0, excludeTags: 0, headers: 0, waitFor: 0, timeout: 0, mobile: 0, blockAds: 0, skipTlsVerification: 0, removeBase64Images: 0, maxAge: 0, minAge: 0, lockdown: 0, storeInCache: 0, proxy: 0, parsers: fields3, location: 0, actions: fields4, profile: { name: 0, saveChanges: 0 }, redactPII: { mode: 0, entities: 0, replaceStyle: 0 }, auditMetadata: { username: 0 }, threatProtection: fields5, fastMode: 0, useMock: 0 };

const fields16 = { url: 0, search: 0, sitemap: 0, includeSubdomains: 0, ignoreQueryParameters: 0, ignoreCache: 0, limit: 0, timeout: 0, headers: 0, useIndex: 0, filterByPath: 0, useMock: 0, location: 0, auditMetadata: { username: 0 }, threatProtection: fields5, origin: 0, integration: 0 };

const fields17 = { prompt: 0, urls: 0, schema: 0, maxCredits: 0, strictConstrainToURLs: 0, model: 0, effort: 0, mode: 0, threadId: 0, webhook: { url: 0, headers: 0, metadata: 0, events: 0 }, exchange: 0, auditMetadata: { username: 0 }, threatProtection: fields5, origin: 0, integration: 0 };

const fields18 = { urls: 0, prompt: 0, systemPrompt: 0, schema: 0, limit: 0, allowExternalLinks: 0, enableWebSearch: 0, ignoreSitemap: 0, includeSubdomains: 0, showSources: 0, urlTrace: 0, agent: 0, webhook: { url: 0, headers: 0, metadata: 0, events: 0 }, timeout: 0, scrapeOptions: fields6, ignoreInvalidURLs: 0, threatProtection: fields5, origin: 0, integration: 0 };

const fields19 = { excludePaths: 0, includePaths: 0, maxDiscoveryDepth: 0, sitemap: 0, ignoreQueryParameters: 0, deduplicateSimilarURLs: 0, regexOnFullURL: 0, limit: 0, crawlEntireDomain: 0, allowExternalLinks: 0, allowSubdomains: 0, ignoreRobotsTxt: 0, robotsUserAgent: 0, delay: 0, maxConcurrency: 0 };

const fields20 = { id: 0, type: 0, urls: 0, scrapeOptions: fields6, url: 0, crawlOptions: fields19, queries: 0, searchWindow: 0, maxResults: 0, includeDomains: 0, excludeDomains: 0 };

const fields21 = { name: 0, schedule: { cron: 0, text: 0, timezone: 0 }, webhook: { url: 0, headers: 0, metadata: 0, events: 0 }, notification: 0, targets: fields20, retentionDays: 0, goal: 0, judgeEnabled: 0, origin: 0, integration: 0 };

const fields22 = { name: 0, schedule: { cron: 0, text: 0, timezone: 0 }, webhook: { url: 0, headers: 0, metadata: 0, events: 0 }, notification: 0, targets: fields20, retentionDays: 0, goal: 0, judgeEnabled: 0, status: 0, origin: 0, integration: 0 };

const fields23 = { mode: 0, riskScoreThreshold: 0, blacklist: 0, whitelist: 0, blockedTlds: 0, failurePolicy: 0, allowRequestOverrides: 0, origin: 0, integration: 0 };

const fields24 = { endpoint: 0, jobId: 0, rating: 0, issues: 0, tags: 0, note: 0, url: 0, pageNumbers: 0, metadata: 0, valuableSources: { url: 0, reason: 0 }, missingContent: { topic: 0, description: 0 }, querySuggestions: 0, origin: 0, integration: 0 };

const fields25 = { query: 0, k: 0, types: 0, repos: 0, sources: 0, skills: 0, passages: 0, language: 0, topic: 0, license: 0, min_stars: 0, max_stars: 0, archived: 0, fork: 0, origin: 0, integration: 0 };

/** The fields of the body of each operation. */
export const requestFields = {
  searchWeb: fields7,
  sendSearchFeedback: fields8,
  scrapePage: fields9,
  interactWithPage: fields10,
  parseFile: fields12,
  createUploadUrl: fields13,
  startCrawl: fields14,
  previewCrawlParams: { url: 0, prompt: 0, origin: 0, integration: 0 },
  startBatchScrape: fields15,
  mapSite: fields16,
  startAgent: fields17,
  startExtract: fields18,
  createMonitor: fields21,
  updateMonitor: fields22,
  searchSupportDocs: { question: 0, origin: 0, integration: 0 },
  replaceThreatProtection: fields23,
  sendFeedback: fields24,
  searchDeveloperSourcesWithBody: fields25,
};
