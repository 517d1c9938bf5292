import { createRequire } from 'node:module';
import { parseUrl } from '../can-parse-url.js';
import type { Fetch } from '../web/fetch-types.js';
import { FetchFailure } from '../web/fetch-types.js';

/** The rules of one robots.txt for one user agent. */
export interface RobotsRules {
  /** Returns why the URL must not be visited, in a sentence; undefined if it may be visited. */
  denialReason(url: string): string | undefined;
  readonly crawlDelayMs: number;
  readonly sitemaps: readonly string[];
}

/** Reads the rules of sites, each robots.txt once. */
export interface Robots {
  of(url: URL, signal: AbortSignal): Promise<RobotsRules>;
}

export interface RobotsOptions {
  readonly fetch: Fetch;
  readonly userAgent: string;
}

/** RFC 9309 requires a limit of at least this size. */
const MAX_BYTES = 500 * 1024;
const TIMEOUT_MS = 10_000;
/** Limit of the sites whose rules are cached. */
const MAX_SITES = 500;
const MAX_DELAY_MS = 60_000;
/** Characters of rules with wildcards, times the characters of a URL. Matching so many takes about a fifth of a second. */
const MAX_STEPS = 50_000_000;

const NO_RULES: RobotsRules = { denialReason: () => undefined, crawlDelayMs: 0, sitemaps: [] };

// Its types declare a default export, but the module exports the function itself.
const parse: typeof import('robots-parser').default = createRequire(import.meta.url)('robots-parser');

export function createRobots({ fetch, userAgent }: RobotsOptions): Robots {
  const sites = new Map<string, Promise<RobotsRules>>();

  async function read(origin: string, signal: AbortSignal): Promise<RobotsRules> {
    const url = `${origin}/robots.txt`;
    let text = '';
    let size = 0;
    const decoder = new TextDecoder();
    try {
      const { status } = await fetch({
        url,
        timeoutMs: TIMEOUT_MS,
        maxBytes: Number.POSITIVE_INFINITY,
        signal,
        onBody(chunk) {
          size += chunk.length;
          text += decoder.decode(chunk, { stream: true });
          return size < MAX_BYTES;
        },
      });
      // RFC 9309: a site may not be visited if the server fails, and may be if the file is missing.
      if (status >= 500) return denyAll(`${url} answered ${status}, so it is not known what may be visited`);
      return status < 300 ? rulesOf(url, text.slice(0, MAX_BYTES), userAgent) : NO_RULES;
    } catch (error) {
      // A failed fetch forbids nothing: the fetch of the page itself will report the failure.
      if (error instanceof FetchFailure) return NO_RULES;
      throw error;
    }
  }

  return {
    of({ origin }, signal) {
      const existingRules = sites.get(origin);
      if (existingRules) return existingRules;
      const rules = read(origin, signal);
      sites.set(origin, rules);
      const [oldest] = sites.keys();
      if (sites.size > MAX_SITES && oldest !== undefined) sites.delete(oldest);
      return rules;
    },
  };
}

function denyAll(reason: string): RobotsRules {
  return { ...NO_RULES, denialReason: () => reason };
}

function rulesOf(url: string, text: string, userAgent: string): RobotsRules {
  const robots = parse(url, text);
  const delay = (robots.getCrawlDelay(userAgent) ?? 0) * 1000;
  const wildcards = text.split('\n').reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  return {
    denialReason(page) {
      // A match may compare each character of the rules with each character of the URL.
      if (wildcards * page.length > MAX_STEPS) return `the rules of ${url} are too many to look for in so long a URL`;
      return robots.isDisallowed(page, userAgent) ? `${url} does not allow it` : undefined;
    },
    crawlDelayMs: delay > 0 ? Math.min(delay, MAX_DELAY_MS) : 0,
    sitemaps: robots.getSitemaps().flatMap((sitemap) => parseUrl(sitemap, url)?.href ?? []),
  };
}
