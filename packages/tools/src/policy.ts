import type { ScrapeInput } from '@trawl/sdk';
import { ToolError } from './tool.js';

/** What the developer decides for a session. The model neither sees nor changes it. */
export interface ToolOptions {
  /** Only pages of these hosts and their subdomains. Default: all. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** No pages of these hosts and their subdomains. */
  readonly blockedHosts?: readonly string[] | undefined;
  /** How many credits the session may use. Default: no limit. */
  readonly maxCredits?: number | undefined;
  /** How many tokens one result may have at most, at least 500. Default: 8,000. */
  readonly maxTokens?: number | undefined;
  /** Options of every scrape, such as `proxy`, `timeout` or `zeroDataRetention`. */
  readonly scrapeOptions?: Omit<ScrapeInput<[]>, 'formats'> | undefined;
  /** Tools beside the standard ones: their names, or `all`. */
  readonly tools?: readonly string[] | 'all' | undefined;
  /** The folder whose files the tool `parse` may read. Without it there is no such tool. */
  readonly filesFolder?: string | undefined;
}

/** What holds for the calls of one session. */
export interface Policy {
  readonly maxTokens: number;
  readonly scrapeOptions: Omit<ScrapeInput<[]>, 'formats'>;
  readonly filesFolder: string | undefined;
  /** @throws ToolError when pages of this URL may not be read. */
  checkUrl(url: string): void;
  /** Whether pages of this URL may be read. */
  allows(url: string): boolean;
  /** @throws ToolError when the credits of the session are used up. */
  checkCredits(): void;
  /** Counts what a call cost. */
  spend(credits: unknown): void;
}

const DEFAULT_TOKENS = 8000;
const LEAST_TOKENS = 500;

/** @throws TypeError when an option cannot work. */
export function createPolicy(options: ToolOptions = {}): Policy {
  const { allowedHosts, blockedHosts = [], maxCredits = Infinity, maxTokens = DEFAULT_TOKENS } = options;
  if (!(maxTokens >= LEAST_TOKENS)) throw new TypeError(`maxTokens must be at least ${LEAST_TOKENS}.`);
  if (!(maxCredits > 0)) throw new TypeError('maxCredits must be more than 0.');
  let spent = 0;

  const isAmong = (hosts: readonly string[], host: string): boolean =>
    hosts.some((one) => host === one.toLowerCase() || host.endsWith(`.${one.toLowerCase()}`));

  const refusal = (url: string): string | undefined => {
    const host = hostOf(url);
    if (host === undefined) return `url must be an http:// or https:// URL.`;
    if (isAmong(blockedHosts, host)) return `Pages of ${host} may not be read here. Use another source.`;
    if (allowedHosts && !isAmong(allowedHosts, host)) {
      return `Only pages of these hosts may be read here: ${allowedHosts.join(', ')}.`;
    }
    return undefined;
  };

  return {
    maxTokens,
    scrapeOptions: options.scrapeOptions ?? {},
    filesFolder: options.filesFolder,
    allows: (url) => refusal(url) === undefined,
    checkUrl(url) {
      const reason = refusal(url);
      if (reason) throw new ToolError(reason);
    },
    checkCredits() {
      if (spent < maxCredits) return;
      throw new ToolError(
        `The credits of this session are used up: ${spent} of ${maxCredits}. Answer with what you have.`,
      );
    },
    spend(credits) {
      if (typeof credits === 'number' && credits > 0) spent += credits;
    },
  };
}

function hostOf(url: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(url);
    // A name may end with the dot of the root.
    return /^https?:$/.test(protocol) ? hostname.replace(/\.$/, '') : undefined;
  } catch {
    return undefined;
  }
}
