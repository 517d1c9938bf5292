import { absent } from './absent.js';
import type { Routes } from './route.js';

/** Servers without an index of papers have no such routes. */
export const researchRoutes: Pick<Routes, 'searchPapers' | 'getPaper' | 'listSimilarPapers'> = {
  searchPapers: absent,
  getPaper: absent,
  listSimilarPapers: absent,
};
