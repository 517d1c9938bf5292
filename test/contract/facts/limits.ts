import { fields } from '../fields.js';

export const limits = [
  fields('expiry of links', 'POST /v2/scrape 200 data', [
    { field: 'audio', expiresAfterMs: 3_600_000 },
    { field: 'video', expiresAfterMs: 3_600_000 },
    { field: 'screenshot', expiresAfterMs: 86_400_000 },
  ]),
];
