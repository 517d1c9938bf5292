import type { ThreatProtectionOverride, ThreatProtectionPolicy } from '@trawl/client';
import { type Fetch, FetchFailure } from '@trawl/web/fetch-types';
import type { RiskService } from '@trawl/web/risk-service';
import type { ThreatPolicies } from '../accounts/threat-policies.js';
import { Refusal } from '../contract/refusal.js';

/** Checks the URLs of one request against the policy. */
export interface ThreatGuard {
  /** Whether URLs are checked for this request, which costs credits. */
  readonly isOn: boolean;
  /** Throws the refusal for a URL that the lists keep from being visited. */
  checkUrl(url: string): void;
  /** The same for the URL of a page, for which the risk service is asked as well, if there is one. */
  checkPage(url: string, signal: AbortSignal): Promise<void>;
  /** What could not be checked so far. */
  readonly warnings: readonly string[];
}

/** Resolves to what checks the URLs of a request; throws the refusal of an override that is not allowed. */
export type GuardFor = (team: string, override?: ThreatProtectionOverride) => Promise<ThreatGuard>;

/** Guards requests by the policies of teams, and by a risk service, where the operator has named one. */
export function createGuardFor(policies: Pick<ThreatPolicies, 'get'>, riskService?: RiskService): GuardFor {
  return async (team, override) => threatGuard(await policies.get(team), override, riskService);
}

/** The code of a URL that the policy blocks. */
const UNSAFE_DOMAIN = 'unsafe_domain_blocked';

/** Whether an error refuses a URL that the policy blocks. */
export function isUnsafeDomain(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === UNSAFE_DOMAIN;
}

const OFF: ThreatGuard = { isOn: false, checkUrl() {}, checkPage: async () => {}, warnings: [] };

/** Applies the policy of the team with the override of the request; throws the refusal of an override that is not allowed. */
export function threatGuard(
  policy: ThreatProtectionPolicy,
  override?: ThreatProtectionOverride,
  riskService?: RiskService,
): ThreatGuard {
  if (override) refuseOverride(policy, override);
  const rules = { ...policy, ...override };
  const { whitelist = [], blacklist = [], blockedTlds = [] } = rules;
  // The lists of a request apply even when the mode is off.
  const hasLists = [override?.whitelist, override?.blacklist, override?.blockedTlds].some((list) => list?.length);
  const isOn = rules.mode === 'normal';
  if (!isOn && (!hasLists || override?.mode === 'off')) return OFF;

  const warnings = new Set<string>(isOn && !riskService ? [LISTS_ONLY] : []);
  const isAllowed = (host: string) => whitelist.some((pattern) => matches(host, pattern));

  function denialByLists(host: string): string | undefined {
    if (isAllowed(host)) return undefined;
    const pattern = blacklist.find((candidate) => matches(host, candidate));
    if (pattern) return `it is on the blacklist (${pattern})`;
    const tld = blockedTlds.find((candidate) => host.endsWith(`.${candidate}`));
    if (tld) return `its top-level domain .${tld} is blocked`;
    if (isOn && !riskService && rules.failurePolicy === 'closed') {
      return 'its risk cannot be told, as this server has no risk service, and the failure policy is `closed`';
    }
    return undefined;
  }

  async function denialByRisk(url: string, { riskOf }: RiskService, signal: AbortSignal): Promise<string | undefined> {
    const risk = await riskOf(url, signal);
    if (!risk && rules.failurePolicy === 'closed') {
      return 'its risk cannot be told, as the risk service is away, and the failure policy is `closed`';
    }
    if (!risk) warnings.add(SERVICE_AWAY);
    const { riskScoreThreshold = MAX_SCORE } = rules;
    if (!risk || risk.score < riskScoreThreshold) return undefined;
    const suspicion = risk.reason ? ` (${risk.reason})` : '';
    return `its risk is ${risk.score} of ${MAX_SCORE}${suspicion}, and URLs are blocked from ${riskScoreThreshold} on`;
  }

  function checkUrl(url: string): void {
    const host = hostOf(url);
    const reason = denialByLists(host);
    if (reason) throw unsafe(host, reason);
  }

  return {
    isOn,
    checkUrl,
    async checkPage(url, signal) {
      checkUrl(url);
      const host = hostOf(url);
      if (!isOn || !riskService || isAllowed(host)) return;
      const reason = await denialByRisk(url, riskService, signal);
      if (reason) throw unsafe(host, reason);
    },
    get warnings() {
      return [...warnings];
    },
  };
}

/** The highest score. It is also the threshold of a policy that names none. */
const MAX_SCORE = 100;

const LISTS_ONLY = 'Threat protection checked the lists only: this server has no risk service.';

const SERVICE_AWAY = 'Threat protection checked the lists only: the risk service cannot be asked now.';

const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

function unsafe(host: string, reason: string): Refusal {
  return new Refusal(UNSAFE_DOMAIN, `Threat protection keeps ${host} from being visited: ${reason}.`);
}

/** Fetches what the lists allow. A URL that they block fails like one that a site forbids. */
export function guardedFetch(fetch: Fetch, checkUrl: (url: string) => void | Promise<void>): Fetch {
  return (request) =>
    fetch({
      ...request,
      async checkUrl(url) {
        await request.checkUrl?.(url);
        try {
          await checkUrl(url);
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
