import { PREPARATION, type Slot, type SlotJob } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import type { JobKind } from './job-kind.js';

/** The slots with which a job begins. It gets further ones for its tasks. */
export function firstSlots(job: SlotJob, kind: Pick<JobKind, 'hasPreparation'> | undefined): Slot[] {
  const slots = kind?.hasPreparation ? [0, PREPARATION] : [0];
  return slots.map((slot) => ({ job, slot }));
}

/** What uses a slot until no task is left for it. `othersWait` says whether others wait for such a slot. */
export type SlotHandler = (slot: Slot, othersWait: () => boolean) => Promise<void>;

export interface AddOptions {
  /** Milliseconds since 1970; by default, now. */
  readonly runAt?: number | undefined;
}

/** Hands slots out to who may use them: to this process, or to the nodes of a service. */
export interface SlotQueue {
  /**
   * Adds slots when the transaction of the stores is committed. One that waits already gets the new time; one that is in use
   * is added once more.
   */
  add(slots: readonly Slot[], stores: Stores, options?: AddOptions): Promise<void>;
  /** Begins to hand slots out. */
  run(handler: SlotHandler): Promise<RunningQueue>;
}

export interface RunningQueue {
  /** Resolves when no more slots are handed out, also by itself after a failure. */
  readonly ended: Promise<void>;
  /** Hands out no more slots, and waits until those that are in use are not used any more. */
  stop(): Promise<void>;
}
