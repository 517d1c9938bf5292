import type { Settings } from '../settings/settings.js';
import { Addresses } from './addresses.js';
import { Auth } from './auth.js';
import { createAuthorize } from './authorize.js';
import { Senders } from './senders.js';
import type { Service } from './service.js';

export type Callers = ReturnType<typeof openCallers>;

/** Knows who calls, from where, and what they may. */
export function openCallers(settings: Settings, service: Service) {
  const { publicUrl, trustedProxies, apiKeys, adminKey, keylessCalls } = settings;
  const addresses = new Addresses({ publicUrl, trustedProxies });
  const auth = new Auth({ apiKeys, adminKey, keylessCalls, service });
  return { addresses, auth, authorize: createAuthorize({ auth, service }), senders: new Senders(addresses) };
}
