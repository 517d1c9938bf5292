import { ResponseFormatError } from '../errors/errors.js';
import type { TrawlError } from '../errors/trawl-error.js';
import { parseUrl } from '../transport/parse-url.js';

/**
 * A position is where a page begins: a path and query below the base URL, such as `/v2/crawl/123?skip=100`.
 * It names no host, so wherever a server's link points, the next request goes to the configured base URL.
 */

/** Page size says nothing about where a page begins; zero is where a listing begins anyway. */
const isDefault = (name: string, value: string): boolean =>
  name === 'limit' || ((name === 'skip' || name === 'offset') && Number(value) === 0);

/** Only for parsing; it never reaches the network. */
const parse = (position: string): URL => new URL(position, 'http://base');

/**
 * The position that a link, or a cursor of the caller's, stands for; `current` is one of the same listing. The path stays
 * as it is: a server behind a proxy does not know it. Only what is listed, its last part, has to be the same.
 */
export function positionOf(
  link: string,
  current: string,
  name = 'The `next` link',
  Kind: new (message: string) => TrawlError = ResponseFormatError,
): string {
  const from = parse(current);
  const path = from.pathname;
  const to = parseUrl(link, from);
  if (to?.pathname.replace(/\/$/, '').endsWith(path.slice(path.lastIndexOf('/')))) return path + to.search;
  throw new Kind(`${name} leads to no page of ${path}.`);
}

/** Equal for positions that are the same however they are written. */
export function positionKey(position: string): string {
  const { pathname, searchParams } = parse(position);
  const parameters = [...searchParams].filter(([name, value]) => !isDefault(name, value)).map(String);
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

/** Whether a link leads to items that stand before a position. One that does not count them is taken at its word. */
export function pointsBack(link: string, position: string): boolean {
  return parse(link).searchParams.has('skip') && skipOf(link) < skipOf(position);
}

/** The position `count` items further on. */
export function advance(position: string, count: number): string {
  const { pathname, searchParams } = parse(position);
  searchParams.set('skip', String(skipOf(position) + count));
  return `${pathname}?${searchParams}`;
}
