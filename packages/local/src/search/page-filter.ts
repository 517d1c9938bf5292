import type { PageCondition } from '../store/search-store.js';
import { sitesOf } from './category.js';
import type { TextCondition } from './query.js';
import type { Category } from './search-engine.js';
import { siteOf } from './site.js';
import type { TimeFilter } from './time-filter.js';

export interface PageFilters {
  readonly conditions: readonly TextCondition[];
  readonly categories: readonly Category[];
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  readonly time: TimeFilter;
  readonly articlesOnly: boolean;
  readonly undatedOnly: boolean;
}

/** Combines all conditions other than words; undefined when there are none. */
export function pageCondition(filters: PageFilters): PageCondition | undefined {
  const { time } = filters;
  const conditions: PageCondition[] = [
    ...filters.conditions.flatMap(operatorCondition),
    ...(filters.categories.length > 0 ? [{ anyOf: filters.categories.map(categoryCondition) }] : []),
    ...(filters.includeDomains.length > 0 ? [domainsCondition(filters.includeDomains)] : []),
    ...(filters.excludeDomains.length > 0 ? [{ not: domainsCondition(filters.excludeDomains) }] : []),
    ...(time.from === undefined ? [] : [{ publishedFrom: time.from }]),
    ...(time.until === undefined ? [] : [{ publishedUntil: time.until }]),
    ...(filters.articlesOnly ? [{ is: 'article' as const }] : []),
    ...(filters.undatedOnly ? [{ is: 'undated' as const }] : []),
  ];
  return conditions.length > 0 ? { allOf: conditions } : undefined;
}

function operatorCondition({ operator, value, negated }: TextCondition): PageCondition[] {
  if (operator !== 'site' && operator !== 'filetype') return [];
  const condition = operator === 'site' ? { site: siteOf(value) } : filetypeCondition(value);
  return [negated ? { not: condition } : condition];
}

function domainsCondition(domains: readonly string[]): PageCondition {
  return { domains: domains.map((domain) => siteOf(domain).domain) };
}

function filetypeCondition(value: string): PageCondition {
  return { filetype: value.toLowerCase().replace(/^\./, '') };
}

function categoryCondition(category: Category): PageCondition {
  return category === 'pdf' ? filetypeCondition('pdf') : { anyOf: sitesOf(category).map((site) => ({ site })) };
}
