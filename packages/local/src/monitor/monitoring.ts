import type { MonitorRun } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import { createMonitors } from './monitors.js';
import { createScheduler, type SchedulerDependencies } from './scheduler.js';

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Creates the parts of monitoring: monitors and the scheduler. Stop the scheduler before the database. */
export function createMonitoring(dependencies: SchedulerDependencies) {
  const { stores, clock } = dependencies;
  const scheduler = createScheduler(dependencies);
  return {
    monitors: createMonitors({ stores, clock }),
    scheduler,

    /** Resolves to a check of a monitor; throws 404 when there is none. */
    async check(monitorId: string, id: string): Promise<MonitorRun> {
      const run = await stores.checks.find(monitorId, id);
      if (!run) throw new Refusal(404, { error: 'Check not found' });
      return run;
    },

    /** Deletes the monitor with its checks and snapshots, and ends a running check. Throws 404 for monitors of other teams too. */
    delete(team: string, id: string): Promise<void> {
      return stores.transaction(async (stores) => {
        await createMonitors({ stores, clock }).get(team, id);
        await stores.monitors.delete(id);
        await stores.checks.forget(id);
        await stores.snapshots.retain(id, []);
        stores.afterCommit(() => scheduler.forget(id));
      });
    },
  };
}
