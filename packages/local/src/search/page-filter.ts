import type { Value } from '../store/database.js';
import { sitesOf } from './category.js';
import type { TextCondition } from './query.js';
import type { Category } from './search-engine.js';
import { type Site, siteOf } from './site.js';
import type { TimeFilter } from './time-filter.js';

/** An SQL condition on rows of `search_pages`, which has the alias `p`. */
export interface Filter {
  readonly sql: string;
  readonly values: readonly Value[];
}

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
export function pageFilter(filters: PageFilters): Filter | undefined {
  const { time } = filters;
  const parts: Filter[] = [
    ...filters.conditions.flatMap(conditionFilter),
    ...(filters.categories.length > 0 ? [anyOf(filters.categories.map(categoryFilter))] : []),
    ...(filters.includeDomains.length > 0 ? [domainsFilter(filters.includeDomains)] : []),
    ...(filters.excludeDomains.length > 0 ? [not(domainsFilter(filters.excludeDomains))] : []),
    ...(time.from === undefined ? [] : [{ sql: 'p.published >= ?', values: [time.from] }]),
    ...(time.until === undefined ? [] : [{ sql: 'p.published < ?', values: [time.until] }]),
    ...(filters.articlesOnly ? [{ sql: 'p.is_article', values: [] }] : []),
    ...(filters.undatedOnly ? [{ sql: 'p.published is null', values: [] }] : []),
  ];
  return parts.length > 0 ? allOf(parts) : undefined;
}

function conditionFilter({ operator, value, negated }: TextCondition): Filter[] {
  const filter =
    operator === 'site' ? siteFilter(siteOf(value)) : operator === 'filetype' ? filetypeFilter(value) : undefined;
  return filter ? [negated ? not(filter) : filter] : [];
}

export function siteFilter({ domain, port, path }: Site): Filter {
  const onDomain = { sql: '(p.host = ? or substr(p.host, ?) = ?)', values: [domain, -domain.length - 1, `.${domain}`] };
  return allOf([
    onDomain,
    ...(port ? [{ sql: 'p.port = ?', values: [port] }] : []),
    ...(path ? [{ sql: 'substr(p.path, 1, ?) = ?', values: [path.length, path] }] : []),
  ]);
}

/**
 * Pages of any of the domains and their subdomains. The query looks up each suffix of a host in the list. Comparing the
 * host with every domain would be slow for long lists, and SQLite limits the depth of an expression.
 */
function domainsFilter(domains: readonly string[]): Filter {
  const sql = `exists (
    with recursive part (name) as (
      select p.host union all select substr(name, instr(name, '.') + 1) from part where instr(name, '.'))
    select 1 from part where name in (select value from json_each(?)))`;
  return { sql, values: [JSON.stringify(domains.map((domain) => siteOf(domain).domain))] };
}

function filetypeFilter(value: string): Filter {
  const extension = value.toLowerCase().replace(/^\./, '');
  return { sql: '(p.extension = ? or p.filetype = ?)', values: [extension, extension] };
}

function categoryFilter(category: Category): Filter {
  return category === 'pdf' ? filetypeFilter('pdf') : anyOf(sitesOf(category).map(siteFilter));
}

const not = ({ sql, values }: Filter): Filter => ({ sql: `not ${sql}`, values });
const allOf = (filters: readonly Filter[]) => joined(filters, ' and ', 'true');
const anyOf = (filters: readonly Filter[]) => joined(filters, ' or ', 'false');

function joined(filters: readonly Filter[], by: string, none: string): Filter {
  const sql = filters.map((filter) => filter.sql).join(by) || none;
  return { sql: `(${sql})`, values: filters.flatMap(({ values }) => values) };
}
