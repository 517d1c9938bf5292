import type { Clock } from '@trawl/base/clock';
import { redactedUrl } from '@trawl/base/redacted-url';
import { type Fetch, FetchFailure, type FetchResult } from '@trawl/web/fetch-types';
import { retryAfterMs } from '@trawl/web/retry-after';
import { Refusal } from '../contract/refusal.js';
import type { SearxngQuery } from './searxng-query.js';

/** A result of SearXNG. */
export interface SearxngResult {
  readonly url: string;
  readonly title: string;
  readonly content?: string | null;
  readonly publishedDate?: string | null;
  readonly img_src?: string | null;
  readonly thumbnail?: string | null;
  /** The size of an image, such as `1024 x 768`. */
  readonly resolution?: string | null;
}

export interface SearxngResults {
  readonly results: readonly SearxngResult[];
  /** The engines that did not respond, each with the reason. */
  readonly silent: readonly string[];
}

export interface SearxngCall {
  readonly address: string;
  readonly fetch: Fetch;
  /** The team that searches. */
  readonly team: string;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'now'>;
}

/** Longer than the deadline of any search, which ends the call first. */
const TIMEOUT_MS = 600_000;

/** Fetches one page of results; throws the documented refusal when the call fails. */
export async function askSearxng(
  call: SearxngCall,
  query: SearxngQuery & { readonly pageno: number },
): Promise<SearxngResults> {
  const { address, fetch, team, signal, clock } = call;
  // The address may contain credentials of the operator, which errors must not show to clients.
  const location = redactedUrl(address);
  const url = new URL('search', address.replace(/\/?(?:search\/?)?$/, '/'));
  url.search = new URLSearchParams({ format: 'json', ...mapValues(query) }).toString();
  let response: FetchResult;
  try {
    const headers = { Accept: 'application/json' };
    response = await fetch({ url: url.href, team, headers, timeoutMs: TIMEOUT_MS, privateNetworks: true, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchFailure)) throw error;
    const code = error.reason === 'offline' ? 'unavailable' : 'upstream_failed';
    throw new Refusal(code, `The SearXNG server at ${location} cannot be asked. ${error.message}`);
  }
  if (response.status !== 200) throw refusalOf(location, response, clock.now());
  return parseResults(location, response.body);
}

function refusalOf(location: string, { status, headers }: FetchResult, now: number): Refusal {
  const what = `The SearXNG server at ${location} answers with status ${status}`;
  if (status === 429) {
    const waitMs = retryAfterMs(headers, now);
    const error = `${what}: it takes no more requests for now. Try again later, or switch off \`server.limiter\` in its settings.`;
    return new Refusal('too_many', error, {
      retryAfterSeconds: waitMs === undefined ? undefined : Math.ceil(waitMs / 1000),
    });
  }
  const fix = status === 403 ? ': add `json` to `search.formats` in its settings' : '';
  return new Refusal('upstream_failed', `${what}${fix}.`);
}

function parseResults(location: string, body: Uint8Array): SearxngResults {
  let response: { results?: unknown; unresponsive_engines?: unknown };
  try {
    response = Object(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    throw new Refusal('upstream_failed', `What answers at ${location} is no SearXNG server: its answer is no JSON.`);
  }
  const { results, unresponsive_engines: silent } = response;
  if (!Array.isArray(results)) {
    throw new Refusal(
      'upstream_failed',
      `What answers at ${location} is no SearXNG server: its answer has no \`results\`.`,
    );
  }
  return {
    results: results.filter(isResult),
    silent: Array.isArray(silent) ? silent.map((engine: unknown) => [engine].flat().join(': ')) : [],
  };
}

/** Whether an item is a page: answers and info boxes have no URL. */
function isResult(item: unknown): item is SearxngResult {
  const { url, title } = Object(item);
  return typeof url === 'string' && typeof title === 'string';
}

function mapValues(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
