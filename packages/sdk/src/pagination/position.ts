import { ResponseFormatError } from '../errors/response-format-error.js';
import { parseUrl } from '../parse-url.js';

/**
 * A position is where a page begins: a path and query below the base URL, such as `/v2/crawl/123?skip=100`.
 * It names no host, so wherever a server's link points, the next request goes to the configured base URL.
 */

/** Page size says nothing about where a page begins; zero is where a listing begins anyway. */
const isIdle = (name: string, value: string): boolean =>
  name === 'limit' || ((name === 'skip' || name === 'offset') && Number(value) === 0);

/** Only for parsing; it never reaches the network. */
const parse = (position: string): URL => new URL(position, 'http://base');

/**
 * The position that a `next` link stands for. Behind a proxy a server may not know the path of its own base URL, so
 * that links come with and without it; `current`, the position of the page that carries the link, tells which is which.
 */
export function positionOf(link: string, current: string, baseUrl: string): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const from = parse(current);
  const { pathname = '', search } = parseUrl(link, from) ?? {};
  // A link such as `mailto:` has a path without a slash, which would become part of the host.
  if (!pathname.startsWith('/')) throw new ResponseFormatError('The answer has a `next` link that leads nowhere.');
  const hasBase = pathname !== from.pathname && pathname.startsWith(`${base}/`);
  return (hasBase ? pathname.slice(base.length) : pathname) + search;
}

/** Equal for positions that are the same however they are written. */
export function positionKey(position: string): string {
  const { pathname, searchParams } = parse(position);
  const parameters = [...searchParams].filter(([name, value]) => !isIdle(name, value)).map(String);
  return [pathname.replace(/\/$/, ''), ...parameters.sort()].join('&');
}

/** The query of a position, to be sent as its link has it: the types know the text of a number by its number only. */
export function queryOf(position: string): Record<string, never> {
  return Object.fromEntries<never>(parse(position).searchParams as Iterable<[string, never]>);
}

/** How many items stand before a position. */
export function skipOf(position: string): number {
  return Number(parse(position).searchParams.get('skip'));
}

/** The position `count` items further on. */
export function advance(position: string, count: number): string {
  const { pathname, searchParams } = parse(position);
  searchParams.set('skip', String(skipOf(position) + count));
  return `${pathname}?${searchParams}`;
}
