import { isSameSite, resolveUrl } from '../html/urls.js';

/**
 * The site of a page, by its address and by the address that it calls its own: a page may be read from an archive, a proxy or a
 * file.
 */
export class Site {
  readonly #baseUrl: string;
  readonly #pages: ReadonlySet<string>;
  readonly #hosts: readonly string[];
  /** The addresses of the page as links hand them to other sites, without scheme and `www`. */
  readonly #shared: readonly string[];
  readonly #otherPages = new Map<string, string | undefined>();

  constructor(baseUrl: string, ownUrl: string | undefined) {
    this.#baseUrl = baseUrl;
    const urls = [baseUrl, ...(ownUrl === undefined ? [] : [ownUrl])].map(withoutFragment);
    this.#pages = new Set(urls);
    this.#hosts = [...new Set(urls.map(hostOf))].filter((host) => host !== '');
    this.#shared = [...new Set(urls.map(addressOf))].filter((address) => /\/./.test(address));
  }

  /** The address of another page of the site, without its fragment; undefined for any other reference. */
  otherPage(href: string | undefined): string | undefined {
    if (href === undefined) return undefined;
    if (!this.#otherPages.has(href)) {
      const url = resolveUrl(href, this.#baseUrl);
      const page = url === undefined ? undefined : withoutFragment(url);
      this.#otherPages.set(href, page !== undefined && !this.#pages.has(page) && this.#holds(page) ? page : undefined);
    }
    return this.#otherPages.get(href);
  }

  /** Whether a reference leads to a page of the site, or to no page. */
  isWithin(href: string | undefined): boolean {
    const url = resolveUrl(href, this.#baseUrl);
    return url === undefined || this.#holds(url);
  }

  /** Whether a link hands the address of this page to another site or program, which shares it. */
  isSharedBy(href: string | undefined): boolean {
    if (href === undefined || !href.includes('?') || this.isWithin(href)) return false;
    const query = addressOf(decoded(href.slice(href.indexOf('?'))));
    return this.#shared.some((address) => query.includes(address));
  }

  #holds(url: string): boolean {
    const host = hostOf(url);
    return this.#hosts.some((own) => isSameSite(host, own));
  }
}

function withoutFragment(url: string): string {
  const end = url.indexOf('#');
  return end === -1 ? url : url.slice(0, end);
}

function hostOf(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

function addressOf(url: string): string {
  return url
    .replace(/^(.*?)https?:\/\/(?:www\.)?/i, '$1')
    .replace(/[/?#]*$/, '')
    .toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
