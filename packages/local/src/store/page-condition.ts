import type { Value } from './sqlite/database.js';

/** A domain with its subdomains, and optionally a port and the beginning of a path. */
export interface SiteCondition {
  readonly domain: string;
  readonly port: string;
  readonly path: string;
}

/** A condition on a page other than its words. */
export type PageCondition =
  | { readonly site: SiteCondition }
  /** Pages of any of the domains and their subdomains. */
  | { readonly domains: readonly string[] }
  /** The extension of the path, or the name of the type. */
  | { readonly filetype: string }
  /** From the time, inclusive, in milliseconds since 1970. */
  | { readonly publishedFrom: number }
  /** Until the time, exclusive. */
  | { readonly publishedUntil: number }
  | { readonly is: 'article' | 'undated' }
  | { readonly not: PageCondition }
  | { readonly anyOf: readonly PageCondition[] }
  | { readonly allOf: readonly PageCondition[] };

/** An SQL condition. */
export interface Filter {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The condition on rows of `search_pages`, which has the alias `p`. */
export function filterOf(condition: PageCondition): Filter {
  if ('site' in condition) return siteFilter(condition.site);
  if ('domains' in condition) return domainsFilter(condition.domains);
  if ('filetype' in condition) {
    return { sql: '(p.extension = ? or p.filetype = ?)', values: [condition.filetype, condition.filetype] };
  }
  if ('publishedFrom' in condition) return { sql: 'p.published >= ?', values: [condition.publishedFrom] };
  if ('publishedUntil' in condition) return { sql: 'p.published < ?', values: [condition.publishedUntil] };
  if ('is' in condition) {
    return { sql: condition.is === 'article' ? 'p.is_article' : 'p.published is null', values: [] };
  }
  if ('not' in condition) {
    const { sql, values } = filterOf(condition.not);
    return { sql: `not ${sql}`, values };
  }
  if ('anyOf' in condition) return joined(condition.anyOf.map(filterOf), ' or ', 'false');
  return joined(condition.allOf.map(filterOf), ' and ', 'true');
}

function siteFilter({ domain, port, path }: SiteCondition): Filter {
  const onDomain = { sql: '(p.host = ? or substr(p.host, ?) = ?)', values: [domain, -domain.length - 1, `.${domain}`] };
  const onPort = port ? [{ sql: 'p.port = ?', values: [port] }] : [];
  const inPath = path ? [{ sql: 'substr(p.path, 1, ?) = ?', values: [path.length, path] }] : [];
  return joined([onDomain, ...onPort, ...inPath], ' and ', 'true');
}

/**
 * The query looks up each suffix of a host in the list. Comparing the host with every domain would be slow for long lists,
 * and SQLite limits the depth of an expression.
 */
function domainsFilter(domains: readonly string[]): Filter {
  const sql = `exists (
    with recursive part (name) as (
      select p.host union all select substr(name, instr(name, '.') + 1) from part where instr(name, '.'))
    select 1 from part where name in (select value from json_each(?)))`;
  return { sql, values: [JSON.stringify(domains)] };
}

function joined(filters: readonly Filter[], by: string, none: string): Filter {
  const sql = filters.map((filter) => filter.sql).join(by) || none;
  return { sql: `(${sql})`, values: filters.flatMap(({ values }) => values) };
}
