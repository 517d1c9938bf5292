/** Runs work under a signal that aborts with `late()` after so many milliseconds, or when the caller's own does. */
export async function withDeadline<Result>(
  ms: number,
  late: () => unknown,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const end = performance.now() + ms;
  const controller = new AbortController();
  const giveUp = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(late()), ms);
  // By hand: `AbortSignal.any` keeps its part in memory for as long as the outer signal lives.
  outer?.addEventListener('abort', giveUp, { once: true });
  try {
    const result = await work(controller.signal);
    // A thread that is busy runs its timers late.
    if (performance.now() > end) throw late();
    return result;
  } catch (error) {
    // Whatever came of the work that was ended: this is why.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', giveUp);
  }
}
