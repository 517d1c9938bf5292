import { calls } from '../calls.js';
import { fields, rules } from '../fields.js';

const hosts = { type: 'array of string', required: false, sample: 'docs-#.example.com' } as const;
const notHosts = [['https://example.com'], ['example.com/path'], ['example.com/'], ['http://example.com/path']];

export const searchRequest = [
  calls('searching', [{ call: 'POST /v2/search', body: 'application/json', answers: [200, 408, 500] }]),
  fields('search request', 'POST /v2/search body', [
    { field: 'query', type: 'string', required: true, maxLength: 500 },
    { field: 'limit', type: 'integer', required: false, default: 10, minimum: 1, maximum: 100 },
    {
      field: 'sources',
      type: 'array of object',
      required: false,
      default: [{ type: 'web' }],
      sample: { type: 'web' },
      accepts: [
        [{ type: 'web' }],
        [{ type: 'images' }],
        [{ type: 'news' }],
        [{ type: 'web' }, { type: 'images' }, { type: 'news' }],
      ],
      refuses: [[{ type: 'maps' }], [{}], 'web'],
    },
    { field: 'sources[web].type', only: ['web'], required: true },
    { field: 'sources[images].type', only: ['images'], required: true },
    { field: 'sources[news].type', only: ['news'], required: true },
    { field: 'sources[web].location', type: 'string', required: false },
    { field: 'sources[web].tbs', type: 'string', required: false, sample: 'qdr:w' },
    {
      field: 'categories',
      type: 'array of object',
      required: false,
      default: [],
      sample: { type: 'github' },
      accepts: [
        [{ type: 'github' }],
        [{ type: 'research' }],
        [{ type: 'pdf' }],
        ['github'],
        ['research'],
        ['pdf'],
        [{ type: 'github' }, { type: 'pdf' }],
        ['github', 'pdf'],
      ],
      refuses: [[{ type: 'music' }], ['music'], [{}]],
      values: ['github', 'research', 'pdf'],
    },
    { field: 'categories[].type', only: ['github', 'research', 'pdf'], required: true },
    { field: 'country', type: 'string', required: false, default: 'US' },
    { field: 'location', type: 'string', required: false },
    { field: 'tbs', type: 'string', required: false, sample: 'qdr:w' },
    {
      field: 'includeDomains',
      ...hosts,
      accepts: [['example.com'], ['docs.example.com', 'example.org']],
      refuses: notHosts,
    },
    {
      field: 'excludeDomains',
      ...hosts,
      accepts: [['example.com'], ['docs.example.com', 'example.org']],
      refuses: notHosts,
    },
    { field: 'highlights', type: 'boolean', required: false, default: true },
    { field: 'ignoreInvalidURLs', type: 'boolean', required: false, default: false },
    { field: 'scrapeOptions', type: 'object', required: false, default: {}, accepts: [{ formats: ['markdown'] }] },
    {
      field: 'enterprise',
      type: 'array of string',
      required: false,
      only: ['anon', 'zdr'],
      accepts: [['anon', 'zdr']],
    },
    { field: 'threatProtection', type: 'object', required: false, accepts: [{ mode: 'normal' }] },
    { field: 'timeout', type: 'integer', required: false, default: 60000 },
  ]),
  rules('search request as a whole', 'POST /v2/search body', [
    { rule: 'only the query is required', accepts: [{ query: 'typescript' }], refuses: [{}] },
    { rule: 'unknown fields', refuses: [{ query: 'typescript', surprise: 1 }] },
    {
      rule: 'one list of domains',
      accepts: [
        { query: 'typescript', includeDomains: ['example.com'] },
        { query: 'typescript', excludeDomains: ['example.com'] },
      ],
      refuses: [{ query: 'typescript', includeDomains: ['example.com'], excludeDomains: ['example.org'] }],
    },
  ]),
];
