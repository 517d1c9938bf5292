import { type Field, fields, rules } from '../fields.js';

const format = 'POST /v2/search body scrapeOptions.formats';
const named = [
  'markdown',
  'summary',
  'html',
  'rawHtml',
  'links',
  'images',
  'screenshot',
  'json',
  'changeTracking',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
  'question',
  'highlights',
];
const withRequiredOptions = ['question', 'highlights'];
const withoutOptions = [
  'markdown',
  'summary',
  'html',
  'rawHtml',
  'links',
  'images',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
];

export const viewport: Field[] = [
  { field: 'fullPage', type: 'boolean', required: false, default: false },
  { field: 'quality', type: 'integer', required: false, minimum: 1, maximum: 100 },
  {
    field: 'viewport',
    type: 'object',
    required: false,
    sample: { width: 1280, height: 720 },
    refuses: [{ width: 1280 }, { height: 720 }],
  },
  { field: 'viewport.width', type: 'integer', required: true, sample: 1280 },
  { field: 'viewport.height', type: 'integer', required: true, sample: 720 },
];

export const formats = [
  fields('formats', 'POST /v2/search body scrapeOptions', [
    { field: 'formats', values: named.filter((name) => !withRequiredOptions.includes(name)) },
  ]),
  ...named.map((name) =>
    fields(`format ${name}`, `${format}[${name}]`, [{ field: 'type', only: [name], required: true }]),
  ),
  ...withoutOptions.map((name) =>
    rules(`format ${name}`, `${format}[${name}]`, [
      { rule: 'no options', accepts: [{ type: name }], refuses: [{ type: name, surprise: 1 }] },
    ]),
  ),
  ...withoutOptions.map((name) =>
    rules(`format ${name} by name alone`, `${format}[]`, [{ rule: 'items may be strings', accepts: [name] }]),
  ),
  fields('format screenshot', `${format}[screenshot]`, viewport),
  fields('format json', `${format}[json]`, [
    { field: 'prompt', type: 'string', required: false },
    { field: 'schema', type: 'object', required: false, accepts: [{ type: 'object', properties: {} }] },
  ]),
  fields('format changeTracking', `${format}[changeTracking]`, [
    { field: 'modes', type: 'array of string', required: false, only: ['git-diff', 'json'] },
    { field: 'prompt', type: 'string', required: false },
    { field: 'schema', type: 'object', required: false },
    { field: 'tag', type: 'string or null', required: false, default: null },
  ]),
  fields('format question', `${format}[question]`, [
    { field: 'question', type: 'string', required: true, maxLength: 10000 },
  ]),
  rules('format question', `${format}[question]`, [{ rule: 'the question', refuses: [{ type: 'question' }] }]),
  fields('format highlights', `${format}[highlights]`, [
    { field: 'query', type: 'string', required: true, maxLength: 10000 },
  ]),
  rules('format highlights', `${format}[highlights]`, [{ rule: 'the query', refuses: [{ type: 'highlights' }] }]),
];
