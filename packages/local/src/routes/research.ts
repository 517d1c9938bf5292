import type { Routes } from '../http/operation.js';
import { absent } from '../http/reply.js';

/** Servers without an index of papers have no such routes. */
export const researchRoutes: Pick<Routes, 'searchPapers' | 'getPaper' | 'listSimilarPapers'> = {
  searchPapers: absent,
  getPaper: absent,
  listSimilarPapers: absent,
};
