// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.

import { type Flag, flagsIn } from '../flags/flag.js';

const scrapeOptions: readonly Flag[] = [
  {"name":"formats","field":["formats"],"kind":"items","help":"The formats to return, as names or, with options, as objects. Only one of them may be a screenshot.","summary":"The formats to return, as names or, with options, as objects.","choices":["markdown","summary","html","rawHtml","links","images","screenshot","json","changeTracking","branding","product","menu","audio","video","rawBase64","deterministicJson"],"objects":[{"type":"markdown","required":[],"fields":{}},{"type":"summary","required":[],"fields":{}},{"type":"html","required":[],"fields":{}},{"type":"rawHtml","required":[],"fields":{}},{"type":"links","required":[],"fields":{}},{"type":"images","required":[],"fields":{}},{"type":"screenshot","required":[],"fields":{"fullPage":"boolean","quality":"integer","viewport":"object"}},{"type":"json","required":[],"fields":{"prompt":"string","schema":"any","checkPromptInjection":"boolean"}},{"type":"changeTracking","required":[],"fields":{"modes":"array","prompt":"string","schema":"any","tag":"any"}},{"type":"branding","required":[],"fields":{}},{"type":"product","required":[],"fields":{}},{"type":"menu","required":[],"fields":{}},{"type":"audio","required":[],"fields":{}},{"type":"video","required":[],"fields":{}},{"type":"question","required":["question"],"fields":{"question":"string"}},{"type":"highlights","required":["query"],"fields":{"query":"string"}},{"type":"attributes","required":["selectors"],"fields":{"selectors":"array"}},{"type":"rawBase64","required":[],"fields":{}},{"type":"deterministicJson","required":[],"fields":{"prompt":"string","schema":"any"}},{"type":"query","required":["prompt"],"fields":{"prompt":"string","mode":"string"}}],"default":["markdown"]},
  {"name":"only-main-content","field":["onlyMainContent"],"kind":"boolean","help":"Whether to leave out headers, footers and navigation. A deterministic filter on the HTML before Markdown is made; no model is used.","summary":"Whether to leave out headers, footers and navigation.","default":true},
  {"name":"only-clean-content","field":["onlyCleanContent"],"kind":"boolean","help":"Beta: an additional cleaning pass over the Markdown by a model. Can be combined with `onlyMainContent`. Ignored with a warning, and the original kept, when the Markdown exceeds what the model can return. Not compatible with zero data retention.","summary":"Beta: an additional cleaning pass over the Markdown by a model.","default":false},
  {"name":"include-tags","field":["includeTags"],"kind":"strings","help":"Tags, classes or ids to keep, as CSS selectors."},
  {"name":"exclude-tags","field":["excludeTags"],"kind":"strings","help":"Tags, classes or ids to leave out, as CSS selectors."},
  {"name":"headers","field":["headers"],"kind":"json","help":"Headers to send to the page, such as cookies or a user agent. Switches `storeInCache` off.","summary":"Headers to send to the page, such as cookies or a user agent."},
  {"name":"wait-for-ms","field":["waitFor"],"kind":"integer","help":"Delay before the page is read, in milliseconds, on top of the automatic smart wait. At most half of `timeout`.","summary":"Delay before the page is read, in milliseconds, on top of the automatic smart wait.","min":0,"default":0},
  {"name":"timeout-ms","field":["timeout"],"kind":"integer","help":"How long the scrape may take, in milliseconds.","min":1000,"max":300000,"default":60000},
  {"name":"mobile","field":["mobile"],"kind":"boolean","help":"Whether to emulate a mobile device.","default":false},
  {"name":"block-ads","field":["blockAds"],"kind":"boolean","help":"Whether to block ads and cookie pop-ups.","default":true},
  {"name":"skip-tls-verification","field":["skipTlsVerification"],"kind":"boolean","help":"Whether to skip the verification of TLS certificates.","default":true},
  {"name":"remove-base64-images","field":["removeBase64Images"],"kind":"boolean","help":"Whether to remove base64 images from Markdown: the alt text stays, a placeholder takes the place of the URL. `html` and `rawHtml` are not affected.","summary":"Whether to remove base64 images from Markdown: the alt text stays, a placeholder takes the place of the URL.","default":true},
  {"name":"max-age-ms","field":["maxAge"],"kind":"integer","help":"A cached copy newer than this is returned, otherwise the page is fetched again; in milliseconds. The default is 2 days, with `lockdown` 2 years.","summary":"A cached copy newer than this is returned, otherwise the page is fetched again; in milliseconds.","min":0,"default":172800000},
  {"name":"min-age-ms","field":["minAge"],"kind":"integer","help":"Asks only the cache, never the page: a copy at least this old, in milliseconds, is returned at once. Without one the answer is `404` with the code `SCRAPE_NO_CACHED_DATA`. `1` accepts any cached copy.","summary":"Asks only the cache, never the page: a copy at least this old, in milliseconds, is returned at once.","min":0},
  {"name":"lockdown","field":["lockdown"],"kind":"boolean","help":"Serves from the cache only and never contacts the page. On a cache miss the answer is `404` with the code `SCRAPE_LOCKDOWN_CACHE_MISS`, and the URL is not logged. Zero data retention applies, and the default of `maxAge` becomes 2 years.","summary":"Serves from the cache only and never contacts the page.","default":false},
  {"name":"store-in-cache","field":["storeInCache"],"kind":"boolean","help":"Whether to keep the page in the index and the cache. Forced to false by sensitive options such as `actions` or `headers`.","summary":"Whether to keep the page in the index and the cache.","default":true},
  {"name":"proxy","field":["proxy"],"kind":"string","help":"The kind of proxy: `basic`, `enhanced`, or `auto` to try again with enhanced ones when the basic ones fail. `stealth` is an older name that running servers take as well.","summary":"The kind of proxy: `basic`, `enhanced`, or `auto` to try again with enhanced ones when the basic ones fail.","choices":["basic","enhanced","auto","stealth"],"default":"auto"},
  {"name":"parsers","field":["parsers"],"kind":"items","help":"How files are parsed. With an empty list a PDF is returned base64-encoded.","summary":"How files are parsed.","choices":["pdf","image"],"objects":[{"type":"pdf","required":[],"fields":{"mode":"string","maxPages":"integer","pages":"boolean","blocks":"boolean","pageMarkers":"boolean","pageMarkdown":"boolean"}},{"type":"image","required":[],"fields":{}}],"default":[{"type":"pdf"}]},
  {"name":"location-country","field":["location","country"],"kind":"string","help":"ISO code of the country, two uppercase letters.","default":"US"},
  {"name":"location-languages","field":["location","languages"],"kind":"strings","help":"Languages in the order of their priority. The default is the language of the location.","summary":"Languages in the order of their priority."},
  {"name":"actions","field":["actions"],"kind":"items","help":"What to do on the page before it is read, in this order.","objects":[{"type":"wait","required":["milliseconds"],"fields":{"milliseconds":"integer"}},{"type":"wait","required":["selector"],"fields":{"selector":"string"}},{"type":"screenshot","required":[],"fields":{"fullPage":"boolean","quality":"integer","viewport":"object"}},{"type":"click","required":["selector"],"fields":{"selector":"string","all":"boolean"}},{"type":"write","required":["text"],"fields":{"text":"string"}},{"type":"press","required":["key"],"fields":{"key":"string"}},{"type":"scroll","required":[],"fields":{"direction":"string","selector":"string"}},{"type":"scrape","required":[],"fields":{}},{"type":"executeJavascript","required":["script"],"fields":{"script":"string"}},{"type":"pdf","required":[],"fields":{"format":"string","landscape":"boolean","scale":"number"}}]},
  {"name":"profile-name","field":["profile","name"],"kind":"string","help":"Name of the profile."},
  {"name":"profile-save-changes","field":["profile","saveChanges"],"kind":"boolean","help":"Whether the session writes its state back. Only one session at a time may.","summary":"Whether the session writes its state back.","default":true},
  {"name":"redact-pii","field":["redactPII"],"kind":"json","help":"Whether to redact personal data from the returned Markdown; true uses the defaults.","default":false},
  {"name":"audit-metadata-username","field":["auditMetadata","username"],"kind":"string","help":"On whose behalf the call is made."},
  {"name":"threat-protection-mode","field":["threatProtection","mode"],"kind":"string","help":"`normal` checks URLs with a third-party URL risk service.","choices":["off","normal"]},
  {"name":"threat-protection-blacklist","field":["threatProtection","blacklist"],"kind":"strings","help":"Domains that are always blocked."},
  {"name":"threat-protection-whitelist","field":["threatProtection","whitelist"],"kind":"strings","help":"Domains that are always allowed. Overrides all other rules.","summary":"Domains that are always allowed."},
  {"name":"threat-protection-blocked-tlds","field":["threatProtection","blockedTlds"],"kind":"strings","help":"Top-level domains that are blocked outright."},
  {"name":"threat-protection-failure-policy","field":["threatProtection","failurePolicy"],"kind":"string","help":"Allow (`open`) or block (`closed`) when the classifier cannot be reached.","choices":["open","closed"]},
  {"name":"threat-protection-risk-score-threshold","field":["threatProtection","riskScoreThreshold"],"kind":"integer","help":"Normalized score at which a verdict blocks the URL. Lower is stricter.","summary":"Normalized score at which a verdict blocks the URL.","min":0,"max":100},
  {"name":"fast-mode","field":["fastMode"],"kind":"boolean","help":"Whether to prefer speed to completeness. `@trawl/local` then runs no scripts of a page that is empty without them, and says so in `warning`.","summary":"Whether to prefer speed to completeness.","default":false},
  {"name":"use-mock","field":["useMock"],"kind":"string","help":"Name of a recorded page, for the tests of the service itself. `@trawl/local` ignores it.","summary":"Name of a recorded page, for the tests of the service itself."},
];

