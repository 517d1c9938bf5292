import type { ThreatProtectionPolicy, ThreatProtectionPolicyRequest } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';

type Policy = Required<ThreatProtectionPolicy>;

/** The threat policy of each team. */
export interface ThreatPolicies {
  get(team: string): Policy;
  replace(team: string, request: ThreatProtectionPolicyRequest): Policy;
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

export function createThreatPolicies(database: Database, clock: Clock): ThreatPolicies {
  database.execute('create table if not exists threat_policies (team text primary key, policy json text not null)');
  return {
    get(team) {
      const row = database.get<{ policy: string }>('select policy from threat_policies where team = ?', team);
      return row ? (JSON.parse(row.policy) as Policy) : UNCONFIGURED;
    },
    replace(team, request) {
      const updatedAt = new Date(clock.now()).toISOString();
      const policy = JSON.stringify({ ...UNCONFIGURED, ...request, configured: true, updatedAt });
      database.run('insert or replace into threat_policies values (?, ?)', team, policy);
      return JSON.parse(policy) as Policy;
    },
  };
}
