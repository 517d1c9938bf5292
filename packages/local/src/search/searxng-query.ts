import type { SearchSourceName } from '@trawl/client';
import type { Category, SearchQuestion } from './search-engine.js';

/** The query parameters of SearXNG. */
export interface SearxngQuery {
  readonly q: string;
  readonly categories: string;
  readonly language?: string;
  readonly time_range?: 'day' | 'week' | 'month' | 'year';
  readonly safesearch?: 0 | 1;
}

const CATEGORIES: Readonly<Record<SearchSourceName, string>> = { web: 'general', news: 'news', images: 'images' };

/** Operators that restrict a query to a category. */
const CATEGORY_OPERATORS: Readonly<Partial<Record<Category, string>>> = {
  github: 'site:github.com',
  pdf: 'filetype:pdf',
};

/** Categories that SearXNG has itself. */
const OWN_CATEGORIES: Readonly<Partial<Record<Category, string>>> = { research: 'science', developer: 'it' };

/** SearXNG has no filter for hours, several days or ranges of days: these filter its results by date. */
const TIME_RANGES: Readonly<Record<string, SearxngQuery['time_range']>> = {
  h: undefined,
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
};

/** Few engines support these operators, so they are removed and filter the results by size. */
const SIZES = /(?:^|\s)-?(?:imagesize|larger):\S+/gi;

export function searxngQuery(question: SearchQuestion, source: SearchSourceName, category?: Category): SearxngQuery {
  const { query, includeDomains, excludeDomains, safe } = question;
  const siteExpression = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
  const parts = [
    query.replace(SIZES, '').trim(),
    category && CATEGORY_OPERATORS[category],
    includeDomains.length > 1 ? `(${siteExpression})` : siteExpression,
    ...excludeDomains.map((domain) => `-site:${domain}`),
  ];
  const language = question.language ?? languageOf(question.country);
  const timeRange = TIME_RANGES[/qdr:([hdwmy])(?!\d)/.exec(question.tbs[source] ?? '')?.[1] ?? ''];
  return {
    q: parts.filter(Boolean).join(' '),
    categories: (category && OWN_CATEGORIES[category]) ?? CATEGORIES[source],
    ...(language && { language }),
    ...(timeRange && { time_range: timeRange }),
    ...(safe !== undefined && { safesearch: safe ? 1 : 0 }),
  };
}

/** The main language of a country with its region, such as `de-DE`. */
function languageOf(country: string | undefined): string | undefined {
  if (!/^[a-z]{2}$/i.test(country ?? '')) return undefined;
  const { language, region } = new Intl.Locale(`und-${country}`).maximize();
  return `${language}-${region}`;
}