export const searchWeb: readonly Flag[] = [
  {"name":"query","field":["query"],"kind":"string","help":"What to search for, at most 500 characters. These operators can be used in it: | Operator | Effect | |---|---| | `\"text\"` | exactly this phrase | | `-` | before a word or an operator: not this | | `site:` | only results from one site | | `filetype:` | only files with this extension; `-filetype:` for all others | | `inurl:` | a word in the URL | | `allinurl:` | several words in the URL | | `intitle:` | a word in the title of the page | | `allintitle:` | several words in the title | | `related:` | results related to a domain | | `imagesize:` | images of exactly these dimensions, as `WIDTHxHEIGHT` | | `larger:` | images larger than these dimensions, as `WIDTHxHEIGHT` |","summary":"What to search for, at most 500 characters.","required":true},
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many results at most, for each source type when several are used.","min":1,"max":100,"default":10},
  {"name":"sources","field":["sources"],"kind":"items","help":"Which kinds of results, as objects or as plain strings; not mixed. The arrays of the answer follow it.","summary":"Which kinds of results, as objects or as plain strings; not mixed.","choices":["web","images","news"],"default":[{"type":"web"}]},
  {"name":"categories","field":["categories"],"kind":"strings","help":"Only results of these categories, as objects or as plain strings; not mixed. No filtering by default.","summary":"Only results of these categories, as objects or as plain strings; not mixed.","choices":["github","research","pdf","developer","repo","code","docs","devdex","repo_search","developer_index"],"default":[]},
  {"name":"country","field":["country"],"kind":"string","help":"ISO code of the country to search from. For best results set it together with `location`.","summary":"ISO code of the country to search from.","default":"US"},
  {"name":"location","field":["location"],"kind":"string","help":"Region to search from, as a country or as city, region and country."},
  {"name":"tbs","field":["tbs"],"kind":"string","help":"Time filter, values combined with commas: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y` for the past hour, day, week, month or year; `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` for a range of days; `sbd:1` to sort by date. Servers take every text. `@trawl/local` understands `qdr:n` for the past minute, numbers such as `qdr:h2`, and dates without leading zeros too, and names in the `warning` what it does not understand.","summary":"Time filter, values combined with commas: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y` for the past hour, day, week, month or year; `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` for a range of days; `sbd:1` to sort by date."},
  {"name":"include-domains","field":["includeDomains"],"kind":"strings","help":"Only results from these hosts. Cannot be used with `excludeDomains`.","summary":"Only results from these hosts."},
  {"name":"exclude-domains","field":["excludeDomains"],"kind":"strings","help":"No results from these hosts. Cannot be used with `includeDomains`.","summary":"No results from these hosts."},
  {"name":"highlights","field":["highlights"],"kind":"boolean","help":"Whether descriptions and snippets are made of the passages relevant to the query. With false they are those of the provider.","summary":"Whether descriptions and snippets are made of the passages relevant to the query.","default":true},
  {"name":"ignore-invalid-urls","field":["ignoreInvalidURLs"],"kind":"boolean","help":"Whether to drop results whose URL other endpoints of the service would refuse.","default":false},
  {"name":"enterprise","field":["enterprise"],"kind":"strings","help":"Zero data retention (`zdr`) or anonymized search (`anon`). Must be enabled for the team. `default`, which running servers take as well, asks for neither.","summary":"Zero data retention (`zdr`) or anonymized search (`anon`).","choices":["anon","zdr","default"]},
  {"name":"threat-protection-mode","field":["threatProtection","mode"],"kind":"string","help":"`normal` checks URLs with a third-party URL risk service.","choices":["off","normal"]},
  {"name":"threat-protection-blacklist","field":["threatProtection","blacklist"],"kind":"strings","help":"Domains that are always blocked."},
  {"name":"threat-protection-whitelist","field":["threatProtection","whitelist"],"kind":"strings","help":"Domains that are always allowed. Overrides all other rules.","summary":"Domains that are always allowed."},
  {"name":"threat-protection-blocked-tlds","field":["threatProtection","blockedTlds"],"kind":"strings","help":"Top-level domains that are blocked outright."},
  {"name":"threat-protection-failure-policy","field":["threatProtection","failurePolicy"],"kind":"string","help":"Allow (`open`) or block (`closed`) when the classifier cannot be reached.","choices":["open","closed"]},
  {"name":"threat-protection-risk-score-threshold","field":["threatProtection","riskScoreThreshold"],"kind":"integer","help":"Normalized score at which a verdict blocks the URL. Lower is stricter.","summary":"Normalized score at which a verdict blocks the URL.","min":0,"max":100},
  {"name":"timeout-ms","field":["timeout"],"kind":"integer","help":"How long the search may take, in milliseconds.","min":1,"default":60000},
  {"name":"safe","field":["safe"],"kind":"boolean","help":"Whether to filter explicit results."},
  {"name":"lang","field":["lang"],"kind":"string","help":"ISO code of the language to search in. `@trawl/local` passes it to SearXNG, and ignores it when it searches the pages that it has seen.","summary":"ISO code of the language to search in."},
  {"name":"filter","field":["filter"],"kind":"string","help":"A filter in the words of the search provider. `@trawl/local` has no provider that takes one, and ignores it.","summary":"A filter in the words of the search provider."},
  {"name":"async-scraping","field":["asyncScraping"],"kind":"boolean","help":"An older way to scrape the results after the answer. Servers accept it, and scrape them before the answer.","summary":"An older way to scrape the results after the answer.","default":false},
  {"name":"domain-tools","field":["domainTools"],"kind":"boolean","help":"Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has them; `@trawl/local` ignores the field.","summary":"Whether to name the tools that data providers offer for the sites of the results."},
  {"name":"tool-detail","field":["toolDetail"],"kind":"string","help":"How much to say of each tool. `@trawl/local` has none, and ignores it.","summary":"How much to say of each tool.","choices":["compact","summary","full"]},
  ...flagsIn('scrapeOptions', 'scrape', scrapeOptions, ["timeout-ms","location-country","location-languages","threat-protection-mode","threat-protection-blacklist","threat-protection-whitelist","threat-protection-blocked-tlds","threat-protection-failure-policy","threat-protection-risk-score-threshold"]),
];

