import { systemClock } from '@trawl/base/clock';
import { onTestFinished } from 'vitest';
import { prepareQueue } from '../../src/nodes/graphile-queue.js';
import { openPostgresStorage } from '../../src/store/postgres/storage.js';
import type { SharedConnections } from '../../src/store/storage.js';
import { NO_OBSERVER } from '../../src/store/store-context.js';
import type { Stores } from '../../src/store/stores.js';
import { createDatabase, dropDatabase } from '../postgres/database.js';

/** Creates a database for one test. */
export async function testDatabase(): Promise<string> {
  const url = await createDatabase();
  onTestFinished(() => dropDatabase(url));
  return url;
}

/** Opens the stores of a node on a database, as a service opens them. */
export async function openSharedStores(
  url: string,
): Promise<{ stores: Stores; connections: SharedConnections; close(): Promise<void> }> {
  const storage = await openPostgresStorage({ url, maxConnections: 10 }, { clock: systemClock, observer: NO_OBSERVER });
  const { connections } = storage;
  await prepareQueue(connections.pool, () => undefined);
  const stores = storage.openStores();
  return {
    stores,
    connections,
    async close() {
      await stores.close();
      await storage.close();
    },
  };
}
