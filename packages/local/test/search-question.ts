import type { SearchQuestion } from '../src/search/search-engine.js';

/** The question of a team that asks for web pages and sets nothing else. */
export function searchQuestion(query: string, more: Partial<SearchQuestion> = {}): SearchQuestion {
  return {
    team: 'one',
    query,
    limit: 10,
    sources: ['web'],
    tbs: {},
    categories: [],
    includeDomains: [],
    excludeDomains: [],
    highlights: true,
    country: undefined,
    location: undefined,
    safe: undefined,
    ...more,
  };
}
