import { type Field, fields } from '../fields.js';

const hour = 60 * 60 * 1000;

/** What web and news results have in common: all fields of a web result but its description. */
const ofEveryResult: Field[] = [
  { field: 'url', type: 'string' },
  { field: 'title', type: 'string' },
  { field: 'category', type: 'string', values: ['github', 'research', 'pdf'] },
  { field: 'markdown', type: 'string or null' },
  { field: 'html', type: 'string or null' },
  { field: 'rawHtml', type: 'string or null' },
  { field: 'links', type: 'array of string' },
  { field: 'screenshot', type: 'string or null', expiresAfterMs: 24 * hour },
  { field: 'audio', type: 'string or null', expiresAfterMs: hour },
  { field: 'video', type: 'string or null', expiresAfterMs: hour },
  { field: 'metadata', type: 'object' },
  { field: 'answer', type: 'string' },
  { field: 'highlights', type: 'string' },
];

export const results = [
  fields('web result', 'POST /v2/search 200 data.web[]', [...ofEveryResult, { field: 'description', type: 'string' }]),
  fields('news result', 'POST /v2/search 200 data.news[]', [
    ...ofEveryResult,
    { field: 'date', type: 'string' },
    { field: 'imageUrl', type: 'string' },
    { field: 'position', type: 'integer' },
    { field: 'snippet', type: 'string' },
  ]),
  fields('image result', 'POST /v2/search 200 data.images[]', [
    { field: 'imageUrl', type: 'string' },
    { field: 'imageWidth', type: 'integer' },
    { field: 'imageHeight', type: 'integer' },
    { field: 'position', type: 'integer' },
    { field: 'title', type: 'string' },
    { field: 'url', type: 'string' },
  ]),
];
