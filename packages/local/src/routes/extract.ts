import { Refusal } from '../contract/refusal.js';
import type { Routes } from './route.js';

/** Extraction needs a language model, which this server does not have. */
export const extractRoutes: Pick<Routes, 'startExtract' | 'getExtract'> = {
  startExtract() {
    const error = 'Extraction is not available on this server: it needs a language model. It is deprecated besides.';
    throw new Refusal(503, { error, replacement: '/v2/scrape' }, { deprecation: 'true' });
  },
  getExtract() {
    throw new Refusal(404, { error: 'Extract job not found' });
  },
};
