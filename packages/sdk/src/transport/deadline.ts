import type { Clock } from '../clock.js';

export interface Deadline {
  readonly clock: Clock;
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
  /** The error for the case that the time is up. */
  readonly expired: () => Error;
  /** The error for the case that the caller's signal aborts. */
  readonly aborted: (reason: unknown) => Error;
}

/**
 * Runs `work` until it is done, the time is up or the caller's signal aborts, whichever comes first, and does not rely
 * on `work` to heed the signal it is given: a body read may hang under a custom `fetch`. Listeners are added and
 * removed by hand, because `AbortSignal.any` leaks on a signal that lives long.
 */
export function withDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, ms, signal, expired, aborted } = deadline;
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const close = (): void => {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    };
    const stop = (error: Error): void => {
      close();
      reject(error);
      controller.abort(error);
    };
    const abort = (): void => stop(aborted(signal?.reason));
    const cancelTimer = clock.after(ms, () => stop(expired()));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    work(controller.signal).then(resolve, reject).finally(close);
  });
}
