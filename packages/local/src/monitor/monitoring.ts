import { createChecks } from './checks.js';
import { createMonitors } from './monitors.js';
import { createScheduler, type SchedulerDependencies } from './scheduler.js';
import { createSnapshots } from './snapshots.js';

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Creates the parts of monitoring: monitors, checks, snapshots and the scheduler. Stop the scheduler before the database. */
export function createMonitoring(dependencies: Omit<SchedulerDependencies, 'monitors' | 'checks' | 'snapshots'>) {
  const { database } = dependencies;
  const monitors = createMonitors(dependencies);
  const checks = createChecks(dependencies);
  const snapshots = createSnapshots(database);
  const scheduler = createScheduler({ ...dependencies, monitors, checks, snapshots });
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
