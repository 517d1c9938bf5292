import type { Routes } from '../http/operation.js';
import { absent } from '../http/reply.js';

/** Servers without an index of source repositories have no such routes. */
export const developerRoutes: Pick<Routes, 'searchDeveloperSources' | 'searchDeveloperSourcesWithBody'> = {
  searchDeveloperSources: absent,
  searchDeveloperSourcesWithBody: absent,
};
