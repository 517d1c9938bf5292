// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { Bounds } from '../resources/bounds.js';

const shared1: Bounds = { items: { most: 253 } };

const shared2: Bounds = { fields: { width: { least: 1 }, height: { least: 1 } } };

const shared3: Bounds = { fields: { quality: { least: 1, most: 100 }, viewport: shared2, question: { most: 10000 }, query: { most: 10000 } } };

const shared4: Bounds = { least: 1000, most: 300000 };

const shared5: Bounds = { least: 1, most: 10000 };

const shared6: Bounds = { fields: { maxPages: shared5 } };

const shared7: Bounds = { fields: { milliseconds: { least: 1 }, quality: { least: 1, most: 100 }, viewport: shared2 } };

const shared8: Bounds = { most: 50, items: shared7 };

const shared9: Bounds = { fields: { name: { least: 1, most: 128 } } };

const shared10: Bounds = { fields: { username: { most: 1024 } } };

const shared11: Bounds = { most: 1000, items: { most: 255 } };

const shared12: Bounds = { most: 1000, items: { most: 253 } };

const shared13: Bounds = { fields: { blacklist: shared11, whitelist: shared11, blockedTlds: shared12, riskScoreThreshold: { least: 0, most: 100 } } };

const shared14: Bounds = { fields: { formats: { items: shared3 }, waitFor: { least: 0 }, timeout: shared4, maxAge: { least: 0 }, minAge: { least: 0 }, parsers: { items: shared6 }, actions: shared8, profile: shared9, auditMetadata: shared10, threatProtection: shared13 } };

const shared15: Bounds = { fields: { reason: { most: 1000 } } };

const shared16: Bounds = { most: 50, items: shared15 };

const shared17: Bounds = { fields: { topic: { least: 1, most: 200 }, description: { most: 2000 } } };

const shared18: Bounds = { least: 1, most: 100000 };

const shared19: Bounds = { fields: { recipients: { most: 25 } } };

const shared20: Bounds = { fields: { email: shared19 } };

const shared21: Bounds = { fields: { maxDiscoveryDepth: { least: 0 }, limit: { least: 0 }, delay: { least: 0 }, maxConcurrency: { least: 1 } } };

const shared22: Bounds = { least: 1, most: 12, items: { least: 1, most: 256 } };

const shared23: Bounds = { most: 50, items: { most: 253 } };

const shared24: Bounds = { fields: { urls: { least: 1 }, scrapeOptions: shared14, crawlOptions: shared21, queries: shared22, maxResults: { least: 1, most: 50 }, includeDomains: shared23, excludeDomains: shared23 } };

const shared25: Bounds = { least: 1, most: 50, items: shared24 };

const shared26: Bounds = { fields: { name: { most: 256 }, notification: shared20, targets: shared25, retentionDays: { least: 1, most: 365 }, goal: { most: 2000 } } };

const shared27: Bounds = { items: { most: 255 } };

const shared28: Bounds = { most: 20, items: { most: 80 } };

export const bounds: { readonly [operation: string]: Bounds } = {
  searchWeb: { fields: { query: { most: 500 }, limit: { least: 1, most: 100 }, includeDomains: shared1, excludeDomains: shared1, scrapeOptions: shared14, threatProtection: shared13, timeout: { least: 1 } } },
  sendSearchFeedback: { fields: { valuableSources: shared16, missingContent: { most: 20, items: shared17 }, querySuggestions: { most: 2000 } } },
  scrapePage: shared14,
  interactWithPage: { fields: { prompt: { least: 1 }, timeout: { least: 1, most: 300 }, code: shared18 } },
  parseFile: { fields: { options: { fields: { timeout: { least: 1, most: 300000 }, parsers: { items: shared6 }, auditMetadata: shared10 } } } },
  createUploadUrl: { fields: { declaredSizeBytes: { least: 1 } } },
  startCrawl: { fields: { scrapeOptions: shared14, maxDiscoveryDepth: { least: 0 }, limit: { least: 0 }, delay: { least: 0 }, maxConcurrency: { least: 1 } } },
  previewCrawlParams: { fields: { prompt: { most: 10000 } } },
  startBatchScrape: { fields: { urls: { least: 1 }, maxConcurrency: { least: 1 }, formats: { items: shared3 }, waitFor: { least: 0 }, timeout: shared4, maxAge: { least: 0 }, minAge: { least: 0 }, parsers: { items: shared6 }, actions: shared8, profile: shared9, auditMetadata: shared10, threatProtection: shared13 } },
  mapSite: { fields: { limit: shared18, timeout: { least: 1 }, auditMetadata: shared10, threatProtection: shared13 } },
  startAgent: { fields: { prompt: { most: 10000 }, maxCredits: { least: 0 }, auditMetadata: shared10, threatProtection: shared13 } },
  startExtract: { fields: { scrapeOptions: shared14, threatProtection: shared13 } },
  createMonitor: shared26,
  updateMonitor: shared26,
  createBrowserSession: { fields: { ttl: { least: 30, most: 3600 }, activityTtl: { least: 10, most: 3600 }, profile: shared9 } },
  executeInBrowserSession: { fields: { code: shared18, timeout: { least: 1, most: 300 } } },
  replaceThreatProtection: { fields: { riskScoreThreshold: { least: 0, most: 100 }, blacklist: shared27, whitelist: shared27, blockedTlds: shared1 } },
  sendFeedback: { fields: { issues: shared28, tags: shared28, note: { most: 4000 }, pageNumbers: { most: 100, items: { least: 1 } }, valuableSources: shared16, missingContent: { most: 50, items: shared17 }, querySuggestions: { most: 2000 } } },
  searchDeveloperSourcesWithBody: { fields: { query: { least: 1 }, k: { least: 1, most: 100 }, sources: { most: 20, items: { least: 1, most: 512 } }, passages: { least: 1, most: 5 }, min_stars: { least: 0 }, max_stars: { least: 0 } } },
};
