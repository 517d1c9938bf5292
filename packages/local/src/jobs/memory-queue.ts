import type { Clock } from '@trawl/base/clock';
import type { Background } from '../base/background.js';
import { PREPARATION, type Slot } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import { type JobKind, nameOf } from './job-kind.js';
import type { AddOptions, RunningQueue, SlotHandler, SlotQueue } from './slot-queue.js';

export interface MemoryQueueOptions {
  readonly clock: Clock;
  readonly kinds: Readonly<Record<string, JobKind>>;
  readonly background: Background;
}

/** The queue of a process that works alone. Of the slots that wait, the one of the team is next that has used least. */
export class MemoryQueue implements SlotQueue {
  readonly #options: MemoryQueueOptions;
  /** What ends the waiting of each slot for its time, by its key. */
  readonly #waiting = new Map<string, AbortController>();
  readonly #closing = new AbortController();
  #handler: SlotHandler | undefined;

  constructor(options: MemoryQueueOptions) {
    this.#options = options;
  }

  async add(slots: readonly Slot[], stores: Stores, { runAt }: AddOptions = {}): Promise<void> {
    stores.afterCommit(() => this.addNow(slots, runAt));
  }

  /** Adds slots outside of a transaction. */
  addNow(slots: readonly Slot[], runAt?: number): void {
    for (const slot of slots) this.#enter(slot, runAt);
  }

  /** Removes slots that wait. */
  remove(slots: readonly Slot[]): void {
    for (const slot of slots) {
      const key = keyOf(slot);
      this.#waiting.get(key)?.abort();
      this.#waiting.delete(key);
    }
  }

  async run(handler: SlotHandler): Promise<RunningQueue> {
    this.#handler = handler;
    const { background } = this.#options;
    const ended = new Promise<void>((resolve) => {
      this.#closing.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return {
      ended,
      stop: async () => {
        this.#closing.abort();
        await background.idle();
      },
    };
  }

  #enter(slot: Slot, runAt: number | undefined): void {
    if (this.#closing.signal.aborted) return;
    this.remove([slot]);
    const wait = new AbortController();
    this.#waiting.set(keyOf(slot), wait);
    this.#options.background.start(nameOf(slot.job), () => this.#use(slot, runAt, wait));
  }

  async #use(slot: Slot, runAt: number | undefined, wait: AbortController): Promise<void> {
    const signal = AbortSignal.any([wait.signal, this.#closing.signal]);
    const release = await this.#acquire(slot, runAt, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    });
    const key = keyOf(slot);
    if (this.#waiting.get(key) === wait) this.#waiting.delete(key);
    if (!release) return;
    const slots = this.#options.kinds[slot.job.kind]?.slots;
    await this.#handler?.(slot, () => (slots?.waitingCount ?? 0) > 0).finally(release);
  }

  async #acquire({ job, slot }: Slot, runAt: number | undefined, signal: AbortSignal): Promise<() => void> {
    const { clock, kinds } = this.#options;
    if (runAt !== undefined) await clock.sleep(Math.max(0, runAt - clock.now()), signal);
    const slots = kinds[job.kind]?.slots;
    if (!slots || slot === PREPARATION) return () => undefined;
    return slots.acquire({ team: job.team, job: job.id }, signal);
  }
}

function keyOf({ job, slot }: Slot): string {
  return `${job.number}:${slot}`;
}
