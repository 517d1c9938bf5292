import { canParseUrl } from '@trawl/base/can-parse-url';
import type { AllowedSites } from '@trawl/browser/allowed-sites';
import { identityOf, pageUrl, siteOf } from '@trawl/web/site/url-identity';
import { ToolError } from '../model/tool-loop.js';

export interface ReachOptions {
  /** The URLs of the request. */
  readonly urls: readonly string[];
  /** What the caller wrote: the sites that it names may be read. */
  readonly prompt: string;
  /** Whether only `urls` may be read. */
  readonly isStrict: boolean;
  /** The URLs that earlier steps have shown. */
  readonly shown: readonly string[];
}

const RULES = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

/** URLs that are remembered. */
const MAX_SHOWN = 3_000;

/** Matches a domain in a text. It does not match the domain of an e-mail address. */
const DOMAIN =
  /(?<![\w@.-])(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+\p{L}{2,}|\d+(?:\.\d+){3}|localhost)(:\d+)?(?=[\s/?#,;:!)\]"'.]|$)/giu;

/**
 * Which pages an agent may read. A page can talk the model into sending what it knows to somebody. So the model reads
 * no URL that it has made up. It may read the URLs of the caller, all URLs of the sites that the caller names, and URLs
 * exactly as a search, a map or a page has shown them.
 */
export class Reach {
  readonly #urls: readonly string[];
  readonly #prompt: string;
  readonly #isStrict: boolean;
  /** The keys of the pages that the request names. */
  readonly #requestKeys: ReadonlySet<string>;
  readonly #sites: Set<string>;
  readonly #shown: Map<string, string>;
  /** What pages that are used may lead to: the sites that the caller names, or the URLs of the request alone. */
  readonly sites: AllowedSites;

  constructor({ urls, prompt, isStrict, shown: earlier }: ReachOptions) {
    this.#urls = urls;
    this.#prompt = prompt;
    this.#isStrict = isStrict;
    this.#requestKeys = new Set(urls.flatMap(keyOf));
    this.#sites = new Set(urls.flatMap(siteIn));
    if (!isStrict) for (const site of sitesIn(prompt)) this.#sites.add(site);
    this.#shown = new Map(earlier.flatMap((url) => keyOf(url).map((key) => [key, url])));
    this.sites = {
      allows: (url) =>
        isStrict
          ? keyOf(url).some((key) => this.#requestKeys.has(key))
          : siteIn(url).some((site) => this.#sites.has(site)),
      names: isStrict ? urls : [...this.#sites],
    };
  }

  /** The URL to read, without its fragment; throws a `ToolError` where it may not be read. */
  readableUrl(value: unknown): string {
    const url = typeof value === 'string' ? pageUrl(value) : undefined;
    if (!url) throw new ToolError('This is no URL of a page. Give a whole URL that begins with http:// or https://.');
    const key = identityOf(url, RULES);
    if (this.#requestKeys.has(key)) return url.href;
    if (this.#isStrict) throw new ToolError(`Only these pages may be read: ${this.#urls.join(' ')}`);
    if (this.#sites.has(siteOf(url)) || this.#shown.has(key)) return url.href;
    throw new ToolError(
      'This URL is not known. Read URLs of the request, and those that a tool has returned, as they are.',
    );
  }

  /** Like `readableUrl`, for a page to use: only those of `sites`, because what is written into a page is sent to it. */
  usableUrl(value: unknown): string {
    const url = this.readableUrl(value);
    if (this.sites.allows(url)) return url;
    throw new ToolError(
      `Only pages of the sites that the request names can be used: ${this.sites.names.join(' ') || 'it names none'}. Read this one.`,
    );
  }

  /**
   * Throws a `ToolError` where a page leads to one that may not be read. A URL that the model chose among those of a site
   * must not lead to another site, because it may name that site and what to send there.
   */
  checkRedirect(from: string, to: string): void {
    if (siteIn(to).some((site) => this.#sites.has(site))) return;
    if (!this.#isStrict && (this.#isAsShown(from) || this.#isAsShown(to))) return;
    throw new ToolError('The page leads to another site, which may not be read.');
  }

  /** Adds URLs that may be read from now on. */
  show(more: Iterable<string>): void {
    for (const url of more) {
      if (this.#shown.size >= MAX_SHOWN) return;
      for (const key of keyOf(url)) this.#shown.set(key, url);
    }
  }

  /** What `shown` has to be after a restart. */
  get shown(): readonly string[] {
    return [...this.#shown.values()];
  }

  /** Whether the model could not have written anything into the URL. */
  #isAsShown(link: string): boolean {
    const isStart = link === `${new URL(link).origin}/`;
    return (
      isStart ||
      this.#prompt.includes(link) ||
      keyOf(link).some((key) => this.#requestKeys.has(key) || this.#shown.has(key))
    );
  }
}

/** The sites that a text names. */
function sitesIn(text: string): string[] {
  return [...text.matchAll(DOMAIN)].map(([, host = '', port = '']) => siteName(host + port));
}

/** The key of the page of a URL, or an empty list if the text is not the URL of a page. */
export function keyOf(link: string): string[] {
  const url = pageUrl(link);
  return url ? [identityOf(url, RULES)] : [];
}

function siteIn(link: string): string[] {
  const url = pageUrl(link);
  return url ? [siteOf(url)] : [];
}

/** The name of a site as URLs have it. */
function siteName(host: string): string {
  const address = `http://${host}`;
  return canParseUrl(address) ? siteOf(new URL(address)) : host;
}
