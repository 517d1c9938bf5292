import { setImmediate } from 'node:timers/promises';

/** How long work may block the event loop. */
const MAX_BLOCKING_MS = 20;

/** Yields to the event loop; rejects with the reason of the signal when it is aborted. */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

/** Does work for each item, and yields to the event loop at intervals. */
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
