import { fields } from '../fields.js';

const result = { url: 'https://example.com', title: 'Example' };

export const searchResponse = [
  fields('search response', 'POST /v2/search 200', [
    { field: 'success', type: 'boolean' },
    { field: 'id', type: 'string' },
    { field: 'data', type: 'object' },
    { field: 'data.web', type: 'array of object', sample: result },
    { field: 'data.images', type: 'array of object' },
    { field: 'data.news', type: 'array of object', sample: result },
    { field: 'creditsUsed', type: 'integer' },
    { field: 'warning', type: 'string or null' },
  ]),
];
