import { normalEscapes } from '@trawl/web/site/percent-encoding';
import { folderOf, pageUrl } from '@trawl/web/site/url-identity';

/** The pages of a site that a URL with `*` in its path stands for. */
export interface UrlPattern {
  /** The URLs to map, the next where the one before leads to no page: the last folder before the first `*`, with and without a slash. */
  readonly bases: readonly string[];
  matches(url: string): boolean;
}

/** The pattern of a URL; undefined where it has no `*`, and is one page. */
export function urlPattern(text: string): UrlPattern | undefined {
  if (!text.includes('*')) return undefined;
  const url = new URL(text);
  const path = normalEscapes(url.pathname);
  const folder = path.slice(0, path.lastIndexOf('/', path.indexOf('*')));
  const parts = partsOf(path);
  return {
    bases: [`${folder}/`, folder].filter((base) => base !== '').map((base) => new URL(base, url).href),
    matches(link) {
      const page = pageUrl(link);
      return page !== undefined && matchesPath(parts, folderOf(page.pathname).split('/').slice(1));
    },
  };
}

/** Why a URL with `*` is refused, as the end of a sentence; undefined where it is a page or a pattern. */
export function urlPatternFault(text: string): string | undefined {
  if (!text.includes('*')) return undefined;
  const { username, password, host, search, hash } = new URL(text);
  return [username, password, host, search, hash].some((part) => part.includes('*'))
    ? 'has a `*` outside of its path'
    : undefined;
}

/** The folder itself is among the pages below it, as `/docs` is for `/docs/*`. */
const EVERYTHING_BELOW = /\/\*{1,2}\/?$/;

/** What a path has to be, by its parts between slashes. */
type PathPart = '**' | { readonly texts: readonly string[] };

function partsOf(path: string): PathPart[] {
  const parts = path.replace(EVERYTHING_BELOW, '/**').replace(/\/+$/, '').split('/').slice(1);
  return parts.map((part) => (part === '**' ? '**' : { texts: part.split(/\*+/) }));
}

/** Follows all ways at once through the parts of the pattern: an expression with as many wildcards may never end. */
function matchesPath(parts: readonly PathPart[], segments: readonly string[]): boolean {
  let positions = skipped(parts, [0]);
  for (const segment of segments) {
    const next = new Set<number>();
    for (const at of positions) {
      const part = parts[at];
      if (part === '**') next.add(at);
      else if (part && isSegment(part.texts, segment)) next.add(at + 1);
    }
    positions = skipped(parts, next);
  }
  return positions.has(parts.length);
}

/** `**` also stands for no folder. */
function skipped(parts: readonly PathPart[], positions: Iterable<number>): Set<number> {
  const positionsAfterSkips = new Set(positions);
  for (const at of positionsAfterSkips) if (parts[at] === '**') positionsAfterSkips.add(at + 1);
  return positionsAfterSkips;
}

/** Whether a segment has these texts in their order, the first at its beginning and the last at its end. */
function isSegment(texts: readonly string[], segment: string): boolean {
  const [first = '', ...others] = texts;
  const last = others.pop();
  if (last === undefined) return segment === first;
  if (!segment.startsWith(first)) return false;
  let from = first.length;
  for (const text of others) {
    const at = segment.indexOf(text, from);
    if (at < 0) return false;
    from = at + text.length;
  }
  return segment.length - last.length >= from && segment.endsWith(last);
}
