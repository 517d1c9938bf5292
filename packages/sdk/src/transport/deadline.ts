import { type Clock, watch } from '../async/clock.js';

export interface Deadline {
  readonly clock: Clock;
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
  /** Creates the error for when the time is up. */
  readonly timeoutError: () => Error;
  /** Creates the error for when the signal aborts. */
  readonly abortError: (reason: unknown) => Error;
}

/**
 * Runs `work` until it is done, the time is up or the signal aborts, whichever comes first. `work` may ignore its signal:
 * reading a body can hang under a custom `fetch`.
 */
export function withDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, ms, signal, timeoutError, abortError } = deadline;
  return new Promise((resolve, reject) => {
    if (ms <= 0) return reject(timeoutError());
    const controller = new AbortController();
    const stop = (error: Error): void => {
      reject(error);
      controller.abort(error);
    };
    const close = watch(clock, {
      ms,
      signal,
      onExpired: () => stop(timeoutError()),
      onAbort: (reason) => stop(abortError(reason)),
    });
    if (controller.signal.aborted) return;
    work(controller.signal).then(
      (result) => {
        close();
        resolve(result);
      },
      (error) => {
        close();
        reject(error);
      },
    );
  });
}
