import type { MonitorRun } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import { Monitors } from './monitors.js';
import { Scheduler, type SchedulerDependencies } from './scheduler.js';

export type Monitoring = ReturnType<typeof createMonitoring>;

export interface MonitoringDependencies extends SchedulerDependencies {
  readonly engine: Pick<JobEngine, 'start' | 'cancel'>;
}

/** Creates the parts of monitoring: monitors and the scheduler. Stop the scheduler before the database. */
export function createMonitoring(dependencies: MonitoringDependencies) {
  const { stores, clock, engine } = dependencies;
  const scheduler = new Scheduler(dependencies);
  return {
    monitors: new Monitors({ stores, clock }),
    scheduler,

    /** Deletes the checks that are older than their monitors keep them. */
    async forgetExpired(): Promise<void> {
      for (const { id, days } of await stores.monitors.retentions()) await stores.checks.expire(id, days);
    },

    /** Resolves to a check of a monitor; throws 404 when there is none. */
    async check(monitorId: string, id: string): Promise<MonitorRun> {
      const run = await stores.checks.find(monitorId, id);
      if (!run) throw new Refusal('not_found', 'Check not found');
      return run;
    },

    /** Deletes the monitor with its checks and snapshots, and ends a running check. Throws 404 for monitors of other teams too. */
    delete(team: string, id: string): Promise<void> {
      return stores.transaction(async (stores) => {
        await stores.monitors.lock(id);
        await new Monitors({ stores, clock }).get(team, id);
        const check = await stores.checks.current(id);
        const job = check && (await stores.jobs.find(check.id));
        await stores.monitors.delete(id);
        await stores.checks.forget(id);
        await stores.snapshots.retain(id, []);
        // Its record is gone, so that its end is not told to anybody.
        if (job) await engine.cancel(job, stores);
      });
    },
  };
}
