import { fields, rules } from '../fields.js';

const domains = { type: 'array of string', required: false, maxItems: 1000, sample: '*.site-#.example.com' } as const;
const wildcards = [['example.com'], ['*.example.com'], ['sub.example.com']];
const notDomains = [['https://example.com'], ['example.com/path'], ['example.com:8080'], ['*']];

export const threatProtection = [
  'POST /v2/search body threatProtection',
  'POST /v2/search body scrapeOptions.threatProtection',
].flatMap((at) => [
  fields('threat-protection override', at, [
    {
      field: 'mode',
      type: 'string',
      required: false,
      only: ['off', 'normal'],
      says: [/third-party|another party/, /URL risk service|risk/],
    },
    {
      field: 'blacklist',
      ...domains,
      accepts: wildcards,
      refuses: notDomains,
      says: [/always blocked/, /`\*\.`/, /no protocol, path or port/],
    },
    {
      field: 'whitelist',
      ...domains,
      accepts: wildcards,
      refuses: notDomains,
      says: [/always allowed/, /`\*\.`/, /no protocol, path or port/, /overrides all other rules/],
    },
    {
      field: 'blockedTlds',
      ...domains,
      sample: 'zip#',
      accepts: [['zip'], ['xyz', 'top']],
      refuses: [['.zip'], ['ZIP']],
      says: [/top-level domains?/, /lowercase|lower.case/, /no (leading )?dot|without (the|a) (leading )?dot/],
    },
    {
      field: 'failurePolicy',
      type: 'string',
      required: false,
      only: ['open', 'closed'],
      says: [
        /allow \(`open`\)|`open`[^;]*allow/,
        /block \(`closed`\)|`closed`[^;]*block/,
        /(classifier|risk service).{0,40}(unreachable|cannot be reached)/,
      ],
    },
    {
      field: 'riskScoreThreshold',
      type: 'integer',
      required: false,
      minimum: 0,
      maximum: 100,
      says: [/normali[sz]ed/, /blocks/, /lower.{0,40}strict/],
    },
  ]),
  rules('threat-protection override as a whole', at, [
    {
      rule: 'the override',
      accepts: [{}],
      refuses: [{ surprise: 1 }],
      says: [
        /for this request/,
        /replace/,
        /omitted fields keep the values of the organization/,
        /enabled for (the|your) team/,
        /organization must allow overrides/,
        /otherwise[^.]*403/,
        /where the feature is enforced, `mode` cannot be `off`/,
      ],
    },
  ]),
]);
