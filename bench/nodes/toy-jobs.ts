import { randomUUID } from 'node:crypto';
import { systemClock } from '@trawl/base/clock';
import { Slots } from '@trawl/convert/workers';
import { JobEngine } from '../../packages/local/src/jobs/engine.js';
import type { JobKind } from '../../packages/local/src/jobs/job-kind.js';
import { prepareQueue } from '../../packages/local/src/nodes/graphile-queue.js';
import { createJobSignals } from '../../packages/local/src/nodes/job-signals.js';
import { NodeRunner } from '../../packages/local/src/nodes/node-runner.js';
import { openPostgresStorage } from '../../packages/local/src/store/postgres/storage.js';
import type { NodeRole } from '../../packages/local/src/store/shared-stores.js';
import { NO_OBSERVER } from '../../packages/local/src/store/store-context.js';

/** Tasks of a job, and of a team, at once. */
const AT_ONCE = 25;

const log = (line: string): void => console.error(line);

/** Each task is a result at once: nothing is left but what the database has to do. */
const toys: JobKind = {
  slots: new Slots('toys', { service: 100, team: AT_ONCE }),
  isPrivate: () => false,
  open: () => ({
    tasksAtOnce: AT_ONCE,
    perform: async () => async (job) => {
      await job.add({ completed: 1, credits: 0 });
    },
  }),
};

/** Opens the engine of a node for this kind of job. */
export async function openToyNode(url: string, role: NodeRole): Promise<JobEngine> {
  const storage = await openPostgresStorage({ url, maxConnections: 10 }, { clock: systemClock, observer: NO_OBSERVER });
  const { connections } = storage;
  await prepareQueue(connections.pool, log);
  const engine = new JobEngine({
    stores: storage.openStores(),
    clock: systemClock,
    log,
    openRunner: (context) =>
      new NodeRunner(context, {
        pool: connections.pool,
        signals: createJobSignals(connections.openNotifications(log)),
        concurrency: 100,
        report: () => ({ address: undefined, sessions: 0, sessionRoom: 0 }),
        node: { name: 'toys', role, version: '0', process: randomUUID(), secret: '' },
      }),
  });
  engine.register({ toys });
  engine.run();
  return engine;
}