export const sendSearchFeedback: readonly Flag[] = [
  {"name":"rating","field":["rating"],"kind":"string","help":"How good it was.","choices":["good","partial","bad"],"required":true},
  {"name":"valuable-sources","field":["valuableSources"],"kind":"items","help":"The results that helped."},
  {"name":"missing-content","field":["missingContent"],"kind":"items","help":"What was not found."},
  {"name":"query-suggestions","field":["querySuggestions"],"kind":"string","help":"Better queries."},
];

export const scrapePage: readonly Flag[] = [
  {"name":"url","field":["url"],"kind":"string","help":"The page to read.","required":true},
  {"name":"zero-data-retention","field":["zeroDataRetention"],"kind":"boolean","help":"Whether the service keeps nothing of this call. Must be enabled for the team.","summary":"Whether the service keeps nothing of this call.","default":false},
  {"name":"domain-tools","field":["domainTools"],"kind":"boolean","help":"Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has them; `@trawl/local` ignores the field.","summary":"Whether to name the tools that data providers offer for the sites of the results."},
  {"name":"tool-detail","field":["toolDetail"],"kind":"string","help":"How much to say of each tool. `@trawl/local` has none, and ignores it.","summary":"How much to say of each tool.","choices":["compact","summary","full"]},
  ...scrapeOptions,
];

export const interactWithPage: readonly Flag[] = [
  {"name":"prompt","field":["prompt"],"kind":"string","help":"What to do on the page."},
  {"name":"timeout-seconds","field":["timeout"],"kind":"integer","help":"How long it may take, in seconds.","min":1,"max":300,"default":30},
  {"name":"language","field":["language"],"kind":"string","help":"The language of the code. With `node`, `page` is the open page, as a `Page` of Playwright, and what the code returns is `result`. With `bash`, the code has commands of the browser tool `agent-browser`, such as `agent-browser open https://example.com`. A server may have no shell behind it. It then carries out these commands on the page, one a line, and answers any other line with `success: false` and a list of what it understands: `open`, `back`, `forward`, `reload`, `snapshot`, `click`, `dblclick`, `hover`, `focus`, `check`, `uncheck`, `fill`, `type`, `select`, `press`, `keyboard type`, `keyboard inserttext`, `scroll`, `scrollintoview`, `wait`, `find`, `get` (`text`, `html`, `value`, `attr`, `count`, `box`, `title`, `url`), `is` (`visible`, `enabled`, `checked`), `screenshot`, `pdf`, `eval`, `tab` and `close`. Elements are selected by CSS, or by a ref of the last snapshot such as `@e2`.","summary":"The language of the code.","choices":["python","node","bash"],"default":"node"},
  {"name":"code","field":["code"],"kind":"string","help":"The code to run."},
];

export const parseFile: readonly Flag[] = [
  {"name":"formats","field":["formats"],"kind":"items","help":"The formats to return, as names or, with options, as objects.","choices":["markdown","summary","html","rawHtml","links","images","json","deterministicJson","product","menu"],"objects":[{"type":"markdown","required":[],"fields":{}},{"type":"summary","required":[],"fields":{}},{"type":"html","required":[],"fields":{}},{"type":"rawHtml","required":[],"fields":{}},{"type":"links","required":[],"fields":{}},{"type":"images","required":[],"fields":{}},{"type":"json","required":[],"fields":{"prompt":"string","schema":"any","checkPromptInjection":"boolean"}},{"type":"deterministicJson","required":[],"fields":{"prompt":"string","schema":"any"}},{"type":"product","required":[],"fields":{}},{"type":"menu","required":[],"fields":{}},{"type":"attributes","required":["selectors"],"fields":{"selectors":"array"}},{"type":"question","required":["question"],"fields":{"question":"string"}},{"type":"highlights","required":["query"],"fields":{"query":"string"}},{"type":"query","required":["prompt"],"fields":{"prompt":"string","mode":"string"}}],"default":["markdown"]},
  {"name":"only-main-content","field":["onlyMainContent"],"kind":"boolean","help":"Whether to leave out headers, footers and navigation of HTML.","default":true},
  {"name":"include-tags","field":["includeTags"],"kind":"strings","help":"Tags, classes or ids to keep, as CSS selectors."},
  {"name":"exclude-tags","field":["excludeTags"],"kind":"strings","help":"Tags, classes or ids to leave out, as CSS selectors."},
  {"name":"timeout-ms","field":["timeout"],"kind":"integer","help":"How long it may take, in milliseconds.","min":1,"default":30000},
  {"name":"parsers","field":["parsers"],"kind":"items","help":"How PDFs are parsed. With an empty list a PDF is returned base64-encoded.","summary":"How PDFs are parsed.","choices":["pdf","image"],"objects":[{"type":"pdf","required":[],"fields":{"mode":"string","maxPages":"integer","pages":"boolean","blocks":"boolean","pageMarkers":"boolean","pageMarkdown":"boolean"}},{"type":"image","required":[],"fields":{}}],"default":[{"type":"pdf"}]},
  {"name":"remove-base64-images","field":["removeBase64Images"],"kind":"boolean","help":"Whether to remove base64 images from Markdown.","default":true},
  {"name":"redact-pii","field":["redactPII"],"kind":"json","help":"Whether to redact personal data from the returned Markdown; true uses the defaults.","default":false},
  {"name":"profile-name","field":["profile","name"],"kind":"string","help":"Name of the profile."},
  {"name":"profile-save-changes","field":["profile","saveChanges"],"kind":"boolean","help":"Whether the session writes its state back. Only one session at a time may.","summary":"Whether the session writes its state back.","default":true},
  {"name":"domain-tools","field":["domainTools"],"kind":"boolean","help":"Whether to name the tools that data providers offer for the sites of the results. Only the hosted service has them; `@trawl/local` ignores the field.","summary":"Whether to name the tools that data providers offer for the sites of the results."},
  {"name":"audit-metadata-username","field":["auditMetadata","username"],"kind":"string","help":"On whose behalf the call is made."},
  {"name":"zero-data-retention","field":["zeroDataRetention"],"kind":"boolean","help":"Whether the service keeps nothing of this call.","default":false},
  {"name":"upload-ref","field":["uploadRef"],"kind":"string","help":"The reference of the upload.","required":true},
];

