/** Which differences between URLs do not make two pages. */
export interface IdentityRules {
  readonly ignoreQueryParameters: boolean;
  /** Scheme, `www.`, a trailing slash and the name of an index file make no difference. */
  readonly deduplicateSimilarURLs: boolean;
}

/** Longer ones are made by traps and mistakes; no browser or server of note takes them. */
const LONGEST_URL = 4096;

const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp|cgi)$/i;

/** What a link to it leads to is no page to read, and may be large. */
const NO_PAGE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|avi|mov|mkv|zip|t?gz|bz2|xz|7z|rar|tar|jar|exe|dmg|pkg|deb|rpm|iso|img|apk|bin|wasm)$/i;

/** The page that a link leads to: without its fragment, and without its query where that makes no difference. */
export function pageBehind(link: string, { ignoreQueryParameters }: IdentityRules): URL | undefined {
  if (link.length > LONGEST_URL || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password) return undefined;
  url.hash = '';
  if (ignoreQueryParameters) url.search = '';
  return url;
}

export function isReadable(url: URL): boolean {
  return !NO_PAGE.test(url.pathname);
}

/** The same for two URLs that are one page. */
export function identityOf(url: URL, { deduplicateSimilarURLs }: IdentityRules): string {
  if (!deduplicateSimilarURLs) return url.href;
  return `${siteOf(url)}${folderOf(url.pathname)}${url.search}`;
}

/** Host and port; a site is the same with and without `www.`, over http and https. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, '');
}

/** A path without its trailing slash or index file. */
export function folderOf(pathname: string): string {
  return pathname.replace(INDEX_FILE, '/').replace(/\/+$/, '');
}
