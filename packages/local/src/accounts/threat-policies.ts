import type { Clock } from '@trawl/base/clock';
import type { ThreatProtectionPolicy, ThreatProtectionPolicyRequest } from '@trawl/client';
import type { Stores } from '../store/stores.js';

type Policy = Required<ThreatProtectionPolicy>;

/** The threat policy of each team. */
export interface ThreatPolicies {
  get(team: string): Promise<Policy>;
  replace(team: string, request: ThreatProtectionPolicyRequest): Promise<Policy>;
}

/** The default policy: nothing is checked, unless a request enables it for itself. */
const UNCONFIGURED: Policy = {
  mode: 'off',
  riskScoreThreshold: 100,
  blacklist: [],
  whitelist: [],
  blockedTlds: [],
  failurePolicy: 'open',
  allowRequestOverrides: true,
  configured: false,
  updatedAt: null,
};

export function createThreatPolicies(stores: Pick<Stores, 'threatPolicies'>, clock: Clock): ThreatPolicies {
  return {
    get: async (team) => (await stores.threatPolicies.get(team)) ?? UNCONFIGURED,
    async replace(team, request) {
      const updatedAt = new Date(clock.now()).toISOString();
      // The contract has checked the request, and its lists are not changed.
      const policy = { ...UNCONFIGURED, ...request, configured: true, updatedAt } as Policy;
      await stores.threatPolicies.set(team, policy);
      return policy;
    },
  };
}
