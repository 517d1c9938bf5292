import type { CrawlOptions } from '@trawl/client';
import { type IdentityRules, identityOf, identityRules, pageUrl } from '@trawl/web/site/url-identity';
import { crawlDefaults } from '../crawl/crawl-defaults.js';

/** A page as a crawl has found it. */
export interface FoundUrls {
  readonly url: string;
  /** The URL after redirects, if the page was read. */
  readonly finalUrl?: string | undefined;
}

/**
 * The pages of a site that a monitor watches: those that an earlier check has read, and new ones, up to the limit of the
 * crawl. A page keeps the URL by which it became known, however the crawl comes to it.
 */
export class WatchedPages {
  readonly limit: number;
  readonly #rules: IdentityRules;
  readonly #start: string;
  readonly #byIdentity: ReadonlyMap<string, string>;
  readonly #missing: Set<string>;
  #room: number;

  constructor(start: string, options: CrawlOptions, knownUrls: readonly string[]) {
    const defaults = crawlDefaults();
    this.limit = Math.ceil(Number(options.limit ?? defaults.limit));
    this.#rules = identityRules(options, defaults);
    this.#start = this.#identityOf(start);
    this.#byIdentity = new Map(knownUrls.map((url) => [this.#identityOf(url), url]));
    this.#missing = new Set(knownUrls);
    this.#room = this.limit - knownUrls.length;
  }

  /** Whether the monitor may watch more pages than it does. */
  get hasRoom(): boolean {
    return this.#room > 0;
  }

  /** The known pages that the check has not come to. */
  get missing(): string[] {
    return [...this.#missing];
  }

  /** The URL by which an earlier check knows the page; undefined for a page that none has read. */
  known({ url, finalUrl }: FoundUrls): string | undefined {
    const known =
      this.#byIdentity.get(this.#identityOf(url)) ??
      (finalUrl === undefined ? undefined : this.#byIdentity.get(this.#identityOf(finalUrl)));
    if (known !== undefined) this.#missing.delete(known);
    return known;
  }

  /** The URL by which a page that was read will be known; undefined where there are as many as may be watched. */
  add({ url, finalUrl = url }: FoundUrls): string | undefined {
    if (!this.hasRoom) return undefined;
    this.#room -= 1;
    // Several URLs may redirect to one page, and the crawl keeps the first of them that it comes to.
    return this.#identityOf(url) === this.#start ? url : finalUrl;
  }

  #identityOf(text: string): string {
    const url = pageUrl(text);
    return url ? identityOf(url, this.#rules) : text;
  }
}
