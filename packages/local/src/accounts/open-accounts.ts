import type { Clock } from '@trawl/base/clock';
import type { Stores } from '../store/stores.js';
import { createApiKeys } from './api-keys.js';
import { createDeviceLogins } from './device-logins.js';
import { KeyWatch } from './key-watch.js';
import { Plan } from './plan.js';
import { createThreatPolicies } from './threat-policies.js';

export interface AccountNeeds {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** The credits of a month. */
  readonly credits: number | undefined;
  /** The id of this process among the nodes of the service; undefined where it works alone. */
  readonly process: string | undefined;
}

/** Opens the keys, the credits and the policies of teams. */
export function openAccounts({ stores, clock, log, credits, process }: AccountNeeds) {
  const apiKeys = createApiKeys(stores, clock);
  return {
    apiKeys,
    deviceLogins: createDeviceLogins(stores, apiKeys, clock),
    keyWatch: new KeyWatch(apiKeys),
    plan: new Plan({ stores, clock, log, credits, process }),
    policies: createThreatPolicies(stores, clock),
  };
}
