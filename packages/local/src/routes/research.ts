import type { Routes } from './route.js';
import { routeNotFound } from './route-not-found.js';

/** Servers without an index of papers have no such routes. */
export const researchRoutes: Pick<Routes, 'searchPapers' | 'getPaper' | 'listSimilarPapers'> = {
  searchPapers: routeNotFound,
  getPaper: routeNotFound,
  listSimilarPapers: routeNotFound,
};
