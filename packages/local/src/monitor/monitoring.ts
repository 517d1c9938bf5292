import { createChecks } from './checks.js';
import { createMonitors } from './monitors.js';
import { createScheduler, type SchedulerParts } from './scheduler.js';
import { createSnapshots } from './snapshots.js';

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Creates the parts of monitoring: monitors, checks, snapshots and the scheduler. Stop the scheduler before the database. */
export function createMonitoring(parts: Omit<SchedulerParts, 'monitors' | 'checks' | 'snapshots'>) {
  const { database } = parts;
  const monitors = createMonitors(parts);
  const checks = createChecks(parts);
  const snapshots = createSnapshots(database);
  const scheduler = createScheduler({ ...parts, monitors, checks, snapshots });
  return {
    monitors,
    checks,
    snapshots,
    scheduler,
    /** Deletes the monitor with its checks and snapshots, and ends a running check. Throws 404 for monitors of other teams too. */
    delete(team: string, id: string): void {
      database.transaction(() => {
        monitors.delete(team, id);
        checks.forget(id);
        snapshots.retain(id, []);
      });
      scheduler.forget(id);
    },
  };
}
