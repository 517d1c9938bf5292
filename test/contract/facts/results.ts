import { type Field, fields } from '../fields.js';

const hour = 60 * 60 * 1000;

/** What web and news results have in common: all fields of a web result but its description. */
const ofEveryResult: Field[] = [
  { field: 'url', type: 'string' },
  { field: 'title', type: 'string' },
  { field: 'category', type: 'string', values: ['github', 'research', 'pdf'], says: [/category/] },
  { field: 'markdown', type: 'string or null', says: [/markdown/] },
  { field: 'html', type: 'string or null', says: [/html/] },
  { field: 'rawHtml', type: 'string or null', says: [/rawHtml/] },
  { field: 'links', type: 'array of string', says: [/links/] },
  {
    field: 'screenshot',
    type: 'string or null',
    expiresAfterMs: 24 * hour,
    says: [/URL/, /24 hours/, /no longer be downloaded/],
  },
  { field: 'audio', type: 'string or null', expiresAfterMs: hour, says: [/signed/, /MP3/, /1 hour|one hour/] },
  { field: 'video', type: 'string or null', expiresAfterMs: hour, says: [/signed/, /video/, /1 hour|one hour/] },
  { field: 'metadata', type: 'object' },
  { field: 'answer', type: 'string', says: [/question/] },
  { field: 'highlights', type: 'string', says: [/highlights/] },
];

export const results = [
  fields('web result', 'POST /v2/search 200 data.web[]', [
    ...ofEveryResult,
    { field: 'description', type: 'string', says: [/result/] },
  ]),
  fields('news result', 'POST /v2/search 200 data.news[]', [
    ...ofEveryResult,
    { field: 'date', type: 'string', says: [/article/] },
    { field: 'imageUrl', type: 'string' },
    { field: 'position', type: 'integer' },
    { field: 'snippet', type: 'string' },
    { field: 'title', says: [/article/] },
    { field: 'url', says: [/article/] },
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
