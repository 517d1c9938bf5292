import { createChecks } from './checks.js';
import { createMonitors } from './monitors.js';
import { createScheduler, type SchedulerParts } from './scheduler.js';
import { createSnapshots } from './snapshots.js';

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Everything about monitors: what is watched, what was found, and the clockwork. Stop its scheduler before the database. */
export function createMonitoring(parts: Omit<SchedulerParts, 'monitors' | 'checks' | 'snapshots'>) {
  const monitors = createMonitors(parts);
  const checks = createChecks(parts);
  const snapshots = createSnapshots(parts.database);
  return { monitors, checks, snapshots, scheduler: createScheduler({ ...parts, monitors, checks, snapshots }) };
}
