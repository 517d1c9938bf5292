import { contract, contractDefaults, propertiesOf, resolved } from '../contract/contract.js';
import type { Facts } from './facts.js';

/** How to fix a failure: advice and, where known, parameters for the next attempt. */
export interface Remedy {
  readonly advice: string;
  readonly fix?: Readonly<Record<string, unknown>>;
}

type Rule = (facts: Facts) => Remedy | undefined;

const byCode: Readonly<Record<string, Rule>> = {
  SCRAPE_TIMEOUT({ parameters }) {
    const { timeout: usual = 0 } = contractDefaults('ScrapeOptions');
    const current = Number(parameters.timeout ?? usual);
    const timeout = Math.min(current * 2, maximumOf('timeout'));
    if (timeout <= current) return { advice: 'The time limit is already the longest there is: try again later.' };
    return { advice: `Give the page more time: ${timeout} instead of ${current} milliseconds.`, fix: { timeout } };
  },
  SCRAPE_NO_CACHED_DATA({ parameters }) {
    if (Number(parameters.minAge) === 1) return { advice: 'Nothing is cached: leave `minAge` out to fetch the page.' };
    const advice = 'Accept a younger copy, or leave `minAge` out to fetch the page.';
    return { advice, ...(parameters.minAge !== undefined && { fix: { minAge: 1 } }) };
  },
  SCRAPE_LOCKDOWN_CACHE_MISS({ parameters }) {
    const advice = 'Scrape the page once without `lockdown`, so that it is in the cache.';
    return { advice, ...(parameters.lockdown !== undefined && { fix: { lockdown: false } }) };
  },
  SCRAPE_DNS_RESOLUTION_ERROR: () => ({ advice: 'Check the spelling of the host name; no parameter mends it.' }),
  SCRAPE_ACTIONS_NOT_SUPPORTED: () => ({ advice: 'Leave `actions` out, or use a service that has a browser.' }),
  BAD_REQUEST: fromIssues,
};

const byStatus: Readonly<Record<number, Rule>> = {
  400: fromIssues,
  401: () => ({ advice: 'Send `Authorization: Bearer` with a key that this server knows.' }),
  429: () => ({ advice: 'Wait as long as `Retry-After` or `retry_after_seconds` says, then try again.' }),
};

/** The remedy for a failure; undefined when none is known. */
export function remedyFor(facts: Facts): Remedy | undefined {
  const rule = byCode[facts.code ?? ''] ?? byStatus[facts.status ?? 0];
  return rule?.(facts);
}

/** Sets values that exceed a limit to that limit, and names the other invalid fields. */
function fromIssues({ issues, parameters }: Facts): Remedy | undefined {
  const { waitFor, timeout = contractDefaults('ScrapeOptions').timeout } = parameters;
  const wait = Number(waitFor);
  if (wait > Number(timeout) / 2 && wait * 2 <= maximumOf('timeout')) {
    return { advice: '`waitFor` must be at most half of `timeout`.', fix: { timeout: wait * 2 } };
  }
  const fix: Record<string, unknown> = {};
  const sentences: string[] = [];
  for (const { code, path = [], minimum, maximum } of issues) {
    const limit = code === 'too_big' ? maximum : code === 'too_small' ? minimum : undefined;
    const value = parameters[String(path[0])];
    if (path.length) sentences.push(`\`${path.join('.')}\``);
    if (limit !== undefined && path.length === 1 && (value === undefined || typeof value === 'number')) {
      fix[String(path[0])] = limit;
    }
  }
  if (!sentences.length) return { advice: 'The `details` of the answer name each field that is wrong.' };
  const advice = `Mend ${sentences.join(', ')}.`;
  return Object.keys(fix).length ? { advice, fix } : { advice };
}

/** The contract's upper limit of a scrape option. */
function maximumOf(option: string): number {
  const field = propertiesOf(contract().components.schemas.ScrapeOptions ?? {})[option] ?? true;
  const { maximum } = typeof field === 'boolean' ? {} : { ...resolved(field), ...field };
  return typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
}
