import type { SearchCategoryName, SearchSourceName } from '@trawl/client';
import type { SearchQuestion } from './search-engine.js';

/** What SearXNG is asked, by its own names. */
export interface SearxngQuery {
  readonly q: string;
  readonly categories: string;
  readonly language?: string;
  readonly time_range?: 'day' | 'week' | 'month' | 'year';
  readonly safesearch?: 0 | 1;
}

const CATEGORIES: Readonly<Record<SearchSourceName, string>> = { web: 'general', news: 'news', images: 'images' };

/** What narrows a query to a category; research is a category of SearXNG itself. */
const NARROWING: Readonly<Record<SearchCategoryName, string>> = {
  github: 'site:github.com',
  pdf: 'filetype:pdf',
  research: '',
};

/** It knows no hours, and no ranges of days: of those the dates of the results decide. */
const TIME_RANGES: Readonly<Record<string, SearxngQuery['time_range']>> = {
  h: undefined,
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
};

/** Few engines know these operators; the sizes of the images that they find are looked at instead. */
const SIZES = /(?:^|\s)-?(?:imagesize|larger):\S+/gi;

export function searxngQuery(
  question: SearchQuestion,
  source: SearchSourceName,
  category?: SearchCategoryName,
): SearxngQuery {
  const { query, includeDomains, excludeDomains, safe } = question;
  const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
  const parts = [
    query.replace(SIZES, '').trim(),
    category ? NARROWING[category] : '',
    includeDomains.length > 1 ? `(${included})` : included,
    ...excludeDomains.map((domain) => `-site:${domain}`),
  ];
  const language = languageOf(question.country);
  const timeRange = TIME_RANGES[/qdr:([hdwmy])/.exec(question.tbs[source] ?? '')?.[1] ?? ''];
  return {
    q: parts.filter(Boolean).join(' '),
    categories: category === 'research' ? 'science' : CATEGORIES[source],
    ...(language && { language }),
    ...(timeRange && { time_range: timeRange }),
    ...(safe !== undefined && { safesearch: safe ? 1 : 0 }),
  };
}

/** The language that most people of a country read, with the country: `de-DE`. */
function languageOf(country: string | undefined): string | undefined {
  if (!/^[a-z]{2}$/i.test(country ?? '')) return undefined;
  const { language, region } = new Intl.Locale(`und-${country}`).maximize();
  return `${language}-${region}`;
}
