import { systemClock } from '@trawl/base/clock';
import { createApiKeys, type KeyRequest, type LimitsInput } from '../accounts/api-keys.js';
import { periodOf } from '../accounts/billing-period.js';
import { keyView } from '../operator/key-view.js';
import type { KeyView } from '../operator/views.js';
import type { Settings } from '../settings/settings.js';
import { FileInUse } from '../store/file-in-use.js';
import { openStorage } from '../store/open-storage.js';
import { NO_OBSERVER } from '../store/store-context.js';
import { runningService } from './running-service.js';

/** The keys of a service that runs, or of its storage. */
export interface ManagedKeys {
  list(): Promise<readonly KeyView[]>;
  /** Resolves to the secret of the new key. */
  add(request: KeyRequest): Promise<string>;
  setLimits(name: string, limits: LimitsInput): Promise<void>;
  revoke(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the keys where they are. A service locks its storage file, because this build of SQLite has no memory that processes
 * share: so its keys are changed
 * through the service. A database of PostgreSQL is shared.
 */
export async function openKeys(settings: Settings, url: string | undefined): Promise<ManagedKeys> {
  const isNamed = settings.database !== undefined || settings.storage !== undefined;
  if (url !== undefined || !isNamed) return keysOfService(settings, url);
  try {
    return await keysOfStorage(settings);
  } catch (error) {
    if (!(error instanceof FileInUse)) throw error;
    return keysOfService(settings, url);
  }
}

function keysOfService(settings: Settings, url: string | undefined): ManagedKeys {
  const service = runningService(settings, url);
  const path = (name: string) => `keys/${encodeURIComponent(name)}`;
  return {
    list: () => service.ask('GET', 'keys'),
    add: async (request) => (await service.ask<{ key: string }>('POST', 'keys', request)).key,
    setLimits: (name, limits) => service.ask('PATCH', path(name), limits),
    revoke: (name) => service.ask('DELETE', path(name)),
    close: async () => {},
  };
}

async function keysOfStorage(settings: Settings): Promise<ManagedKeys> {
  const storage = await openStorage(settings, { clock: systemClock, observer: NO_OBSERVER });
  const stores = storage.openStores();
  const keys = createApiKeys(stores, systemClock);
  return {
    async list() {
      const { start, end } = periodOf(systemClock.now());
      const used = (id: string) => stores.ledger.usedByKey(id, start, end);
      return Promise.all((await keys.list()).map(async (key) => keyView(key, await used(key.id))));
    },
    add: async (request) => (await keys.add(request)).secret,
    async setLimits(name, limits) {
      await keys.setLimits(name, limits);
    },
    revoke: (name) => keys.revoke(name),
    async close() {
      await stores.close();
      await storage.close();
    },
  };
}
