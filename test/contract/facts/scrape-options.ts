import { calls } from '../calls.js';
import { fields, rules } from '../fields.js';

const block = 'POST /v2/search body scrapeOptions';
const minutes = 60 * 1000;
const days = 24 * 60 * minutes;

export const scrapeOptions = [
  calls('its name', [{ call: 'components.schemas.ScrapeOptions' }]),
  fields('scrape options', block, [
    {
      field: 'formats',
      type: 'array',
      default: ['markdown'],
      accepts: [['markdown'], [{ type: 'markdown' }], ['markdown', { type: 'json', prompt: 'Find the price' }]],
      refuses: ['markdown', ['surprise'], [{ type: 'surprise' }]],
    },
    { field: 'onlyMainContent', type: 'boolean', default: true },
    { field: 'onlyCleanContent', type: 'boolean', default: false },
    { field: 'includeTags', type: 'array of string' },
    { field: 'excludeTags', type: 'array of string' },
    { field: 'headers', type: 'object', accepts: [{ Cookie: 'a=b', 'User-Agent': 'example/1.0' }] },
    { field: 'waitFor', type: 'integer', default: 0 },
    { field: 'timeout', type: 'integer', default: 60000, minimum: 1000, maximum: 300000 },
    { field: 'mobile', type: 'boolean', default: false },
    { field: 'blockAds', type: 'boolean', default: true },
    { field: 'skipTlsVerification', type: 'boolean', default: true },
    { field: 'removeBase64Images', type: 'boolean', default: true },
    { field: 'maxAge', type: 'integer', default: 2 * days, defaultInLockdown: 2 * 365 * days },
    { field: 'minAge', type: 'integer' },
    { field: 'lockdown', type: 'boolean', default: false },
    { field: 'storeInCache', type: 'boolean', default: true },
    { field: 'proxy', type: 'string', default: 'auto', only: ['basic', 'enhanced', 'auto'] },
    {
      field: 'parsers',
      type: 'array of object',
      default: [{ type: 'pdf' }],
      sample: { type: 'pdf' },
      accepts: [[{ type: 'pdf', mode: 'fast', maxPages: 1 }], []],
      refuses: [[{ mode: 'fast' }], [{ type: 'pdf', surprise: 1 }], [{ type: 'doc' }]],
    },
    { field: 'parsers[pdf].type', only: ['pdf'], required: true },
    { field: 'parsers[pdf].mode', type: 'string', required: false, default: 'auto', only: ['fast', 'auto', 'ocr'] },
    { field: 'parsers[pdf].maxPages', type: 'integer', required: false, minimum: 1, maximum: 10000 },
    { field: 'location', type: 'object' },
    {
      field: 'location.country',
      type: 'string',
      required: false,
      default: 'US',
      sample: 'DE',
      accepts: ['US', 'DE'],
      refuses: ['us', 'USA', 'U', 'Germany'],
    },
    { field: 'location.languages', type: 'array of string', required: false, sample: 'en-US' },
    { field: 'actions', type: 'array', accepts: [[{ type: 'wait', milliseconds: 500 }, { type: 'screenshot' }]] },
    { field: 'profile', type: 'object', sample: { name: 'shop' } },
    { field: 'profile.name', type: 'string', required: true, minLength: 1, maxLength: 128 },
    { field: 'profile.saveChanges', type: 'boolean', required: false, default: true },
    { field: 'redactPII', type: 'boolean or object', default: false },
    {
      field: 'redactPII.mode',
      type: 'string',
      required: false,
      default: 'accurate',
      only: ['accurate', 'aggressive', 'fast'],
    },
    {
      field: 'redactPII.entities',
      type: 'array of string',
      required: false,
      only: ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'],
    },
    {
      field: 'redactPII.replaceStyle',
      type: 'string',
      required: false,
      default: 'tag',
      only: ['tag', 'mask', 'remove'],
    },
    {
      field: 'auditMetadata',
      type: 'object',
      sample: { username: 'ada' },
      refuses: [{}, { username: 'ada', surprise: 1 }],
    },
    { field: 'auditMetadata.username', type: 'string', required: true, maxLength: 1024 },
    { field: 'threatProtection', type: 'object', accepts: [{ mode: 'off' }] },
  ]),
  rules('scrape options as a whole', block, [
    { rule: 'everything may be left out', accepts: [{}] },
    { rule: 'unknown fields', refuses: [{ surprise: 1 }] },
  ]),
];
