import type { Database } from '../store/database.js';
import { significantWords } from './inflections.js';
import { siteFilter } from './page-filter.js';
import { oneOf } from './page-words.js';
import { siteOf } from './site.js';
import { ftsPhrase } from './words.js';

/** The number of pages to read, and of words to search for. */
const PAGES = 50;
const WORDS = 12;

/** A search expression of the most frequent words on the pages of a domain; undefined when the team has seen none. */
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
