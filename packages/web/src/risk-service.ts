import { BoundedMap } from '@trawl/base/bounded-map';
import { canParseUrl } from '@trawl/base/can-parse-url';
import type { Clock } from '@trawl/base/clock';
import { redactedUrl } from '@trawl/base/redacted-url';
import type { Fetch, FetchRequest } from './fetch-types.js';

/** What a risk service says of a URL. */
export interface Risk {
  /** From 0, harmless, to 100. */
  readonly score: number;
  /** What it is suspected of, in words of the service. */
  readonly reason?: string | undefined;
}

/** Tells the risk of URLs. */
export interface RiskService {
  /** Resolves to undefined when the service cannot be asked, or answers in no way that is known. */
  riskOf(url: string, signal: AbortSignal): Promise<Risk | undefined>;
}

/** Where a risk service is, and how it is asked. */
export interface RiskServiceAddress {
  readonly url: string;
  readonly protocol: keyof typeof PROTOCOLS;
}

export interface RiskServiceOptions {
  readonly address: RiskServiceAddress;
  /** The key for the service, which is sent to no other one. */
  readonly key: string | undefined;
  readonly fetch: Fetch;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (line: string) => void;
}

/** How a kind of service is asked, and what its answer says. */
interface Protocol {
  request(address: string, url: string, key: string | undefined): Pick<FetchRequest, 'url' | 'headers' | 'post'>;
  /** Returns undefined for an answer that the protocol does not have. */
  riskIn(answer: unknown): Risk | undefined;
}

const PROTOCOLS = {
  /** That of this project, which docs/self-hosting.md describes. */
  trawl: {
    request: (address, url, key) => ({
      url: address,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      },
      post: JSON.stringify({ url }),
    }),
    riskIn(answer) {
      const { score, reason } = Object(answer);
      if (typeof score !== 'number' || !(score >= 0 && score <= 100)) return undefined;
      return { score, reason: typeof reason === 'string' ? reason : undefined };
    },
  },
  /** https://cloud.google.com/web-risk/docs/reference/rest/v1/uris/search: a URL is on a list of threats, or it is not. */
  'web-risk': {
    request(address, url, key) {
      const target = new URL(address);
      target.searchParams.set('uri', url);
      for (const type of ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']) {
        target.searchParams.append('threatTypes', type);
      }
      return {
        url: target.href,
        headers: { Accept: 'application/json', ...(key !== undefined && { 'X-Goog-Api-Key': key }) },
      };
    },
    riskIn(answer) {
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
      const { threat } = answer as { readonly threat?: { readonly threatTypes?: unknown } };
      const types = threat?.threatTypes;
      if (!Array.isArray(types) || types.length === 0) return threat === undefined ? { score: 0 } : undefined;
      return { score: 100, reason: types.join(', ').toLowerCase().replaceAll('_', ' ') };
    },
  },
} satisfies Readonly<Record<string, Protocol>>;

/**
 * Reads the address of a risk service, such as `https://risk.example/check` or
 * `https://webrisk.googleapis.com/v1/uris:search#protocol=web-risk`; returns undefined where the text is none.
 */
export function readRiskServiceAddress(text: string): RiskServiceAddress | undefined {
  if (!canParseUrl(text)) return undefined;
  const url = new URL(text);
  const { protocol = 'trawl', ...rest } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
  const isWebUrl = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWebUrl || Object.keys(rest).length > 0 || !isProtocol(protocol)) return undefined;
  url.hash = '';
  return { url: url.href, protocol };
}

function isProtocol(name: string): name is RiskServiceAddress['protocol'] {
  return Object.hasOwn(PROTOCOLS, name);
}

/** How long the service may take: each page that is read waits for it. */
const TIMEOUT_MS = 5_000;

/** How long an answer holds. The pages of a search are asked about when they are listed, and again when they are read. */
const KEEP_MS = 5 * 60 * 1000;

const MAX_ANSWERS = 10_000;

const MAX_BYTES = 64 * 1024;

export function createRiskService({ address, key, fetch, clock, log }: RiskServiceOptions): RiskService {
  const protocol: Protocol = PROTOCOLS[address.protocol];
  /** The answers by URL. */
  const answers = new BoundedMap<string, { readonly risk: Risk; readonly until: number }>(MAX_ANSWERS);
  /** Whether the last question was answered, so that the log says once that the service is away. */
  let isThere = true;

  async function ask(url: string, signal: AbortSignal): Promise<Risk> {
    const request = protocol.request(address.url, url, key);
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, privateNetworks: true, signal };
    const { status, body } = await fetch({ ...request, ...bounds });
    if (status !== 200) throw new Error(`it answers with status ${status}.`);
    const risk = protocol.riskIn(JSON.parse(new TextDecoder().decode(body)));
    if (!risk) throw new Error(`its answer is none of the protocol \`${address.protocol}\`.`);
    return risk;
  }

  return {
    async riskOf(pageUrl, signal) {
      const url = askedUrl(pageUrl);
      const known = answers.get(url);
      if (known && clock.now() < known.until) return known.risk;
      try {
        const risk = await ask(url, signal);
        answers.set(url, { risk, until: clock.now() + KEEP_MS });
        isThere = true;
        return risk;
      } catch (error) {
        signal.throwIfAborted();
        if (isThere)
          log(`The risk service at ${redactedUrl(address.url)} cannot be asked: ${(error as Error).message}`);
        isThere = false;
        return undefined;
      }
    },
  };
}

/** A URL without what is never sent to a site: its fragment, a name and a password. */
function askedUrl(pageUrl: string): string {
  const url = new URL(pageUrl);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}
