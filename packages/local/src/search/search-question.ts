import type { SearchRequest, SearchSource, SearchSourceName } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import { hostOf } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { Category, SearchQuestion } from './search-engine.js';

/** The parameters of a search request, with the defaults of the contract. Refuses what no engine of this server has. */
export function questionOf(request: SearchRequest, team: string): SearchQuestion {
  const defaults = contractDefaults('SearchRequest');
  // An empty list means the default, as no list does.
  const requestedSources = request.sources?.length ? request.sources : (defaults.sources ?? []);
  const sources = requestedSources.map(withOptions);
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
    categories: categoriesOf(request),
    includeDomains: (request.includeDomains ?? []).map(hostOf),
    excludeDomains: (request.excludeDomains ?? []).map(hostOf),
    highlights: request.highlights ?? defaults.highlights ?? true,
    country: web?.country ?? request.country ?? defaults.country,
    language: web?.lang ?? request.lang,
    location: web?.location ?? request.location,
    safe: request.safe,
  };
}

function withOptions(source: NonNullable<SearchRequest['sources']>[number]): SearchSource {
  const { type } = typeof source === 'string' ? { type: source } : source;
  // Clients that know this sentence search again without the source.
  if (type === 'alexandria') throw new Refusal('forbidden', 'Exchange is not enabled for this team.');
  return typeof source === 'string' ? { type } : (source as SearchSource);
}

function categoriesOf({ categories = [] }: SearchRequest): Category[] {
  const categoryNames = new Set(categories.map(categoryOf));
  if (categoryNames.has('developer') && categoryNames.size > 1) {
    const message = 'the developer category cannot be combined with other categories';
    throw invalidRequest('searchWeb', [{ code: 'custom', path: [], message }]);
  }
  return [...categoryNames];
}

function categoryOf(category: NonNullable<SearchRequest['categories']>[number]): Category {
  const name = typeof category === 'string' ? category : category.type;
  return name === 'github' || name === 'research' || name === 'pdf' ? name : 'developer';
}
