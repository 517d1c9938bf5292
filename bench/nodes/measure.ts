import type { Row } from '../table.js';
import { measureCeiling } from './ceiling.js';
import { startDatabaseServer } from './database.js';
import { measureLatency } from './latency.js';
import { measurePageWrites } from './page-writes.js';
import { measureScaling } from './scaling.js';
import { measureTakeover } from './takeover.js';

/** What a service of several nodes on PostgreSQL costs and brings. */
export async function measureNodes(): Promise<Row[]> {
  const server = await startDatabaseServer();
  try {
    const latency = await measureLatency(server);
    const scaling = await measureScaling(server);
    const writes = await measurePageWrites(server);
    const takeover = await measureTakeover(server);
    const ceiling = await measureCeiling(server);
    return [...latency, ...scaling, ...writes, takeover, ...ceiling];
  } finally {
    await server.stop();
  }
}