export const createUploadUrl: readonly Flag[] = [
  {"name":"filename","field":["filename"],"kind":"string","help":"Name of the file. Its extension decides how it is parsed; not every extension is taken.","summary":"Name of the file.","required":true},
  {"name":"content-type","field":["contentType"],"kind":"string","help":"Media type of the file."},
  {"name":"declared-size-bytes","field":["declaredSizeBytes"],"kind":"integer","help":"Size of the file in bytes, at most 50 MiB.","min":1,"max":52428800},
];

export const uploadFile: readonly Flag[] = [
  {"name":"upload-ref","field":["uploadRef"],"kind":"string","help":"The signed reference, part of its URL."},
];

export const startCrawl: readonly Flag[] = [
  {"name":"exclude-paths","field":["excludePaths"],"kind":"strings","help":"Regular expressions; a page whose path matches one is left out."},
  {"name":"include-paths","field":["includePaths"],"kind":"strings","help":"Regular expressions; only pages whose path matches one are visited, the start page included. They match the characters of a path, however its URL encodes them.","summary":"Regular expressions; only pages whose path matches one are visited, the start page included."},
  {"name":"max-discovery-depth","field":["maxDiscoveryDepth"],"kind":"integer","help":"How many links away from the start page at most.","min":0},
  {"name":"sitemap","field":["sitemap"],"kind":"string","help":"Whether to use the sitemap of the site as well, or nothing but the sitemap. Of a site without one, `only` brings the start page.","summary":"Whether to use the sitemap of the site as well, or nothing but the sitemap.","choices":["skip","include","only"],"default":"include"},
  {"name":"ignore-query-parameters","field":["ignoreQueryParameters"],"kind":"boolean","help":"Whether URLs that differ only in their query are one page. The first of them that is found is read, with its query.","summary":"Whether URLs that differ only in their query are one page.","default":false},
  {"name":"deduplicate-similar-urls","field":["deduplicateSimilarURLs"],"kind":"boolean","help":"Whether URLs that differ only in small things, such as a trailing slash, are one page.","default":true},
  {"name":"regex-on-full-url","field":["regexOnFullURL"],"kind":"boolean","help":"Whether the regular expressions see the whole URL instead of its path.","default":false},
  {"name":"limit","field":["limit"],"kind":"number","help":"How many pages at most. A fraction counts as the next whole number, and a number below 0 as 0.","summary":"How many pages at most.","default":10000},
  {"name":"crawl-entire-domain","field":["crawlEntireDomain"],"kind":"boolean","help":"Whether to follow links to siblings and parents, not only below the start page.","default":false},
  {"name":"allow-external-links","field":["allowExternalLinks"],"kind":"boolean","help":"Whether to follow links to other sites.","default":false},
  {"name":"allow-subdomains","field":["allowSubdomains"],"kind":"boolean","help":"Whether to follow links to subdomains.","default":false},
  {"name":"ignore-robots-txt","field":["ignoreRobotsTxt"],"kind":"boolean","help":"Whether to ignore robots.txt. Answered with `403` where it is not enabled for the team.","summary":"Whether to ignore robots.txt.","default":false},
  {"name":"robots-user-agent","field":["robotsUserAgent"],"kind":"string","help":"The name that robots.txt is read for."},
  {"name":"delay-seconds","field":["delay"],"kind":"number","help":"Seconds to wait between two pages, more than 0 and at most 60. Makes the crawl read one page at a time. Leave it out not to wait.","summary":"Seconds to wait between two pages, more than 0 and at most 60.","exclusiveMin":0,"max":60},
  {"name":"max-concurrency","field":["maxConcurrency"],"kind":"integer","help":"How many pages at once.","min":1},
  {"name":"url","field":["url"],"kind":"string","help":"Where to start.","required":true},
  {"name":"prompt","field":["prompt"],"kind":"string","help":"Which pages to visit, in plain words. Options that are given explicitly win. An empty text is no prompt.","summary":"Which pages to visit, in plain words."},
  {"name":"webhook","field":["webhook"],"kind":"json","help":"Where to tell what happens to a job, as your URL, which gets all events, or with options."},
  {"name":"zero-data-retention","field":["zeroDataRetention"],"kind":"boolean","help":"Whether the service keeps nothing of this job.","default":false},
  ...flagsIn('scrapeOptions', 'scrape', scrapeOptions, []),
];

export const previewCrawlParams: readonly Flag[] = [
  {"name":"url","field":["url"],"kind":"string","help":"Where the crawl would start.","required":true},
  {"name":"prompt","field":["prompt"],"kind":"string","help":"Which pages it should visit.","required":true},
];

export const getCrawl: readonly Flag[] = [
  {"name":"skip","field":["skip"],"kind":"integer","help":"How many results to pass over.","min":0,"default":0},
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many documents at most; a page never holds more than 100 documents or 10 MiB. Servers take `0` too, but then `next` never moves on.","summary":"How many documents at most; a page never holds more than 100 documents or 10 MiB.","min":0},
];

export const startBatchScrape: readonly Flag[] = [
  {"name":"urls","field":["urls"],"kind":"strings","help":"The pages to read, as in the `url` of a scrape. A list without a single valid URL is refused with `No valid URLs provided`.","summary":"The pages to read, as in the `url` of a scrape.","required":true},
  {"name":"webhook","field":["webhook"],"kind":"json","help":"Where to tell what happens to a job, as your URL, which gets all events, or with options."},
  {"name":"max-concurrency","field":["maxConcurrency"],"kind":"integer","help":"How many pages at once.","min":1},
  {"name":"ignore-invalid-urls","field":["ignoreInvalidURLs"],"kind":"boolean","help":"Whether to leave out invalid URLs, which the answer then lists in `invalidURLs`, instead of refusing the whole list. Send it: without it, some servers refuse the list, and others leave the invalid URLs out. URLs that threat protection blocks are left out unless it is false.","summary":"Whether to leave out invalid URLs, which the answer then lists in `invalidURLs`, instead of refusing the whole list."},
  {"name":"append-to-id","field":["appendToId"],"kind":"string","help":"A batch of your team to add the URLs to."},
  {"name":"zero-data-retention","field":["zeroDataRetention"],"kind":"boolean","help":"Whether the service keeps nothing of this job.","default":false},
  ...scrapeOptions,
];

