import type { AllowedSites } from '../browser/allowed-sites.js';
import { canParseUrl } from '../can-parse-url.js';
import { ToolError } from '../model/tool-loop.js';
import { identityOf, pageUrl, siteOf } from '../site/url-identity.js';

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

/**
 * Which pages an agent may read. A page can talk the model into sending what it knows to somebody. So the model reads
 * no URL that it has made up. It may read the URLs of the caller, all URLs of the sites that the caller names, and URLs
 * exactly as a search, a map or a page has shown them.
 */
export interface Reach {
  /** The URL to read, without its fragment; throws a `ToolError` where it may not be read. */
  readableUrl(url: unknown): string;
  /** Like `readableUrl`, for a page to use: only those of `sites`, because what is written into a page is sent to it. */
  usableUrl(url: unknown): string;
  /** What pages that are used may lead to: the sites that the caller names, or the URLs of the request alone. */
  readonly sites: AllowedSites;
  /**
   * Throws a `ToolError` where a page leads to one that may not be read. A URL that the model chose among those of a site
   * must not lead to another site, because it may name that site and what to send there.
   */
  checkRedirect(from: string, to: string): void;
  /** Adds URLs that may be read from now on. */
  show(urls: Iterable<string>): void;
  /** What `shown` has to be after a restart. */
  readonly shown: readonly string[];
}

const RULES = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

/** URLs that are remembered. */
const MAX_SHOWN = 3_000;

/** Matches a domain in a text. It does not match the domain of an e-mail address. */
const DOMAIN =
  /(?<![\w@.-])(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+\p{L}{2,}|\d+(?:\.\d+){3}|localhost)(:\d+)?(?=[\s/?#,;:!)\]"'.]|$)/giu;

export function createReach({ urls, prompt, isStrict, shown: earlier }: ReachOptions): Reach {
  const given = new Set(urls.flatMap(keyOf));
  const sites = new Set(urls.flatMap(siteIn));
  if (!isStrict) for (const [, host = '', port = ''] of prompt.matchAll(DOMAIN)) sites.add(siteName(host + port));
  const shown = new Map(earlier.flatMap((url) => keyOf(url).map((key) => [key, url])));

  const used: AllowedSites = {
    allows: (url) =>
      isStrict ? keyOf(url).some((key) => given.has(key)) : siteIn(url).some((site) => sites.has(site)),
    names: isStrict ? urls : [...sites],
  };

  /** Whether the model could not have written anything into the URL. */
  function isAsShown(link: string): boolean {
    const isStart = link === `${new URL(link).origin}/`;
    return isStart || prompt.includes(link) || keyOf(link).some((key) => given.has(key) || shown.has(key));
  }

  function readableUrl(value: unknown): string {
    const url = typeof value === 'string' ? pageUrl(value) : undefined;
    if (!url) throw new ToolError('This is no URL of a page. Give a whole URL that begins with http:// or https://.');
    const key = identityOf(url, RULES);
    if (given.has(key)) return url.href;
    if (isStrict) throw new ToolError(`Only these pages may be read: ${urls.join(' ')}`);
    if (sites.has(siteOf(url)) || shown.has(key)) return url.href;
    throw new ToolError(
      'This URL is not known. Read URLs of the request, and those that a tool has returned, as they are.',
    );
  }

  return {
    readableUrl,
    sites: used,

    usableUrl(value) {
      const url = readableUrl(value);
      if (used.allows(url)) return url;
      throw new ToolError(
        `Only pages of the sites that the request names can be used: ${used.names.join(' ') || 'it names none'}. Read this one.`,
      );
    },

    checkRedirect(from, to) {
      if (siteIn(to).some((site) => sites.has(site))) return;
      if (!isStrict && (isAsShown(from) || isAsShown(to))) return;
      throw new ToolError('The page leads to another site, which may not be read.');
    },

    show(more) {
      for (const url of more) {
        if (shown.size >= MAX_SHOWN) return;
        for (const key of keyOf(url)) shown.set(key, url);
      }
    },

    get shown() {
      return [...shown.values()];
    },
  };
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
