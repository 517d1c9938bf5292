import type { Database } from '../store/database.js';
import { significantWords } from './inflections.js';
import { siteFilter } from './page-filter.js';
import { oneOf } from './page-words.js';
import { siteOf } from './site.js';
import { ftsPhrase } from './words.js';

/** As many pages and words as tell what a site is about. */
const PAGES = 50;
const WORDS = 12;

/** What the pages of a domain that a team knows speak of most, as an expression; undefined when it knows none. */
export function relatedExpression(database: Database, team: string, domain: string): string | undefined {
  const { sql, values } = siteFilter(siteOf(domain));
  const pages = database.all<{ title: string; description: string }>(
    `select title, description from search_pages p where p.team = ? and ${sql} order by length(path), id limit ?`,
    team,
    ...values,
    PAGES,
  );
  const counts = new Map<string, number>();
  for (const { title, description } of pages) {
    const words = new Set(`${title} ${description}`.toLowerCase().match(/\p{L}{3,}/gu));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const words = frequent.length > 0 ? significantWords(frequent).slice(0, WORDS) : [];
  return words.length > 0 ? oneOf(words.map(ftsPhrase)) : undefined;
}