export const getBatchScrape: readonly Flag[] = [
  {"name":"skip","field":["skip"],"kind":"integer","help":"How many results to pass over.","min":0,"default":0},
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many documents at most; a page never holds more than 100 documents or 10 MiB. Servers take `0` too, but then `next` never moves on.","summary":"How many documents at most; a page never holds more than 100 documents or 10 MiB.","min":0},
];

export const mapSite: readonly Flag[] = [
  {"name":"url","field":["url"],"kind":"string","help":"The site. Where it redirects to another site, that one is mapped.","summary":"The site.","required":true},
  {"name":"search","field":["search"],"kind":"string","help":"Words that the URLs should match; the best come first."},
  {"name":"sitemap","field":["sitemap"],"kind":"string","help":"Whether to use the sitemap as well, or nothing but the sitemap. Of a site without one, `only` lists the start page.","summary":"Whether to use the sitemap as well, or nothing but the sitemap.","choices":["skip","include","only"],"default":"include"},
  {"name":"include-subdomains","field":["includeSubdomains"],"kind":"boolean","help":"Whether to list URLs of subdomains.","default":true},
  {"name":"ignore-query-parameters","field":["ignoreQueryParameters"],"kind":"boolean","help":"Whether URLs that differ only in their query are one, which is listed without a query.","default":true},
  {"name":"ignore-cache","field":["ignoreCache"],"kind":"boolean","help":"Whether to look afresh.","default":false},
  {"name":"limit","field":["limit"],"kind":"number","help":"How many URLs at most. The part after the decimal point does not count.","summary":"How many URLs at most.","min":1,"max":100000,"default":5000},
  {"name":"timeout-ms","field":["timeout"],"kind":"integer","help":"How long it may take, in milliseconds.","min":1},
  {"name":"headers","field":["headers"],"kind":"json","help":"Headers to send to the site, such as cookies or a user agent."},
  {"name":"use-index","field":["useIndex"],"kind":"boolean","help":"Whether to list pages that were scraped before as well.","default":true},
  {"name":"filter-by-path","field":["filterByPath"],"kind":"boolean","help":"Whether to list only URLs below the path of `url`. A `url` without a path lists the whole site.","summary":"Whether to list only URLs below the path of `url`.","default":true},
  {"name":"use-mock","field":["useMock"],"kind":"string","help":"Name of a recorded site, for the tests of the service itself. `@trawl/local` ignores it.","summary":"Name of a recorded site, for the tests of the service itself."},
  {"name":"location-country","field":["location","country"],"kind":"string","help":"ISO code of the country, two uppercase letters.","default":"US"},
  {"name":"location-languages","field":["location","languages"],"kind":"strings","help":"Languages in the order of their priority. The default is the language of the location.","summary":"Languages in the order of their priority."},
  {"name":"audit-metadata-username","field":["auditMetadata","username"],"kind":"string","help":"On whose behalf the call is made."},
  {"name":"threat-protection-mode","field":["threatProtection","mode"],"kind":"string","help":"`normal` checks URLs with a third-party URL risk service.","choices":["off","normal"]},
  {"name":"threat-protection-blacklist","field":["threatProtection","blacklist"],"kind":"strings","help":"Domains that are always blocked."},
  {"name":"threat-protection-whitelist","field":["threatProtection","whitelist"],"kind":"strings","help":"Domains that are always allowed. Overrides all other rules.","summary":"Domains that are always allowed."},
  {"name":"threat-protection-blocked-tlds","field":["threatProtection","blockedTlds"],"kind":"strings","help":"Top-level domains that are blocked outright."},
  {"name":"threat-protection-failure-policy","field":["threatProtection","failurePolicy"],"kind":"string","help":"Allow (`open`) or block (`closed`) when the classifier cannot be reached.","choices":["open","closed"]},
  {"name":"threat-protection-risk-score-threshold","field":["threatProtection","riskScoreThreshold"],"kind":"integer","help":"Normalized score at which a verdict blocks the URL. Lower is stricter.","summary":"Normalized score at which a verdict blocks the URL.","min":0,"max":100},
];

export const startAgent: readonly Flag[] = [
  {"name":"prompt","field":["prompt"],"kind":"string","help":"What to find out.","required":true},
  {"name":"urls","field":["urls"],"kind":"strings","help":"Where to start."},
  {"name":"schema","field":["schema"],"kind":"json","help":"A JSON Schema. Null says the same as no schema.","summary":"A JSON Schema."},
  {"name":"max-credits","field":["maxCredits"],"kind":"number","help":"What it may cost at most. Once it is used up, nothing more is read, and the answer is made of what was read before.","summary":"What it may cost at most.","min":0},
  {"name":"strict-constrain-to-urls","field":["strictConstrainToURLs"],"kind":"boolean","help":"Whether to look at no other pages than `urls`."},
  {"name":"model","field":["model"],"kind":"string","help":"The model of the hosted service that does the work. Your own service uses the one that it is set up with.","summary":"The model of the hosted service that does the work.","choices":["spark-1-pro","spark-1-mini","spark-2"],"default":"spark-1-pro"},
  {"name":"effort","field":["effort"],"kind":"string","help":"How thoroughly it works.","choices":["low","medium","high"]},
  {"name":"mode","field":["mode"],"kind":"string","help":"`extract` returns all data every time, `chat` may answer a later prompt of the thread in a sentence.","choices":["extract","chat"]},
  {"name":"thread-id","field":["threadId"],"kind":"string","help":"The thread to go on with, of an agent before. A new one starts without it.","summary":"The thread to go on with, of an agent before."},
  {"name":"webhook","field":["webhook"],"kind":"json","help":"Where to tell what an agent does, as your URL, which gets all events, or with options."},
  {"name":"exchange","field":["exchange"],"kind":"json","help":"Whether and how the agent may use the tools of data providers. The hosted service alone has them; which keys it takes is not documented.","summary":"Whether and how the agent may use the tools of data providers."},
  {"name":"audit-metadata-username","field":["auditMetadata","username"],"kind":"string","help":"On whose behalf the call is made."},
  {"name":"threat-protection-mode","field":["threatProtection","mode"],"kind":"string","help":"`normal` checks URLs with a third-party URL risk service.","choices":["off","normal"]},
  {"name":"threat-protection-blacklist","field":["threatProtection","blacklist"],"kind":"strings","help":"Domains that are always blocked."},
  {"name":"threat-protection-whitelist","field":["threatProtection","whitelist"],"kind":"strings","help":"Domains that are always allowed. Overrides all other rules.","summary":"Domains that are always allowed."},
  {"name":"threat-protection-blocked-tlds","field":["threatProtection","blockedTlds"],"kind":"strings","help":"Top-level domains that are blocked outright."},
  {"name":"threat-protection-failure-policy","field":["threatProtection","failurePolicy"],"kind":"string","help":"Allow (`open`) or block (`closed`) when the classifier cannot be reached.","choices":["open","closed"]},
  {"name":"threat-protection-risk-score-threshold","field":["threatProtection","riskScoreThreshold"],"kind":"integer","help":"Normalized score at which a verdict blocks the URL. Lower is stricter.","summary":"Normalized score at which a verdict blocks the URL.","min":0,"max":100},
];

