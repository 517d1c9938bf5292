import { fields, rules } from '../fields.js';
import { viewport } from './formats.js';

const action = 'POST /v2/search body scrapeOptions.actions';
const done = 'POST /v2/scrape 200 data.actions';
const types = ['wait', 'screenshot', 'click', 'write', 'press', 'scroll', 'scrape', 'executeJavascript', 'pdf'];

export const actions = [
  ...types.map((type) =>
    fields(`action ${type}`, `${action}[${type}]`, [{ field: 'type', only: [type], required: true }]),
  ),
  rules('actions', `${action}[]`, [{ rule: 'other types', refuses: [{ type: 'surprise' }, { selector: 'a' }] }]),
  fields('action wait', `${action}[wait]`, [
    { field: 'milliseconds', type: 'integer', required: true, minimum: 1 },
    { field: 'selector', type: 'string', required: true },
  ]),
  rules('action wait', `${action}[]`, [
    {
      rule: 'either a time or a selector',
      accepts: [
        { type: 'wait', milliseconds: 1 },
        { type: 'wait', selector: '#main' },
      ],
      refuses: [
        { type: 'wait' },
        { type: 'wait', milliseconds: 1, selector: '#main' },
        { type: 'wait', milliseconds: 1, surprise: 1 },
        { type: 'wait', selector: '#main', surprise: 1 },
      ],
    },
  ]),
  fields('action screenshot', `${action}[screenshot]`, viewport),
  fields('links of screenshots', done, [{ field: 'screenshots', type: 'array of string' }]),
  fields('action click', `${action}[click]`, [
    { field: 'selector', type: 'string', required: true },
    { field: 'all', type: 'boolean', required: false, default: false },
  ]),
  fields('action write', `${action}[write]`, [{ field: 'text', type: 'string', required: true }]),
  fields('action press', `${action}[press]`, [{ field: 'key', type: 'string', required: true }]),
  fields('action scroll', `${action}[scroll]`, [
    { field: 'direction', type: 'string', required: false, default: 'down', only: ['up', 'down'] },
    { field: 'selector', type: 'string', required: false },
  ]),
  rules('action scrape', `${action}[scrape]`, [
    { rule: 'no fields', accepts: [{ type: 'scrape' }], refuses: [{ type: 'scrape', surprise: 1 }] },
  ]),
  fields('action executeJavascript', `${action}[executeJavascript]`, [
    { field: 'script', type: 'string', required: true },
  ]),
  fields('action pdf', `${action}[pdf]`, [
    {
      field: 'format',
      type: 'string',
      required: false,
      default: 'Letter',
      only: ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'],
    },
    { field: 'landscape', type: 'boolean', required: false, default: false },
    { field: 'scale', type: 'number', required: false, default: 1 },
  ]),
  fields('output of pdf actions', done, [{ field: 'pdfs', type: 'array of string' }]),
];
