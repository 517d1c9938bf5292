import { MAX_TIMEOUT_MS } from '@trawl/base/clock';

/** The time that remains when the extras of a call have failed: enough to respond without them. */
const MAX_MARGIN_MS = 2_000;

/** When what a call can do without has to be done, in milliseconds since 1970. */
export function untilForExtras(now: number, timeoutMs: number): number {
  return now + timeoutMs - Math.min(MAX_MARGIN_MS, timeoutMs / 5);
}

/** Runs work under a signal that aborts with `timeoutError()` after `ms` milliseconds, or when the signal of the caller aborts. */
export async function withDeadline<Result>(
  ms: number,
  timeoutError: () => unknown,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const end = performance.now() + ms;
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(timeoutError()), Math.min(ms, MAX_TIMEOUT_MS));
  // `AbortSignal.any` would keep this call in memory for as long as the outer signal lives.
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await work(controller.signal);
    // A busy thread runs its timers late.
    if (performance.now() > end) throw timeoutError();
    return result;
  } catch (error) {
    // Aborted work may fail with any error; the reason of the abort is the one to report.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
