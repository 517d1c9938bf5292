import { type RawBuilder, sql } from 'kysely';

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

/** A condition in SQL. */
export type Filter = RawBuilder<boolean>;

/** The condition that the host of the page is one of the domains, or on one of them. */
export type DomainsFilter = (domains: readonly string[]) => Filter;

/** The condition on rows of `search_pages`, which has the alias `p`. */
export function filterOf(condition: PageCondition, domainsFilter: DomainsFilter): Filter {
  const filtersOf = (conditions: readonly PageCondition[]) => conditions.map((each) => filterOf(each, domainsFilter));
  if ('site' in condition) return siteFilter(condition.site);
  if ('domains' in condition) return domainsFilter(condition.domains);
  if ('filetype' in condition) {
    return sql<boolean>`(p.extension = ${condition.filetype} or p.filetype = ${condition.filetype})`;
  }
  if ('publishedFrom' in condition) return sql<boolean>`p.published >= ${condition.publishedFrom}`;
  if ('publishedUntil' in condition) return sql<boolean>`p.published < ${condition.publishedUntil}`;
  if ('is' in condition) {
    return condition.is === 'article' ? sql<boolean>`p.is_article = 1` : sql<boolean>`p.published is null`;
  }
  if ('not' in condition) return sql<boolean>`not ${filterOf(condition.not, domainsFilter)}`;
  if ('anyOf' in condition) return joined(filtersOf(condition.anyOf), ' or ', 'false');
  return allOf(filtersOf(condition.allOf));
}

export function siteFilter({ domain, port, path }: SiteCondition): Filter {
  const onDomain = sql<boolean>`(p.host = ${domain} or p.host like ${`%.${likeText(domain)}`} escape '\\')`;
  const onPort = port ? [sql<boolean>`p.port = ${port}`] : [];
  const inPath = path ? [sql<boolean>`substr(p.path, 1, ${path.length}) = ${path}`] : [];
  return allOf([onDomain, ...onPort, ...inPath]);
}

export function allOf(filters: readonly Filter[]): Filter {
  return joined(filters, ' and ', 'true');
}

/** Text in a pattern of `like … escape '\'` that stands for itself. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function joined(filters: readonly Filter[], by: string, none: string): Filter {
  if (filters.length === 0) return sql.raw(none);
  return sql`(${sql.join(filters, sql.raw(by))})`;
}
