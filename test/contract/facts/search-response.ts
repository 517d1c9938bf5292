import { fields } from '../fields.js';

const result = { url: 'https://example.com', title: 'Example' };

export const searchResponse = [
  fields('search response', 'POST /v2/search 200', [
    { field: 'success', type: 'boolean' },
    { field: 'id', type: 'string', says: [/search job/] },
    { field: 'data', type: 'object', says: [/requested sources?/, /only `?web`?/] },
    { field: 'data.web', type: 'array of object', sample: result, says: [/web/] },
    { field: 'data.images', type: 'array of object', says: [/images/] },
    { field: 'data.news', type: 'array of object', sample: result, says: [/news/] },
    { field: 'creditsUsed', type: 'integer', says: [/credits/] },
    { field: 'warning', type: 'string or null', says: [/problem|wrong/] },
  ]),
];
