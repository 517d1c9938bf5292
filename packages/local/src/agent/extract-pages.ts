import type { MapRequest } from '@trawl/client';
import { exactly, MAP_CREDITS, searchCredits } from '../accounts/credits.js';
import { withScheme } from '../contract/page-url.js';
import { ModelFailure } from '../model/model.js';
import { questionOf } from '../search/search-question.js';
import type { ModelWork } from './model-kind.js';
import { keyOf } from './reach.js';
import { type UrlPattern, urlPattern } from './url-pattern.js';
import type { WebToolDependencies } from './web-tools.js';

/** Pages of an extraction whose request names no `limit`, and of any. */
const DEFAULT_PAGES = 20;
const MAX_PAGES = 100;

/** Links of a site that are looked through for pages below a path. */
const MAX_LINKS = 1_000;

const SEARCH_RESULTS = 5;

/** A search takes as many characters. */
const MAX_QUERY = 500;

export interface FoundPages {
  readonly pages: readonly string[];
  /** What was asked for and is not among them. */
  readonly warnings: readonly string[];
}

/** The pages of a request: its URLs, those that fit the ones with a wildcard, and those that a search finds. */
export async function extractPages(web: WebToolDependencies, work: ModelWork<'extract'>): Promise<FoundPages> {
  const { urls = [], prompt = '', enableWebSearch, limit = DEFAULT_PAGES } = work.job.request;
  const most = Math.min(limit, MAX_PAGES);
  const pagesByKey = new Map<string, string>();
  const warnings: string[] = [];
  const add = (some: readonly string[]) => {
    for (const url of some) for (const key of keyOf(url)) if (!pagesByKey.has(key)) pagesByKey.set(key, url);
  };
  for (const url of urls.map(withScheme)) {
    const pattern = urlPattern(url);
    const pages = pattern ? await pagesOf(web, work, pattern) : [url];
    if (pages.length === 0) warnings.push(`No pages were found for ${url}.`);
    add(pages);
  }
  if (prompt !== '' && (enableWebSearch || urls.length === 0)) add(await searched(web, work, prompt));
  if (pagesByKey.size === 0) throw new ModelFailure('no pages were found to extract from');
  if (pagesByKey.size > most) warnings.push(`${pagesByKey.size} pages were found, and ${most} read: ${moreOf(most)}.`);
  return { pages: [...pagesByKey.values()].slice(0, most), warnings };
}

function moreOf(most: number): string {
  return most < MAX_PAGES ? 'a larger `limit` reads more' : 'no extraction reads more';
}

async function pagesOf(
  { map }: WebToolDependencies,
  work: ModelWork<'extract'>,
  pattern: UrlPattern,
): Promise<string[]> {
  const { request, team } = work.job;
  const { prompt, ignoreSitemap, includeSubdomains, threatProtection } = request;
  const mapRequest: Omit<MapRequest, 'url'> = {
    limit: MAX_LINKS,
    // A page is read as it was found: without its query another one may answer.
    ignoreQueryParameters: false,
    ...(prompt && { search: prompt.slice(0, MAX_QUERY) }),
    ...(ignoreSitemap && { sitemap: 'skip' }),
    ...(includeSubdomains !== undefined && { includeSubdomains }),
    ...(threatProtection && { threatProtection }),
  };
  await work.reserve(exactly(MAP_CREDITS));
  let pages: string[] = [];
  for (const base of pattern.bases) {
    const { links } = await map({ ...mapRequest, url: base }, team, work.signal);
    pages = links.map(({ url }) => url).filter(pattern.matches);
    if (pages.length > 0) break;
  }
  work.spend(MAP_CREDITS);
  return pages;
}

async function searched(
  { engine }: WebToolDependencies,
  work: ModelWork<'extract'>,
  prompt: string,
): Promise<string[]> {
  await work.reserve(exactly(searchCredits(SEARCH_RESULTS)));
  const question = questionOf({ query: prompt.slice(0, MAX_QUERY), limit: SEARCH_RESULTS }, work.job.team);
  const { web } = await engine.search(question, work.signal);
  work.spend(searchCredits(web.length));
  return web.flatMap(({ url }) => url ?? []);
}