export const startExtract: readonly Flag[] = [
  {"name":"urls","field":["urls"],"kind":"strings","help":"The pages, at most 10. In a path `*` stands for characters of one part, and `**` for any number of parts, as in `/*/a` and `/docs/**/api`; at the end `/*` stands for all pages below. A `*` elsewhere in a URL is refused.","summary":"The pages, at most 10."},
  {"name":"prompt","field":["prompt"],"kind":"string","help":"What to extract. Without `urls`, pages are looked for.","summary":"What to extract."},
  {"name":"system-prompt","field":["systemPrompt"],"kind":"string","help":"What to tell the model beforehand."},
  {"name":"schema","field":["schema"],"kind":"json","help":"The JSON Schema of data to extract. Null says the same as no schema.","summary":"The JSON Schema of data to extract."},
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many pages at most.","min":1},
  {"name":"allow-external-links","field":["allowExternalLinks"],"kind":"boolean","help":"Whether to read pages of other sites.","default":false},
  {"name":"enable-web-search","field":["enableWebSearch"],"kind":"boolean","help":"Whether to search the web for more.","default":false},
  {"name":"ignore-sitemap","field":["ignoreSitemap"],"kind":"boolean","help":"Whether to leave the sitemap out.","default":false},
  {"name":"include-subdomains","field":["includeSubdomains"],"kind":"boolean","help":"Whether to read subdomains.","default":true},
  {"name":"show-sources","field":["showSources"],"kind":"boolean","help":"Whether to name the pages the data comes from.","default":false},
  {"name":"url-trace","field":["urlTrace"],"kind":"boolean","help":"Whether to say how URLs were found.","default":false},
  {"name":"agent-model","field":["agent","model"],"kind":"string","help":"The model that works."},
  {"name":"agent-prompt","field":["agent","prompt"],"kind":"string","help":"What to do on the pages."},
  {"name":"webhook","field":["webhook"],"kind":"json","help":"Where to tell what happens to a job, as your URL, which gets all events, or with options."},
  {"name":"timeout-ms","field":["timeout"],"kind":"integer","help":"How long it may take, in milliseconds.","min":1000},
  {"name":"ignore-invalid-urls","field":["ignoreInvalidURLs"],"kind":"boolean","help":"Whether to leave out URLs that cannot be read instead of refusing them all. A page that a `*` or a search has found is left out in any case.","summary":"Whether to leave out URLs that cannot be read instead of refusing them all.","default":true},
  {"name":"threat-protection-mode","field":["threatProtection","mode"],"kind":"string","help":"`normal` checks URLs with a third-party URL risk service.","choices":["off","normal"]},
  {"name":"threat-protection-blacklist","field":["threatProtection","blacklist"],"kind":"strings","help":"Domains that are always blocked."},
  {"name":"threat-protection-whitelist","field":["threatProtection","whitelist"],"kind":"strings","help":"Domains that are always allowed. Overrides all other rules.","summary":"Domains that are always allowed."},
  {"name":"threat-protection-blocked-tlds","field":["threatProtection","blockedTlds"],"kind":"strings","help":"Top-level domains that are blocked outright."},
  {"name":"threat-protection-failure-policy","field":["threatProtection","failurePolicy"],"kind":"string","help":"Allow (`open`) or block (`closed`) when the classifier cannot be reached.","choices":["open","closed"]},
  {"name":"threat-protection-risk-score-threshold","field":["threatProtection","riskScoreThreshold"],"kind":"integer","help":"Normalized score at which a verdict blocks the URL. Lower is stricter.","summary":"Normalized score at which a verdict blocks the URL.","min":0,"max":100},
  ...flagsIn('scrapeOptions', 'scrape', scrapeOptions, ["timeout-ms","threat-protection-mode","threat-protection-blacklist","threat-protection-whitelist","threat-protection-blocked-tlds","threat-protection-failure-policy","threat-protection-risk-score-threshold"]),
];

export const listMonitors: readonly Flag[] = [
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many entries at most.","min":1,"max":100,"default":25},
  {"name":"offset","field":["offset"],"kind":"integer","help":"How many entries to pass over.","min":0,"default":0},
];

export const createMonitor: readonly Flag[] = [
  {"name":"name","field":["name"],"kind":"string","help":"Name of the monitor.","required":true},
  {"name":"schedule-cron","field":["schedule","cron"],"kind":"string","help":"A cron expression of five fields: minute, hour, day of the month, month and day of the week, with lists, ranges, steps and names. `L` is the last day of a month, `5L` its last Friday and `5#1` its first one. A day of `?` is the same as `*`. Where clocks are set back, a schedule with `*` in the hour goes on through the hour that comes twice; others run once.","summary":"A cron expression of five fields: minute, hour, day of the month, month and day of the week, with lists, ranges, steps and names."},
  {"name":"schedule-text","field":["schedule","text"],"kind":"string","help":"The schedule in words, such as `every 30 minutes`."},
  {"name":"schedule-timezone","field":["schedule","timezone"],"kind":"string","help":"The time zone of the cron expression.","default":"UTC"},
  {"name":"webhook","field":["webhook"],"kind":"json","help":"Where to tell what changed, as your URL, which gets all events, or with options."},
  {"name":"notification-email","field":["notification","email"],"kind":"json","help":"Who gets an email."},
  {"name":"targets","field":["targets"],"kind":"items","help":"What to watch.","objects":[{"type":"scrape","required":["urls"],"fields":{"id":"string","urls":"array","scrapeOptions":"object"}},{"type":"crawl","required":["url"],"fields":{"id":"string","url":"string","crawlOptions":"object","scrapeOptions":"object"}},{"type":"search","required":["queries"],"fields":{"id":"string","queries":"array","searchWindow":"string","maxResults":"integer","includeDomains":"array","excludeDomains":"array"}}],"required":true},
  {"name":"retention-days","field":["retentionDays"],"kind":"integer","help":"How long checks are kept, in days.","min":1,"max":365,"default":30},
  {"name":"goal","field":["goal"],"kind":"string","help":"What you are after, in plain words. Changes are judged by it. A `search` target needs one, unless `judgeEnabled` is false.","summary":"What you are after, in plain words."},
  {"name":"judge-enabled","field":["judgeEnabled"],"kind":"boolean","help":"Whether a model judges which changes matter. Without it one does if there is a goal.","summary":"Whether a model judges which changes matter."},
];

