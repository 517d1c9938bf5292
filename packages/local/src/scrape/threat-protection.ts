import type { ThreatProtectionOverride, ThreatProtectionPolicy } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';

/** Checks the URLs of one request against the policy. */
export interface ThreatGuard {
  /** Whether URLs are checked for this request, which costs credits. */
  readonly isOn: boolean;
  /** Throws the refusal for a URL that must not be visited. */
  checkUrl(url: string): void;
  readonly warnings: readonly string[];
}

/** The code of a URL that the policy blocks. */
const UNSAFE_DOMAIN = 'unsafe_domain_blocked';

/** Whether an error refuses a URL that the policy blocks. */
export function isUnsafeDomain(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === UNSAFE_DOMAIN;
}

const OFF: ThreatGuard = { isOn: false, checkUrl() {}, warnings: [] };

/** Applies the policy of the team with the override of the request; throws the refusal of an override that is not allowed. */
export function threatGuard(policy: ThreatProtectionPolicy, override?: ThreatProtectionOverride): ThreatGuard {
  if (override) refuseOverride(policy, override);
  const rules = { ...policy, ...override };
  const { whitelist = [], blacklist = [], blockedTlds = [] } = rules;
  // The lists of a request apply even when the mode is off.
  const hasLists = [override?.whitelist, override?.blacklist, override?.blockedTlds].some((list) => list?.length);
  const isOn = rules.mode === 'normal';
  if (!isOn && (!hasLists || override?.mode === 'off')) return OFF;

  function denialReason(host: string): string | undefined {
    if (whitelist.some((pattern) => matches(host, pattern))) return undefined;
    const pattern = blacklist.find((candidate) => matches(host, candidate));
    if (pattern) return `it is on the blacklist (${pattern})`;
    const tld = blockedTlds.find((candidate) => host.endsWith(`.${candidate}`));
    if (tld) return `its top-level domain .${tld} is blocked`;
    if (isOn && rules.failurePolicy === 'closed') {
      return 'its risk cannot be told, as this server has no risk service, and the failure policy is `closed`';
    }
    return undefined;
  }

  return {
    isOn,
    checkUrl(url) {
      const host = new URL(url).hostname.replace(/\.$/, '');
      const reason = denialReason(host);
      if (reason) {
        const error = `Threat protection keeps ${host} from being visited: ${reason}.`;
        throw new Refusal(UNSAFE_DOMAIN, error);
      }
    },
    warnings: isOn ? ['Threat protection checked the lists only: this server has no risk service.'] : [],
  };
}

/** Fetches what the policy allows. A URL that it blocks fails like one that a site forbids. */
export function guardedFetch(fetch: Fetch, checkUrl: ThreatGuard['checkUrl']): Fetch {
  return (request) =>
    fetch({
      ...request,
      checkUrl(url) {
        request.checkUrl?.(url);
        try {
          checkUrl(url);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          throw new FetchFailure('forbidden', error.message, { cause: error });
        }
      },
    });
}

function refuseOverride(policy: ThreatProtectionPolicy, override: ThreatProtectionOverride): void {
  if (policy.allowRequestOverrides === false) {
    const error = 'The threat protection policy of your team does not allow requests to override it.';
    throw new Refusal('forbidden', error);
  }
  if (policy.mode === 'normal' && override.mode === 'off') {
    const error = 'Threat protection is enforced for your team: `threatProtection.mode` cannot be `off`.';
    throw new Refusal('forbidden', error);
  }
}

/** A plain domain matches that host alone; `*.` matches all its subdomains. */
function matches(host: string, pattern: string): boolean {
  const domain = pattern.toLowerCase();
  return domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
}
