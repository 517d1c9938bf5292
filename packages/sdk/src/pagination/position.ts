import { ResponseFormatError } from '../errors/errors.js';
import type { TrawlError } from '../errors/trawl-error.js';
import { parseUrl } from '../transport/parse-url.js';

/**
 * A position says where a page begins: a path and a query below the base URL, such as `/v2/crawl/123?skip=100`. It has no
 * host, so wherever a link of the server points, the next request goes to your base URL.
 */

/** Whether a parameter does not change the position: a page size, or a start at zero. */
const isDefault = (name: string, value: string): boolean =>
  name === 'limit' || ((name === 'skip' || name === 'offset') && Number(value) === 0);

/** The host is only for parsing. Nothing is sent to it. */
const parse = (position: string): URL => new URL(position, 'http://base');

/**
 * The position of a link or of a cursor. `current` is a position of the same listing. Keeps the path of `current`, because
 * a server behind a proxy does not know it. The last segment of the two paths must be the same.
 */
export function positionOf(
  link: string,
  current: string,
  name = 'The `next` link',
  Kind: new (message: string) => TrawlError = ResponseFormatError,
): string {
  const currentUrl = parse(current);
  const path = currentUrl.pathname;
  const target = parseUrl(link, currentUrl);
  if (target?.pathname.replace(/\/$/, '').endsWith(path.slice(path.lastIndexOf('/')))) return path + target.search;
  throw new Kind(`${name} leads to no page of ${path}.`);
}

/** Equal for equal positions, however they are written. */
export function positionKey(position: string): string {
  const { pathname, searchParams } = parse(position);
  const parameters = [...searchParams].filter(([name, value]) => !isDefault(name, value)).map(String);
  return [pathname.replace(/\/$/, ''), ...parameters.sort()].join('&');
}

/** The query of a position, as its link has it. Its numbers are text, which the types of the contract do not know. */
export function queryOf(position: string): Record<string, never> {
  return Object.fromEntries<never>(parse(position).searchParams as Iterable<[string, never]>);
}

/** The number of items before a position. */
export function skipOf(position: string): number {
  return Number(parse(position).searchParams.get('skip'));
}

/** Whether a link leads to items before a position. A link without `skip` does not. */
export function pointsBack(link: string, position: string): boolean {
  return parse(link).searchParams.has('skip') && skipOf(link) < skipOf(position);
}

/** The position after `count` more items. */
export function advance(position: string, count: number): string {
  const { pathname, searchParams } = parse(position);
  searchParams.set('skip', String(skipOf(position) + count));
  return `${pathname}?${searchParams}`;
}
