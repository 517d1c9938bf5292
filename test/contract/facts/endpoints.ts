import { calls } from '../calls.js';
import { fields } from '../fields.js';

export const endpoints = [
  calls('other endpoints', [
    { call: 'POST /v2/scrape', body: 'application/json', answers: [200] },
    { call: 'POST /v2/crawl', body: 'application/json', answers: [200] },
    { call: 'POST /v2/map', body: 'application/json', answers: [200] },
    { call: 'POST /v2/agent', body: 'application/json', answers: [200] },
    { call: 'POST /support/ask', body: 'application/json', answers: [200] },
    { call: 'POST /v2/parse', body: 'multipart/form-data', answers: [200] },
    { call: 'POST /v2/monitor', body: 'application/json', answers: [200] },
  ]),
  fields('scrape one URL', 'POST /v2/scrape body', [{ field: 'url', required: true }]),
];
