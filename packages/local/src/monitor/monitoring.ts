import { createChecks } from './checks.js';
import { createMonitors } from './monitors.js';
import { createScheduler, type SchedulerParts } from './scheduler.js';
import { createSnapshots } from './snapshots.js';

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Everything about monitors: what is watched, what was found, and the clockwork. Stop its scheduler before the database. */
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
    /** Forgets the monitor and all that was found for it, and ends its check. Throws 404 for another team's as for none. */
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
