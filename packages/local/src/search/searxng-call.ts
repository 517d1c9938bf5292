import { Refusal } from '../contract/refusal.js';
import { redactedUrl } from '../redacted-url.js';
import { type Fetch, type Fetched, FetchFailure } from '../web/fetch-types.js';
import type { SearxngQuery } from './searxng-query.js';

/** One result as SearXNG gives it. */
export interface SearxngResult {
  readonly url: string;
  readonly title: string;
  readonly content?: string | null;
  readonly publishedDate?: string | null;
  readonly img_src?: string | null;
  readonly thumbnail?: string | null;
  /** Of images: `1024 x 768`. */
  readonly resolution?: string | null;
}

export interface SearxngResults {
  readonly results: readonly SearxngResult[];
  /** The engines that did not answer, with what was wrong with them. */
  readonly silent: readonly string[];
}

export interface SearxngCall {
  readonly address: string;
  readonly fetch: Fetch;
  /** On whose behalf. */
  readonly team: string;
  readonly signal: AbortSignal;
}

/** Longer than any search may take: its own deadline comes first. */
const TIMEOUT_MS = 600_000;

/** Gets one page of results; throws the documented refusal when there is none to be had. */
export async function askSearxng(
  call: SearxngCall,
  query: SearxngQuery & { readonly pageno: number },
): Promise<SearxngResults> {
  const { address, fetch, team, signal } = call;
  // Whoever searches need not know what whoever runs this server may have put into it.
  const place = redactedUrl(address);
  const url = new URL('search', address.replace(/\/?(?:search\/?)?$/, '/'));
  url.search = new URLSearchParams({ format: 'json', ...mapValues(query) }).toString();
  let answer: Fetched;
  try {
    const headers = { Accept: 'application/json' };
    answer = await fetch({ url: url.href, team, headers, timeoutMs: TIMEOUT_MS, privateNetworks: true, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchFailure)) throw error;
    const status = error.reason === 'offline' ? 503 : 502;
    throw new Refusal(status, { error: `The SearXNG server at ${place} cannot be asked. ${error.message}` });
  }
  if (answer.status !== 200) throw refusalOf(place, answer);
  return foundIn(place, answer.body);
}

function refusalOf(place: string, { status, headers }: Fetched): Refusal {
  const what = `The SearXNG server at ${place} answers with status ${status}`;
  if (status === 429) {
    const wait = headers.get('retry-after');
    const error = `${what}: it takes no more requests for now. Try again later, or switch off \`server.limiter\` in its settings.`;
    return new Refusal(429, { error }, wait ? { 'retry-after': wait } : {});
  }
  const mend = status === 403 ? ': add `json` to `search.formats` in its settings' : '';
  return new Refusal(502, { error: `${what}${mend}.` });
}

function foundIn(place: string, body: Uint8Array): SearxngResults {
  let answer: { results?: unknown; unresponsive_engines?: unknown };
  try {
    answer = Object(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    throw new Refusal(502, { error: `What answers at ${place} is no SearXNG server: its answer is no JSON.` });
  }
  const { results, unresponsive_engines: silent } = answer;
  if (!Array.isArray(results)) {
    throw new Refusal(502, {
      error: `What answers at ${place} is no SearXNG server: its answer has no \`results\`.`,
    });
  }
  return {
    results: results.filter(isResult),
    silent: Array.isArray(silent) ? silent.map((engine: unknown) => [engine].flat().join(': ')) : [],
  };
}

/** Answers and info boxes have no address. */
function isResult(item: unknown): item is SearxngResult {
  const { url, title } = Object(item);
  return typeof url === 'string' && typeof title === 'string';
}

function mapValues(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
