import { parseUrl } from '@trawl/base/can-parse-url';
import type { Clock } from '@trawl/base/clock';
import { type Observe, unobserved } from '@trawl/base/observe';
import { type Fetch, FetchFailure, type FetchRequest, type FetchResult } from './fetch-types.js';
import type { RequestSpacing } from './request-spacing.js';
import { isBusy, retryAfterMs } from './retry-after.js';
import type { SiteDenial } from './site-lists.js';

export interface Politeness {
  readonly clock: Clock;
  readonly spacing: RequestSpacing;
  /** Milliseconds between two requests to a host. */
  readonly gapMs: number;
  /** How often a request is sent again when a site has too much to do or cuts the connection. */
  readonly retries: number;
  readonly denialFor: SiteDenial;
}

const FIRST_PAUSE_MS = 1000;

const NEVER = new AbortController().signal;

/** Is told of each page with all its attempts, and of what else is fetched. */
export type ObserveFetch = Observe<FetchRequest, FetchResult>;

/**
 * Fetches pages as politely as the operator wants: not from denied sites, not too often from one host, and again after a
 * growing pause when a site is busy. What is sent by POST, and what the operator has named, is no page of a site.
 */
export function politeFetch(fetch: Fetch, politeness: Politeness, observe: ObserveFetch = unobserved): Fetch {
  return (request) => {
    const isPage = request.post === undefined && !request.privateNetworks;
    return observe(request, () => (isPage ? fetchPage(fetch, request, politeness) : fetch(request)));
  };
}

async function fetchPage(fetch: Fetch, request: FetchRequest, politeness: Politeness): Promise<FetchResult> {
  const { clock, retries, denialFor } = politeness;
  const endsAt = clock.now() + request.timeoutMs;
  const checkUrl = (url: string) => {
    const denial = denialFor(new URL(url).hostname);
    if (denial) throw denial;
    return request.checkUrl?.(url);
  };
  for (let attempt = 0; ; attempt += 1) {
    await waitForTurn({ ...request, timeoutMs: endsAt - clock.now() }, politeness);
    const outcome = await settle(fetch({ ...request, checkUrl, timeoutMs: endsAt - clock.now() }));
    const pauseMs = attempt < retries ? pauseAfter(outcome, attempt, clock.now()) : undefined;
    if (pauseMs === undefined || clock.now() + pauseMs >= endsAt) return resultOf(outcome);
    await clock.sleep(pauseMs, request.signal);
  }
}

/** Waits until the host may be asked again. Throws at once if that takes longer than the request may. */
export async function waitForTurn(
  { url, timeoutMs, signal = NEVER }: Pick<FetchRequest, 'url' | 'timeoutMs' | 'signal'>,
  { spacing, gapMs }: Pick<Politeness, 'spacing' | 'gapMs'>,
): Promise<void> {
  const host = parseUrl(url)?.host;
  if (host === undefined) return;
  if (await spacing.wait(host, gapMs, signal, timeoutMs)) return;
  throw new FetchFailure('timeout', `Too many requests for ${host} wait for their turn: this server spaces them.`);
}

type Outcome = { readonly result: FetchResult } | { readonly error: unknown };

function settle(pendingFetch: Promise<FetchResult>): Promise<Outcome> {
  return pendingFetch.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

function resultOf(outcome: Outcome): FetchResult {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** How long to wait before the request is sent again: longer each time, and as long as the site says; undefined to give up. */
function pauseAfter(outcome: Outcome, attempt: number, now: number): number | undefined {
  const pauseMs = FIRST_PAUSE_MS * 2 ** attempt;
  if ('error' in outcome) {
    return outcome.error instanceof FetchFailure && outcome.error.reason === 'reset' ? pauseMs : undefined;
  }
  const { status, headers } = outcome.result;
  if (!isBusy(status)) return undefined;
  return Math.max(pauseMs, retryAfterMs(headers, now) ?? 0);
}
