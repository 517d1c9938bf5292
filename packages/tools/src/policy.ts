import type { ScrapeInput } from '@trawl/sdk';
import { CreditBudget, type CreditPeriod } from './credit-budget.js';
import { ResultBudget } from './pages/result-budget.js';
import { knownText, own, type ResultText } from './pages/result-text.js';
import { ToolError } from './tool-error.js';

/** What the developer decides for a session. The model neither sees nor changes it. */
export interface ToolOptions {
  /** Only pages of these hosts and their subdomains. Default: all. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** No pages of these hosts and their subdomains. */
  readonly blockedHosts?: readonly string[] | undefined;
  /**
   * How many credits the session may use. An MCP server counts them for each key and each day of UTC. The call that reaches it
   * is still made. Default: no limit.
   */
  readonly maxCredits?: number | undefined;
  /** How many tokens one result may have at most, at least 500, by the tokenizer that needs most of them. Default: 8,000. */
  readonly maxTokens?: number | undefined;
  /**
   * How long the service may take for one call, in milliseconds, from 1,000 to 300,000. The answer comes at most 5 seconds later.
   * Default: 45,000, and 120,000 where the client follows the progress of the call.
   */
  readonly timeoutMs?: number | undefined;
  /** Options of every scrape, such as `proxy` or `zeroDataRetention`. */
  readonly scrapeOptions?: Omit<ScrapeInput<[]>, 'formats' | 'timeout'> | undefined;
  /** Which tools there are: their names, `default` for the standard ones, `all` for all. Default: `default`. */
  readonly tools?: readonly string[] | 'default' | 'all' | undefined;
  /** What the names of the tools begin with, for clients that join several servers. Default: nothing. */
  readonly prefix?: string | undefined;
  /** What cursors are signed with. Where several processes serve one client, each needs the same. Default: random bytes. */
  readonly cursorSecret?: string | undefined;
  /** The folder whose files the tool `parse` may read. Without it there is no such tool. */
  readonly filesFolder?: string | undefined;
  /**
   * Where the reference of the API is, such as `http://127.0.0.1:3002/reference/`, for agents that write programs. Without it there
   * are no tools that search and read the reference and the guides.
   */
  readonly referenceUrl?: string | undefined;
}

/** The rules for the calls of one session. */
export interface Policy {
  readonly budget: ResultBudget;
  readonly timeoutMs: number | undefined;
  readonly scrapeOptions: Omit<ScrapeInput<[]>, 'formats' | 'timeout'>;
  readonly filesFolder: string | undefined;
  readonly referenceUrl: string | undefined;
  /** @throws ToolError when pages of this URL may not be read. */
  checkUrl(url: string): void;
  /**
   * Checks the URL that a page has led to. The host is the choice of the page, so the message does not name it.
   *
   * @throws ToolError when pages of this URL may not be read.
   */
  checkRedirect(url: string): void;
  /** Whether pages of this URL may be read. */
  allows(url: string): boolean;
  /** The credits of the session; without a limit, any number. */
  readonly credits: CreditBudget;
}

const DEFAULT_TOKENS = 8000;
const LEAST_TOKENS = 500;

/** Tokens are estimated: the estimate of a long text is at most so much below what some tokenizer counts. */
const ESTIMATE_SHARE = 0.985;

const LEAST_TIMEOUT_MS = 1000;
const MOST_TIMEOUT_MS = 300_000;

/** @throws TypeError when an option cannot work. */
export function createPolicy(options: ToolOptions = {}, creditPeriod: CreditPeriod = 'session'): Policy {
  const { maxCredits = Infinity, maxTokens = DEFAULT_TOKENS, timeoutMs } = options;
  if (!(maxTokens >= LEAST_TOKENS)) throw new TypeError(`maxTokens must be at least ${LEAST_TOKENS}.`);
  if (timeoutMs !== undefined && !(timeoutMs >= LEAST_TIMEOUT_MS && timeoutMs <= MOST_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMs must be from ${LEAST_TIMEOUT_MS} to ${MOST_TIMEOUT_MS}.`);
  }
  const { referenceUrl } = options;
  if (referenceUrl !== undefined && !/^https?:/.test(URL.canParse(referenceUrl) ? referenceUrl : ''))
    throw new TypeError('referenceUrl must be a URL such as http://127.0.0.1:3002/reference/.');
  if (!(maxCredits > 0)) throw new TypeError('maxCredits must be more than 0.');
  const allowedHosts = options.allowedHosts?.map((host) => hostNamed('allowedHosts', host));
  const blockedHosts = (options.blockedHosts ?? []).map((host) => hostNamed('blockedHosts', host));

  const refusal = (url: string): ResultText | undefined => {
    const host = hostOf(url);
    if (host === undefined) return own`url must be an http:// or https:// URL.`;
    if (isAmong(blockedHosts, host))
      return own`url: pages of ${knownText(host)} may not be read here. Use another source.`;
    if (allowedHosts && !isAmong(allowedHosts, host)) {
      return own`url: only pages of these hosts may be read here: ${knownText(allowedHosts.join(', '))}.`;
    }
    return undefined;
  };

  return {
    budget: new ResultBudget(Math.floor(maxTokens * ESTIMATE_SHARE), options.prefix),
    timeoutMs,
    scrapeOptions: options.scrapeOptions ?? {},
    filesFolder: options.filesFolder,
    referenceUrl: options.referenceUrl,
    allows: (url) => refusal(url) === undefined,
    checkUrl(url) {
      const reason = refusal(url);
      if (reason) throw new ToolError(reason);
    },
    checkRedirect(url) {
      if (refusal(url))
        throw new ToolError(own`url: this page leads to a host that may not be read here. Use another one.`);
    },
    credits: new CreditBudget(maxCredits, creditPeriod),
  };
}

/** A host of the developer as URLs have it: in lower case, and international names in their ASCII form. */
function hostNamed(option: string, name: string): string {
  const host = /[\s/@?#]/.test(name) ? undefined : hostOf(`http://${name}`);
  if (host === undefined || host === '')
    throw new TypeError(`${option}: ${JSON.stringify(name)} is no name of a host.`);
  return host;
}

const isAmong = (hosts: readonly string[], host: string): boolean =>
  hosts.some((one) => host === one || host.endsWith(`.${one}`));

function hostOf(url: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(url);
    // A name may end with the dot of the root.
    return /^https?:$/.test(protocol) ? hostname.replace(/\.$/, '') : undefined;
  } catch {
    return undefined;
  }
}
