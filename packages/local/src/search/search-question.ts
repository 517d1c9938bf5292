import type { SearchCategoryName, SearchRequest, SearchSource, SearchSourceName } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import type { SearchQuestion } from './search-engine.js';

/** The parameters of a search request, with the defaults of the contract. */
export function questionOf(request: SearchRequest, team: string): SearchQuestion {
  const defaults = contractDefaults('SearchRequest');
  // An empty list means the default, as no list does.
  const requested = request.sources?.length ? request.sources : (defaults.sources ?? []);
  const sources = requested.map((source): SearchSource => (typeof source === 'string' ? { type: source } : source));
  const web = sources.find((source) => source.type === 'web');
  const tbs = (source: SearchSourceName, own?: string) => {
    const filter = own ?? request.tbs;
    return filter === undefined ? {} : { [source]: filter };
  };
  return {
    team,
    query: request.query,
    limit: request.limit ?? defaults.limit ?? 0,
    sources: [...new Set(sources.map(({ type }) => type))],
    tbs: { ...tbs('web', web?.tbs), ...tbs('images'), ...tbs('news') },
    categories: [...new Set((request.categories ?? []).map(nameOf))],
    includeDomains: request.includeDomains ?? [],
    excludeDomains: request.excludeDomains ?? [],
    highlights: request.highlights ?? defaults.highlights ?? true,
    country: request.country ?? defaults.country,
    location: web?.location ?? request.location,
    safe: request.safe,
  };
}

type Category = NonNullable<SearchRequest['categories']>[number];

const nameOf = (category: Category): SearchCategoryName => (typeof category === 'string' ? category : category.type);
