import { calls } from '../calls.js';
import { fields } from '../fields.js';

export const endpoints = [
  calls('other endpoints', [
    {
      call: 'POST /v2/scrape',
      body: 'application/json',
      answers: [200],
      says: [/scrapes? one (URL|page)|one (URL|page)/],
    },
    { call: 'POST /v2/crawl', body: 'application/json', answers: [200], says: [/crawls?/] },
    { call: 'POST /v2/map', body: 'application/json', answers: [200], says: [/URLs/, /domain|site/] },
    { call: 'POST /v2/agent', body: 'application/json', answers: [200], says: [/gather|agent/] },
    { call: 'POST /support/ask', body: 'application/json', answers: [200] },
    { call: 'POST /v2/parse', body: 'multipart/form-data', answers: [200], says: [/files?/] },
    { call: 'POST /v2/monitor', body: 'application/json', answers: [200], says: [/schedules?/] },
  ]),
  fields('scrape one URL', 'POST /v2/scrape body', [{ field: 'url', required: true }]),
];
