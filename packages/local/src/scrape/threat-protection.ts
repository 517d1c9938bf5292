import type { ThreatProtectionOverride, ThreatProtectionPolicy } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';

/** What keeps a scrape from visiting URLs, for one request. */
export interface ThreatGuard {
  /** Whether URLs are checked for this request, which costs credits. */
  readonly isOn: boolean;
  /** Throws the refusal of a URL that must not be visited. */
  admit(url: string): void;
  readonly warnings: readonly string[];
}

const OFF: ThreatGuard = { isOn: false, admit() {}, warnings: [] };

/** The policy of the team with what the request says instead; throws the refusal of an override that is not allowed. */
export function threatGuard(policy: ThreatProtectionPolicy, override?: ThreatProtectionOverride): ThreatGuard {
  if (override) refuseOverride(policy, override);
  const rules = { ...policy, ...override };
  const { whitelist = [], blacklist = [], blockedTlds = [] } = rules;
  // Lists that come with a request are meant to be used, even where nothing else is checked.
  const hasLists = [override?.whitelist, override?.blacklist, override?.blockedTlds].some((list) => list?.length);
  const isOn = rules.mode === 'normal';
  if (!isOn && (!hasLists || override?.mode === 'off')) return OFF;

  function objectionTo(host: string): string | undefined {
    if (whitelist.some((pattern) => matches(host, pattern))) return undefined;
    const banned = blacklist.find((pattern) => matches(host, pattern));
    if (banned) return `it is on the blacklist (${banned})`;
    const tld = blockedTlds.find((candidate) => host.endsWith(`.${candidate}`));
    if (tld) return `its top-level domain .${tld} is blocked`;
    if (isOn && rules.failurePolicy === 'closed') {
      return 'its risk cannot be told, as this server has no risk service, and the failure policy is `closed`';
    }
    return undefined;
  }

  return {
    isOn,
    admit(url) {
      const host = new URL(url).hostname.replace(/\.$/, '');
      const objection = objectionTo(host);
      if (objection)
        throw new Refusal(403, { error: `Threat protection keeps ${host} from being visited: ${objection}.` });
    },
    warnings: isOn ? ['Threat protection checked the lists only: this server has no risk service.'] : [],
  };
}

function refuseOverride(policy: ThreatProtectionPolicy, override: ThreatProtectionOverride): void {
  if (policy.allowRequestOverrides === false) {
    const error = 'The threat protection policy of your team does not allow requests to override it.';
    throw new Refusal(403, { error });
  }
  if (policy.mode === 'normal' && override.mode === 'off') {
    const error = 'Threat protection is enforced for your team: `threatProtection.mode` cannot be `off`.';
    throw new Refusal(403, { error });
  }
}

/** A plain domain is that host alone; `*.` stands for all hosts below it. */
function matches(host: string, pattern: string): boolean {
  const domain = pattern.toLowerCase();
  return domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
}
