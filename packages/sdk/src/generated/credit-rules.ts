// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { CreditRule, RegularCredits } from '../contract/credit-rule.js';

export const creditRules: readonly CreditRule[] = [
  {
    "id": "enterprise-zdr",
    "operations": [
      "searchWeb"
    ],
    "field": "enterprise",
    "value": "zdr",
    "least": 10,
    "most": 10,
    "per": "10 results",
    "description": "Search with zero data retention."
  },
  {
    "id": "enterprise-anon",
    "operations": [
      "searchWeb"
    ],
    "field": "enterprise",
    "value": "anon",
    "least": 2,
    "most": 2,
    "per": "10 results",
    "description": "Anonymized search."
  },
  {
    "id": "proxy-enhanced",
    "field": "proxy",
    "value": "enhanced",
    "most": 5,
    "per": "request",
    "description": "Enhanced proxies, up to 5 credits."
  },
  {
    "id": "proxy-auto",
    "field": "proxy",
    "value": "auto",
    "most": 5,
    "per": "request",
    "description": "5 credits when the retry with enhanced proxies succeeds, otherwise the regular cost."
  },
  {
    "id": "pdf-pages",
    "field": "parsers",
    "value": "pdf",
    "least": 1,
    "most": 1,
    "per": "page",
    "description": "A PDF that is parsed."
  },
  {
    "id": "pdf-without-parser",
    "field": "parsers",
    "value": [],
    "least": 1,
    "most": 1,
    "per": "PDF",
    "description": "A PDF that is returned base64-encoded, at a flat rate."
  },
  {
    "id": "lockdown-hit",
    "field": "lockdown",
    "value": true,
    "least": 5,
    "most": 5,
    "per": "request",
    "description": "A page served from the cache in lockdown."
  },
  {
    "id": "lockdown-miss",
    "field": "lockdown",
    "value": true,
    "least": 1,
    "most": 1,
    "per": "request",
    "description": "A page that is not in the cache in lockdown."
  },
  {
    "id": "threat-protection",
    "field": "threatProtection.mode",
    "value": "normal",
    "extra": true,
    "least": 2,
    "most": 2,
    "per": "checked URL",
    "description": "URLs checked with the risk service, on top of the regular cost."
  }
];

export const regularCredits: readonly RegularCredits[] = [
  {
    "id": "page",
    "credits": 1,
    "per": "page",
    "description": "A page that is read."
  },
  {
    "id": "results",
    "credits": 2,
    "per": "10 results",
    "description": "A search."
  },
  {
    "id": "model-format",
    "credits": 4,
    "per": "page",
    "formats": [
      "json",
      "question"
    ],
    "description": "A format that a language model answers."
  }
];

export const creditDefaults = {
  "searchWeb": {
    "limit": 10,
    "sources": [
      {
        "type": "web"
      }
    ],
    "scrapeOptions.lockdown": false,
    "scrapeOptions.proxy": "auto",
    "scrapeOptions.parsers": [
      {
        "type": "pdf"
      }
    ]
  },
  "scrapePage": {
    "lockdown": false,
    "proxy": "auto",
    "parsers": [
      {
        "type": "pdf"
      }
    ]
  },
  "parseFile": {
    "parsers": [
      {
        "type": "pdf"
      }
    ]
  },
  "startCrawl": {
    "limit": 10000,
    "scrapeOptions.lockdown": false,
    "scrapeOptions.proxy": "auto",
    "scrapeOptions.parsers": [
      {
        "type": "pdf"
      }
    ]
  },
  "startBatchScrape": {
    "lockdown": false,
    "proxy": "auto",
    "parsers": [
      {
        "type": "pdf"
      }
    ]
  }
} as const;
