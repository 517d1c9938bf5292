import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../contract/refusal.js';
import type { Step } from './call.js';

/** Counts the calls that are in progress. When the server stops, it refuses new ones. */
export interface CallsInProgress {
  readonly step: Step;
  /** The calls that wait for their response. */
  readonly count: number;
  /** Whether `stop` was called. */
  readonly isStopping: boolean;
  /**
   * Refuses new calls from now on. Resolves when no call is in progress any more or when the time is over, to the number of
   * calls that are still in progress.
   */
  stop(timeoutMs: number): Promise<number>;
}

/** Clients wait at least this long. Meanwhile a load balancer notices that this server is not ready. */
const RETRY_AFTER_SECONDS = 5;

export function createCallsInProgress(): CallsInProgress {
  return new CountedCalls();
}

class CountedCalls implements CallsInProgress {
  readonly step: Step = async (_call, next) => {
    if (this.#isStopping) throw stopping();
    this.#count += 1;
    try {
      await next();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#onIdle?.();
    }
  };
  #count = 0;
  #isStopping = false;
  #onIdle: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  async stop(timeoutMs: number): Promise<number> {
    this.#isStopping = true;
    if (this.#count === 0 || timeoutMs === 0) return this.#count;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await Promise.race([idle, setTimeout(timeoutMs, undefined, { ref: false })]);
    return this.#count;
  }
}

function stopping(): Refusal {
  const error = 'This server is stopping. Send the call again in some seconds, when another one has taken its place.';
  return new Refusal('unavailable', error, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
