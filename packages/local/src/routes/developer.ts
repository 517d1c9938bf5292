import { absent } from './absent.js';
import type { Routes } from './route.js';

/** Servers without an index of source repositories have no such routes. */
export const developerRoutes: Pick<Routes, 'searchDeveloperSources' | 'searchDeveloperSourcesWithBody'> = {
  searchDeveloperSources: absent,
  searchDeveloperSourcesWithBody: absent,
};
