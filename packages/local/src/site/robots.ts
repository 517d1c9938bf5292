import { createRequire } from 'node:module';
import type { Fetch } from '../web/fetch-types.js';
import { FetchFailure } from '../web/fetch-types.js';

/** What robots.txt of one site says to one robot. */
export interface RobotsRules {
  /** Why the URL must not be visited, in a sentence. */
  objectionTo(url: string): string | undefined;
  readonly crawlDelayMs: number;
  readonly sitemaps: readonly string[];
}

/** The rules of any site; each robots.txt is read once for as long as this lives. */
export interface Robots {
  of(url: URL, signal: AbortSignal): Promise<RobotsRules>;
}

export interface RobotsOptions {
  readonly fetch: Fetch;
  readonly userAgent: string;
}

/** What RFC 9309 wants read at least. */
const MOST_BYTES = 500 * 1024;
const TIMEOUT_MS = 10_000;
/** Of a user's crawl to many sites, the sites remembered. */
const MOST_SITES = 500;
const LONGEST_DELAY_MS = 60_000;
/** Characters of rules with wildcards, times those of a URL: what a fifth of a second is enough for. */
const MOST_STEPS = 50_000_000;

const NO_RULES: RobotsRules = { objectionTo: () => undefined, crawlDelayMs: 0, sitemaps: [] };

// Its types describe a module with a default export; what it exports is the function itself.
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
          return size < MOST_BYTES;
        },
      });
      // RFC 9309: a server in trouble may not be visited, one without the file may.
      if (status >= 500) return refuseAll(`${url} answered ${status}, so it is not known what may be visited`);
      return status < 300 ? rulesOf(url, text.slice(0, MOST_BYTES), userAgent) : NO_RULES;
    } catch (error) {
      // Whoever asks for the page itself learns why; a page that was asked for in time was not refused.
      if (error instanceof FetchFailure) return NO_RULES;
      throw error;
    }
  }

  return {
    of({ origin }, signal) {
      const known = sites.get(origin);
      if (known) return known;
      const rules = read(origin, signal);
      sites.set(origin, rules);
      const [oldest] = sites.keys();
      if (sites.size > MOST_SITES && oldest !== undefined) sites.delete(oldest);
      return rules;
    },
  };
}

function refuseAll(objection: string): RobotsRules {
  return { ...NO_RULES, objectionTo: () => objection };
}

function rulesOf(url: string, text: string, userAgent: string): RobotsRules {
  const robots = parse(url, text);
  const delay = (robots.getCrawlDelay(userAgent) ?? 0) * 1000;
  const wildcards = text.split('\n').reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  return {
    objectionTo(page) {
      // Each character of a rule may have to be looked for everywhere in the URL.
      if (wildcards * page.length > MOST_STEPS) return `the rules of ${url} are too many to look for in so long a URL`;
      return robots.isDisallowed(page, userAgent) ? `${url} does not allow it` : undefined;
    },
    crawlDelayMs: delay > 0 ? Math.min(delay, LONGEST_DELAY_MS) : 0,
    sitemaps: robots
      .getSitemaps()
      .flatMap((sitemap) => (URL.canParse(sitemap, url) ? [new URL(sitemap, url).href] : [])),
  };
}
