// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import type { CreditRule, RegularCredits } from '../contract/credit-rule.js';

export const creditTable = {
  rules: [
    {"id":"enterprise-zdr","operations":["searchWeb"],"field":"enterprise","value":"zdr","per":"10 results","description":"Search with zero data retention.","min":10,"max":10},
    {"id":"enterprise-anon","operations":["searchWeb"],"field":"enterprise","value":"anon","per":"10 results","description":"Anonymized search.","min":2,"max":2},
    {"id":"proxy-enhanced","field":"proxy","value":"enhanced","per":"request","description":"Enhanced proxies.","max":5},
    {"id":"proxy-auto","field":"proxy","value":"auto","per":"request","description":"5 credits when the retry with enhanced proxies succeeds, otherwise the regular cost.","max":5},
    {"id":"pdf-pages","field":"parsers","value":"pdf","per":"page","description":"A PDF that is parsed.","min":1,"max":1},
    {"id":"pdf-without-parser","field":"parsers","value":[],"per":"PDF","description":"A PDF that is returned base64-encoded, at a flat rate.","min":1,"max":1},
    {"id":"lockdown-hit","field":"lockdown","value":true,"per":"request","description":"A page served from the cache in lockdown.","min":5,"max":5},
    {"id":"lockdown-miss","field":"lockdown","value":true,"per":"request","description":"A page that is not in the cache in lockdown.","min":1,"max":1},
    {"id":"threat-protection","field":"threatProtection.mode","value":"normal","extra":true,"per":"checked URL","description":"URLs checked with the risk service, on top of the regular cost.","min":2,"max":2},
  ] as readonly CreditRule[],
  regular: [
    {"id":"page","credits":1,"per":"page","description":"A page that is read."},
    {"id":"results","credits":2,"per":"10 results","description":"A search."},
    {"id":"model-format","credits":4,"per":"page","formats":["json","question"],"description":"A format that a language model answers."},
  ] as readonly RegularCredits[],
  defaults: {
    searchWeb: {"limit":10,"sources":[{"type":"web"}],"scrapeOptions.lockdown":false,"scrapeOptions.proxy":"auto","scrapeOptions.parsers":[{"type":"pdf"}]},
    scrapePage: {"lockdown":false,"proxy":"auto","parsers":[{"type":"pdf"}]},
    parseFile: {"parsers":[{"type":"pdf"}]},
    startCrawl: {"limit":10000,"scrapeOptions.lockdown":false,"scrapeOptions.proxy":"auto","scrapeOptions.parsers":[{"type":"pdf"}]},
    startBatchScrape: {"lockdown":false,"proxy":"auto","parsers":[{"type":"pdf"}]},
  },
} as const;
