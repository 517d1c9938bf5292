import type { JobKind } from '../jobs/job-kind.js';
import type { Scheduler } from '../jobs/scheduler.js';
import { firstSlots } from '../jobs/slot-queue.js';
import { sharedOf } from '../store/shared-stores.js';
import type { Slot } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import type { GraphileQueue } from './graphile-queue.js';
import { poolOf } from './pool-of.js';

export interface ReconcileOptions {
  readonly stores: Stores;
  readonly kinds: Readonly<Record<string, JobKind>>;
  readonly node: string;
  readonly scheduler: Pick<Scheduler, 'inHand' | 'stopEnded'>;
  readonly queue: Pick<GraphileQueue, 'add' | 'worker' | 'fetched'>;
  /** What is older than this and unknown was lost. */
  readonly ageMs: number;
}

/** Compares what is stored with what is done, after what a fault may have left: each node does so with each sign of life. */
export async function reconcile(options: ReconcileOptions): Promise<void> {
  await releaseRemovedNodes(options);
  await releaseLostAnswers(options);
  await addMissingSlots(options);
  await addPassedOver(options);
  await sharedOf(options.stores).slotQueue.removeLeftovers();
  // The news of an end may have been lost with a connection.
  await options.scheduler.stopEnded();
}

/** PostgreSQL may do the last statement of a node after the others have removed it. */
async function releaseRemovedNodes({ stores, ageMs }: ReconcileOptions): Promise<void> {
  const { slots, slotQueue } = sharedOf(stores);
  await slots.releaseRemoved();
  await slotQueue.releaseRemoved(ageMs);
}

/** What this node has by a statement whose answer was lost with a connection. */
async function releaseLostAnswers({ stores, node, scheduler, queue, ageMs }: ReconcileOptions): Promise<void> {
  const { slots, slotQueue } = sharedOf(stores);
  await slots.releaseUnknown(node, scheduler.inHand, ageMs);
  if (queue.worker !== '') await queue.add(await slotQueue.unknown(queue.worker, queue.fetched, ageMs), stores);
}

/** Slots that wait for a node and are not in the queue, and the first slots of running jobs that have none. */
async function addMissingSlots({ stores, kinds, queue }: ReconcileOptions): Promise<void> {
  const { slots } = sharedOf(stores);
  await queue.add(await slots.missingInQueue(), stores);
  for (const { id } of await slots.jobsWithoutSlots(Object.keys(kinds))) {
    await stores.transaction(async (stores) => {
      const job = await stores.jobs.lock(id);
      const kind = job && kinds[job.kind];
      if (kind)
        await queue.add(await sharedOf(stores).slots.add(firstSlots(job, kind), poolOf(kind, job.team)), stores);
    });
  }
}

/** A slot that waits for one of its pool, though none may be used any more that would begin it. */
async function addPassedOver({ stores, queue }: ReconcileOptions): Promise<void> {
  const { slots } = sharedOf(stores);
  for (const pool of (await slots.waitingPools()).keys()) {
    await stores.transaction(async (stores) => {
      const next: Slot[] = await sharedOf(stores).slots.next(pool);
      await queue.add(next, stores);
    });
  }
}