export const updateMonitor: readonly Flag[] = [
  {"name":"name","field":["name"],"kind":"string","help":"Name of the monitor."},
  {"name":"schedule-cron","field":["schedule","cron"],"kind":"string","help":"A cron expression of five fields: minute, hour, day of the month, month and day of the week, with lists, ranges, steps and names. `L` is the last day of a month, `5L` its last Friday and `5#1` its first one. A day of `?` is the same as `*`. Where clocks are set back, a schedule with `*` in the hour goes on through the hour that comes twice; others run once.","summary":"A cron expression of five fields: minute, hour, day of the month, month and day of the week, with lists, ranges, steps and names."},
  {"name":"schedule-text","field":["schedule","text"],"kind":"string","help":"The schedule in words, such as `every 30 minutes`."},
  {"name":"schedule-timezone","field":["schedule","timezone"],"kind":"string","help":"The time zone of the cron expression.","default":"UTC"},
  {"name":"webhook","field":["webhook"],"kind":"json","help":"Where to tell what changed, as your URL, which gets all events, or with options."},
  {"name":"notification-email","field":["notification","email"],"kind":"json","help":"Who gets an email."},
  {"name":"targets","field":["targets"],"kind":"items","help":"What to watch. Replaces all targets.","summary":"What to watch.","objects":[{"type":"scrape","required":["urls"],"fields":{"id":"string","urls":"array","scrapeOptions":"object"}},{"type":"crawl","required":["url"],"fields":{"id":"string","url":"string","crawlOptions":"object","scrapeOptions":"object"}},{"type":"search","required":["queries"],"fields":{"id":"string","queries":"array","searchWindow":"string","maxResults":"integer","includeDomains":"array","excludeDomains":"array"}}]},
  {"name":"retention-days","field":["retentionDays"],"kind":"integer","help":"How long checks are kept, in days.","min":1,"max":365},
  {"name":"goal","field":["goal"],"kind":"string","help":"What you are after, in plain words. A `search` target needs one, unless `judgeEnabled` is false.","summary":"What you are after, in plain words."},
  {"name":"judge-enabled","field":["judgeEnabled"],"kind":"boolean","help":"Whether a model judges which changes matter."},
  {"name":"status","field":["status"],"kind":"string","help":"Whether the schedule runs.","choices":["active","paused"]},
];

export const listMonitorChecks: readonly Flag[] = [
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many entries at most.","min":1,"max":100,"default":25},
  {"name":"offset","field":["offset"],"kind":"integer","help":"How many entries to pass over.","min":0,"default":0},
  {"name":"status","field":["status"],"kind":"string","help":"Only checks in this state.","choices":["queued","running","completed","failed","partial","skipped_overlap"]},
];

export const getMonitorCheck: readonly Flag[] = [
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many entries at most.","min":1,"max":100,"default":25},
  {"name":"skip","field":["skip"],"kind":"integer","help":"How many results to pass over.","min":0,"default":0},
  {"name":"status","field":["status"],"kind":"string","help":"Only pages with this result.","choices":["same","new","changed","removed","error"]},
];

export const listBrowserSessions: readonly Flag[] = [
  {"name":"status","field":["status"],"kind":"string","help":"Only sessions in this state. A value that the server does not know gives an empty list.","summary":"Only sessions in this state."},
];

export const createBrowserSession: readonly Flag[] = [
  {"name":"ttl-seconds","field":["ttl"],"kind":"integer","help":"How long the session may live, in seconds.","min":30,"max":3600,"default":300},
  {"name":"activity-ttl-seconds","field":["activityTtl"],"kind":"integer","help":"How long it may be idle, in seconds.","min":10,"max":3600},
  {"name":"stream-web-view","field":["streamWebView"],"kind":"boolean","help":"Whether it can be watched.","default":true},
  {"name":"profile-name","field":["profile","name"],"kind":"string","help":"Name of the profile."},
  {"name":"profile-save-changes","field":["profile","saveChanges"],"kind":"boolean","help":"Whether the session writes its state back. Only one session at a time may.","summary":"Whether the session writes its state back.","default":true},
];

export const executeInBrowserSession: readonly Flag[] = [
  {"name":"code","field":["code"],"kind":"string","help":"The code to run.","required":true},
  {"name":"language","field":["language"],"kind":"string","help":"The language of the code. With `node`, `page` is the open page, as a `Page` of Playwright, and what the code returns is `result`. With `bash`, the code has commands of the browser tool `agent-browser`, such as `agent-browser open https://example.com`. A server may have no shell behind it. It then carries out these commands on the page, one a line, and answers any other line with `success: false` and a list of what it understands: `open`, `back`, `forward`, `reload`, `snapshot`, `click`, `dblclick`, `hover`, `focus`, `check`, `uncheck`, `fill`, `type`, `select`, `press`, `keyboard type`, `keyboard inserttext`, `scroll`, `scrollintoview`, `wait`, `find`, `get` (`text`, `html`, `value`, `attr`, `count`, `box`, `title`, `url`), `is` (`visible`, `enabled`, `checked`), `screenshot`, `pdf`, `eval`, `tab` and `close`. Elements are selected by CSS, or by a ref of the last snapshot such as `@e2`.","summary":"The language of the code.","choices":["python","node","bash"],"default":"node"},
  {"name":"timeout-seconds","field":["timeout"],"kind":"integer","help":"How long it may take, in seconds.","min":1,"max":300},
];

export const askSupport: readonly Flag[] = [
  {"name":"question","field":["question"],"kind":"string","help":"What went wrong, with the call and its answer where you have them.","required":true},
  {"name":"rationale","field":["rationale"],"kind":"string","help":"Why you ask."},
];

export const askSupportUnderV2: readonly Flag[] = [
  {"name":"question","field":["question"],"kind":"string","help":"What went wrong, with the call and its answer where you have them.","required":true},
  {"name":"rationale","field":["rationale"],"kind":"string","help":"Why you ask."},
];

export const searchSupportDocs: readonly Flag[] = [
  {"name":"question","field":["question"],"kind":"string","help":"What you want to know.","required":true},
];

export const listCreditUsageHistory: readonly Flag[] = [
  {"name":"by-api-key","field":["byApiKey"],"kind":"boolean","help":"One entry for each API key instead of one for the team.","default":false},
];

export const listTokenUsageHistory: readonly Flag[] = [
  {"name":"by-api-key","field":["byApiKey"],"kind":"boolean","help":"One entry for each API key instead of one for the team.","default":false},
];

export const listActivity: readonly Flag[] = [
  {"name":"endpoint","field":["endpoint"],"kind":"string","help":"Only calls of this kind.","choices":["scrape","crawl","batch_scrape","search","extract","llmstxt","deep_research","map","agent","browser","interact"]},
  {"name":"limit","field":["limit"],"kind":"integer","help":"How many entries at most.","min":1,"max":100,"default":50},
  {"name":"cursor","field":["cursor"],"kind":"string","help":"Where to go on, from the answer before."},
];

