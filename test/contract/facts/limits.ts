import { type Field, fields } from '../fields.js';

const search = 'POST /v2/search body';
const options = `${search} scrapeOptions`;
const thousand: Field = { field: '', maxItems: 1000 };

export const limits = [
  fields('limits of search', search, [
    { field: 'query', maxLength: 500 },
    { field: 'limit', minimum: 1, maximum: 100, default: 10 },
    { field: 'timeout', default: 60000 },
  ]),
  fields('limits of scrape options', options, [
    { field: 'timeout', minimum: 1000, maximum: 300000, default: 60000 },
    { field: 'parsers[pdf].maxPages', minimum: 1, maximum: 10000 },
    { field: 'profile.name', minLength: 1, maxLength: 128 },
    { field: 'auditMetadata.username', maxLength: 1024 },
    { field: 'formats[question].question', maxLength: 10000 },
    { field: 'formats[highlights].query', maxLength: 10000 },
    { field: 'maxAge', default: 172800000, defaultInLockdown: 63072000000 },
  ]),
  fields('limits of threat protection', options, [
    { ...thousand, field: 'threatProtection.blacklist', sample: 'site-#.example.com' },
    { ...thousand, field: 'threatProtection.whitelist', sample: 'site-#.example.com' },
    { ...thousand, field: 'threatProtection.blockedTlds', sample: 'zip#' },
  ]),
  fields('expiry of links', 'POST /v2/scrape 200 data', [
    { field: 'audio', expiresAfterMs: 3_600_000 },
    { field: 'video', expiresAfterMs: 3_600_000 },
    { field: 'screenshot', expiresAfterMs: 86_400_000 },
  ]),
];
