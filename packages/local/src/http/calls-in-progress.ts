import { isOverIn } from '@trawl/base/is-over-in';
import { Refusal } from '../contract/refusal.js';
import type { Step } from './call.js';

/** Clients wait at least this long. Meanwhile a load balancer notices that this server is not ready. */
const RETRY_AFTER_SECONDS = 5;

/** Counts the calls that are in progress. When the server stops, it refuses new ones. */
export class CallsInProgress {
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

  /** The calls that wait for their response. */
  get count(): number {
    return this.#count;
  }

  /** Whether `stop` was called. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /**
   * Refuses new calls from now on. Resolves when no call is in progress any more or when the time is over, to the number of
   * calls that are still in progress.
   */
  async stop(timeoutMs: number): Promise<number> {
    this.#isStopping = true;
    if (this.#count === 0 || timeoutMs === 0) return this.#count;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await isOverIn(timeoutMs, idle);
    return this.#count;
  }
}

function stopping(): Refusal {
  const error = 'This server is stopping. Send the call again in some seconds, when another one has taken its place.';
  return new Refusal('unavailable', error, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