export const replaceThreatProtection: readonly Flag[] = [
  {"name":"mode","field":["mode"],"kind":"string","help":"Whether URLs are checked.","choices":["off","normal"],"required":true},
  {"name":"risk-score-threshold","field":["riskScoreThreshold"],"kind":"integer","help":"Score at which a URL is blocked. Lower is stricter.","summary":"Score at which a URL is blocked.","min":0,"max":100},
  {"name":"blacklist","field":["blacklist"],"kind":"strings","help":"Domains that are always blocked."},
  {"name":"whitelist","field":["whitelist"],"kind":"strings","help":"Domains that are always allowed."},
  {"name":"blocked-tlds","field":["blockedTlds"],"kind":"strings","help":"Top-level domains that are blocked outright."},
  {"name":"failure-policy","field":["failurePolicy"],"kind":"string","help":"Allow or block when the classifier cannot be reached.","choices":["open","closed"]},
  {"name":"allow-request-overrides","field":["allowRequestOverrides"],"kind":"boolean","help":"Whether single requests may override the policy."},
];

export const sendFeedback: readonly Flag[] = [
  {"name":"endpoint","field":["endpoint"],"kind":"string","help":"What was called.","choices":["search","scrape","parse","map"],"required":true},
  {"name":"job-id","field":["jobId"],"kind":"string","help":"Id of the call.","required":true},
  {"name":"rating","field":["rating"],"kind":"string","help":"How good it was.","choices":["good","partial","bad"],"required":true},
  {"name":"issues","field":["issues"],"kind":"strings","help":"What was wrong."},
  {"name":"tags","field":["tags"],"kind":"strings","help":"Labels of your own."},
  {"name":"note","field":["note"],"kind":"string","help":"Anything else."},
  {"name":"url","field":["url"],"kind":"string","help":"The page it is about."},
  {"name":"page-numbers","field":["pageNumbers"],"kind":"items","help":"The pages of a file it is about."},
  {"name":"metadata","field":["metadata"],"kind":"json","help":"Data of your own."},
  {"name":"valuable-sources","field":["valuableSources"],"kind":"items","help":"The results that helped."},
  {"name":"missing-content","field":["missingContent"],"kind":"items","help":"What was not found."},
  {"name":"query-suggestions","field":["querySuggestions"],"kind":"string","help":"Better queries."},
];

export const searchPapers: readonly Flag[] = [
  {"name":"query","field":["query"],"kind":"string","help":"What the papers are about."},
  {"name":"k","field":["k"],"kind":"integer","help":"How many papers at most.","min":1,"max":500,"default":40},
  {"name":"authors","field":["authors"],"kind":"string","help":"Only papers of these authors."},
  {"name":"categories","field":["categories"],"kind":"string","help":"Only papers in these categories."},
  {"name":"from","field":["from"],"kind":"string","help":"Only papers from this day on."},
  {"name":"to","field":["to"],"kind":"string","help":"Only papers up to this day."},
];

export const getPaper: readonly Flag[] = [
  {"name":"query","field":["query"],"kind":"string","help":"A question to the paper."},
  {"name":"k","field":["k"],"kind":"integer","help":"How many passages at most.","min":1,"max":50,"default":4},
];

export const listSimilarPapers: readonly Flag[] = [
  {"name":"intent","field":["intent"],"kind":"string","help":"What you are after."},
  {"name":"mode","field":["mode"],"kind":"string","help":"Which way to go from the paper.","choices":["similar","citers","references"],"default":"similar"},
  {"name":"k","field":["k"],"kind":"integer","help":"How many papers at most.","min":1,"max":500,"default":40},
  {"name":"rerank","field":["rerank"],"kind":"boolean","help":"Whether a second model orders the result."},
  {"name":"anchor","field":["anchor"],"kind":"string","help":"Another paper that the result should be close to."},
];

export const searchDeveloperSources: readonly Flag[] = [
  {"name":"query","field":["query"],"kind":"string","help":"What you look for."},
  {"name":"k","field":["k"],"kind":"integer","help":"How many results at most.","min":1,"max":100,"default":10},
  {"name":"types","field":["types"],"kind":"strings","help":"Only these kinds of source.","choices":["doc","issue","pull_request","readme"]},
  {"name":"repos","field":["repos"],"kind":"strings","help":"Only these repositories, as `owner/name`."},
  {"name":"sources","field":["sources"],"kind":"strings","help":"Only these documentation sites."},
  {"name":"skills","field":["skills"],"kind":"string","help":"`only` returns nothing but agent skills.","choices":["only"]},
  {"name":"passages","field":["passages"],"kind":"integer","help":"How many passages to return for each result.","min":1,"max":5,"default":1},
  {"name":"language","field":["language"],"kind":"string","help":"Only repositories in this programming language."},
  {"name":"topic","field":["topic"],"kind":"string","help":"Only repositories with this topic."},
  {"name":"license","field":["license"],"kind":"string","help":"Only repositories under this licence, by its SPDX identifier."},
  {"name":"min-stars","field":["min_stars"],"kind":"integer","help":"Only repositories with at least so many stars.","min":0},
  {"name":"max-stars","field":["max_stars"],"kind":"integer","help":"Only repositories with at most so many stars.","min":0},
  {"name":"archived","field":["archived"],"kind":"boolean","help":"Only archived repositories, or only those that are not."},
  {"name":"fork","field":["fork"],"kind":"boolean","help":"Only forks, or only repositories that are none."},
];

export const searchDeveloperSourcesWithBody: readonly Flag[] = [
  {"name":"query","field":["query"],"kind":"string","help":"What you look for.","required":true},
  {"name":"k","field":["k"],"kind":"integer","help":"How many results at most.","min":1,"max":100,"default":10},
  {"name":"types","field":["types"],"kind":"strings","help":"Only these kinds of source.","choices":["doc","issue","pull_request","readme"]},
  {"name":"repos","field":["repos"],"kind":"strings","help":"Only these repositories, as `owner/name`."},
  {"name":"sources","field":["sources"],"kind":"strings","help":"Only these documentation sites."},
  {"name":"skills","field":["skills"],"kind":"string","help":"`only` returns nothing but agent skills.","choices":["only"]},
  {"name":"passages","field":["passages"],"kind":"integer","help":"How many passages to return for each result.","min":1,"max":5,"default":1},
  {"name":"language","field":["language"],"kind":"string","help":"Only repositories in this programming language."},
  {"name":"topic","field":["topic"],"kind":"strings","help":"Only repositories with this topic, or with one of several."},
  {"name":"license","field":["license"],"kind":"string","help":"Only repositories under this licence, by its SPDX identifier."},
  {"name":"min-stars","field":["min_stars"],"kind":"integer","help":"Only repositories with at least so many stars.","min":0},
  {"name":"max-stars","field":["max_stars"],"kind":"integer","help":"Only repositories with at most so many stars.","min":0},
  {"name":"archived","field":["archived"],"kind":"boolean","help":"Only archived repositories, or only those that are not."},
  {"name":"fork","field":["fork"],"kind":"boolean","help":"Only forks, or only repositories that are none."},
];
