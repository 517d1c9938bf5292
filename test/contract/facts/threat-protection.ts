import { fields, rules } from '../fields.js';

const domains = { type: 'array of string', required: false, maxItems: 1000, sample: '*.site-#.example.com' } as const;
const wildcards = [['example.com'], ['*.example.com'], ['sub.example.com']];
const notDomains = [['https://example.com'], ['example.com/path'], ['example.com:8080'], ['*']];

export const threatProtection = [
  'POST /v2/search body threatProtection',
  'POST /v2/search body scrapeOptions.threatProtection',
].flatMap((at) => [
  fields('threat-protection override', at, [
    { field: 'mode', type: 'string', required: false, only: ['off', 'normal'] },
    { field: 'blacklist', ...domains, accepts: wildcards, refuses: notDomains },
    { field: 'whitelist', ...domains, accepts: wildcards, refuses: notDomains },
    {
      field: 'blockedTlds',
      ...domains,
      sample: 'zip#',
      accepts: [['zip'], ['xyz', 'top']],
      refuses: [['.zip'], ['ZIP']],
    },
    { field: 'failurePolicy', type: 'string', required: false, only: ['open', 'closed'] },
    { field: 'riskScoreThreshold', type: 'integer', required: false, minimum: 0, maximum: 100 },
  ]),
  rules('threat-protection override as a whole', at, [
    { rule: 'the override', accepts: [{}], refuses: [{ surprise: 1 }] },
  ]),
]);
