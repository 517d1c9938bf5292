import { BoundedMap } from '@trawl/base/bounded-map';
import { parseUrl } from '@trawl/base/can-parse-url';
import { concatBytes } from '@trawl/base/concat-bytes';
import type { Fetch } from '../fetch-types.js';
import { FetchFailure, type FetchFailureReason } from '../fetch-types.js';
import { parseRobotsFile } from './robots-file.js';

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
const NO_RULES: RobotsRules = { denialReason: () => undefined, crawlDelayMs: 0, sitemaps: [] };

/** The failures of a server that may have rules. Others say that it has none, or are reported by the fetch of the page itself. */
const UNREACHABLE = new Set<FetchFailureReason>(['protocol', 'redirects', 'reset', 'timeout', 'too-large']);

export function createRobots({ fetch, userAgent }: RobotsOptions): Robots {
  const sites = new BoundedMap<string, Promise<RobotsRules>>(MAX_SITES);

  async function read(origin: string, signal: AbortSignal): Promise<RobotsRules> {
    const url = `${origin}/robots.txt`;
    const chunks: Uint8Array[] = [];
    let size = 0;
    const rules = () => rulesOf(url, textOf(concatBytes(chunks).subarray(0, MAX_BYTES)), userAgent);
    try {
      const { status } = await fetch({
        url,
        timeoutMs: TIMEOUT_MS,
        maxBytes: Number.POSITIVE_INFINITY,
        signal,
        onBody(chunk) {
          chunks.push(chunk);
          size += chunk.length;
          return size < MAX_BYTES;
        },
      });
      // RFC 9309: a site may not be visited if the server fails, and may be if the file is missing.
      if (status >= 500) return denyAll(`${url} answered ${status}, so it is not known what may be visited`);
      return status < 300 ? rules() : NO_RULES;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      // What has arrived of a file counts.
      if (size > 0) return rules();
      if (!UNREACHABLE.has(error.reason)) return NO_RULES;
      return denyAll(`${url} could not be read, so it is not known what may be visited: ${error.message}`);
    }
  }

  return {
    of({ origin }, signal) {
      const existingRules = sites.get(origin);
      if (existingRules) return existingRules;
      const rules = read(origin, signal);
      sites.set(origin, rules);
      return rules;
    },
  };
}

function denyAll(reason: string): RobotsRules {
  return { ...NO_RULES, denialReason: () => reason };
}

function rulesOf(url: string, text: string, userAgent: string): RobotsRules {
  const file = parseRobotsFile(text, userAgent);
  const delay = (file.crawlDelay ?? 0) * 1000;
  return {
    denialReason(page) {
      const { pathname, search } = new URL(page);
      return file.isDisallowed(pathname + search) ? `${url} does not allow it` : undefined;
    },
    crawlDelayMs: delay > 0 ? Math.min(delay, MAX_DELAY_MS) : 0,
    sitemaps: file.sitemaps.flatMap((sitemap) => parseUrl(sitemap, url)?.href ?? []),
  };
}

/** The file is UTF-8, unless a byte order mark says that it is UTF-16. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
