import type { Routes } from './route.js';
import { routeNotFound } from './route-not-found.js';

/** Servers without an index of source repositories have no such routes. */
export const developerRoutes: Pick<Routes, 'searchDeveloperSources' | 'searchDeveloperSourcesWithBody'> = {
  searchDeveloperSources: routeNotFound,
  searchDeveloperSourcesWithBody: routeNotFound,
};
