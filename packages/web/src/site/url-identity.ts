import { parseUrl } from '@trawl/base/can-parse-url';
import { normalEscapes } from './percent-encoding.js';

/** Which differences between two URLs are ignored. */
export interface IdentityRules {
  /** Ignores the query. The page that is fetched keeps its own: without it, another page may answer. */
  readonly ignoreQueryParameters: boolean;
  /** Ignores the scheme, `www.`, a trailing slash and the name of an index file. */
  readonly deduplicateSimilarURLs: boolean;
}

/** The rules of a crawl with these options. */
export function identityRules(
  options: { readonly [Rule in keyof IdentityRules]?: boolean | undefined },
  { deduplicateSimilarURLs }: Pick<IdentityRules, 'deduplicateSimilarURLs'>,
): IdentityRules {
  return {
    ignoreQueryParameters: options.ignoreQueryParameters === true,
    deduplicateSimilarURLs: options.deduplicateSimilarURLs ?? deduplicateSimilarURLs,
  };
}

/** Longer URLs come from crawler traps and mistakes; common browsers and servers do not accept them. */
const MAX_URL_LENGTH = 4096;

const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp|cgi)$/i;

/** Files that are no pages to read and may be large, by the ends of their names. */
const FILE_KINDS = {
  image: /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?)$/i,
  archive: /\.(?:zip|t?gz|bz2|xz|7z|rar|tar)$/i,
  media: /\.(?:mp[34]|m4[av]|webm|og[gv]|wav|flac|avi|mov|mkv)$/i,
  other: /\.(?:css|m?js|map|woff2?|ttf|otf|eot|jar|exe|dmg|pkg|deb|rpm|iso|img|apk|bin|wasm)$/i,
} as const;

/** A kind of file that is no page. */
export type FileKind = keyof typeof FILE_KINDS;

export const ALL_FILE_KINDS = Object.keys(FILE_KINDS) as readonly FileKind[];

/** The URL of the page that a link leads to, without the fragment. */
export function pageUrl(link: string): URL | undefined {
  const url = link.length > MAX_URL_LENGTH ? undefined : parseUrl(link);
  if (!url) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password) return undefined;
  url.hash = '';
  return url;
}

/** The kind of file that a URL leads to; undefined where that is a page, or a document, which is read like one. */
export function fileKindOf(url: URL): FileKind | undefined {
  return ALL_FILE_KINDS.find((kind) => FILE_KINDS[kind].test(url.pathname));
}

/** A key that is equal for two URLs of one page. */
export function identityOf(url: URL, rules: IdentityRules): string {
  const query = rules.ignoreQueryParameters ? '' : url.search;
  const page = rules.deduplicateSimilarURLs
    ? `${siteOf(url)}${folderOf(url.pathname)}`
    : `${url.protocol}//${url.host}${url.pathname}`;
  return normalEscapes(page + query);
}

/** The host and port of a site, which is the same with and without `www.`, over http and https. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, '');
}

/** A path without its trailing slash or index file. Its escapes are in their normal form. */
export function folderOf(pathname: string): string {
  return normalEscapes(pathname).replace(INDEX_FILE, '/').replace(/\/+$/, '');
}

/** Whether a path is that of the folder, as `folderOf` returns it, or below it. */
export function isWithin(folder: string, pathname: string): boolean {
  return folderOf(pathname) === folder || normalEscapes(pathname).startsWith(`${folder}/`);
}
