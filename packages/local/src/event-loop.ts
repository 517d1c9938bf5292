import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which work on the main thread lets others have their turn. */
const MAX_BLOCKING_MS = 20;

/** Lets other requests have their turn; rejects with the reason of the signal when the work is given up meanwhile. */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

/** Does work for each of the items, and lets other requests have their turn whenever it has taken a while. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < MAX_BLOCKING_MS) continue;
    await nextTurn(signal);
    since = performance.now();
  }
}
