import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createFailureLog, type FailureLog } from '../base/failure-log.js';
import type { NewNode, NodeReport } from '../store/shared-stores.js';
import { NODE_SILENCE_MS, sharedOf } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';

export interface MembershipTiming {
  /** How often a node gives a sign of life, and looks whether others do. */
  readonly beatMs: number;
  /** A node that is silent for so long is taken for dead. */
  readonly silenceMs: number;
}

/** The tasks of a dead node go on within 15 seconds. */
export const TIMING: MembershipTiming = { beatMs: 2000, silenceMs: NODE_SILENCE_MS };

export interface MembershipOptions {
  readonly stores: Stores;
  readonly node: Omit<NewNode, 'id'>;
  /** What the node tells with each sign of life. */
  readonly report: () => NodeReport;
  readonly timing: MembershipTiming;
  readonly log: (line: string) => void;
  /** Called after each sign of life. */
  readonly onBeat: () => Promise<void>;
  /** Called when this node was removed from the service: it must stop what it does, and enter again. */
  readonly onLost: () => void;
}

/** Keeps this process a node of the service: says that it is alive, and removes those who do not. */
export class Membership {
  /** The id of this node. One that was taken for dead gets a new one, because the old one may store nothing any more. */
  readonly id = randomUUID();
  readonly #options: MembershipOptions;
  readonly #closing = new AbortController();
  readonly #failures: FailureLog;
  #loop: Promise<void> | undefined;
  /** Since when each sign of life was stored. */
  #steadySince = performance.now();

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#failures = createFailureLog('The signs of life of this node', options.log);
  }

  /** Enters the service; `worker` is the name of this node in the queue of slots. */
  async enter(worker: string): Promise<void> {
    const { stores, node, report } = this.#options;
    await sharedOf(stores).nodes.enter({ ...node, id: this.id }, report(), worker);
    this.#loop = this.#beat();
  }

  /** Gives no more signs of life. */
  async fallSilent(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
  }

  /** Leaves the service: others do at once what this node had in hand. */
  async leave(): Promise<void> {
    await this.fallSilent();
    await this.#options.stores.transaction((stores) => sharedOf(stores).nodes.remove(this.id));
  }

  async #beat(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await setTimeout(this.#options.timing.beatMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (!(await this.#isMember())) return;
        this.#failures.success();
      } catch (error) {
        this.#steadySince = performance.now();
        this.#failures.failure((error as Error).message);
      }
    }
  }

  async #isMember(): Promise<boolean> {
    const { stores, report, log, onBeat, onLost } = this.#options;
    if (!(await sharedOf(stores).nodes.beat(this.id, report()))) {
      log(
        'This node was removed from the service, because it gave no sign of life or everything was deleted: it enters again.',
      );
      onLost();
      return false;
    }
    await this.#removeDead();
    await onBeat();
    return true;
  }

  async #removeDead(): Promise<void> {
    const { stores, log, timing } = this.#options;
    // When the database was away, all nodes were silent.
    if (performance.now() - this.#steadySince < timing.silenceMs) return;
    for (const id of await sharedOf(stores).nodes.silent(timing.silenceMs)) {
      await stores.transaction((stores) => sharedOf(stores).nodes.remove(id));
      log(`The node ${id} has given no sign of life for ${timing.silenceMs / 1000} s: others do its tasks.`);
    }
  }
}
