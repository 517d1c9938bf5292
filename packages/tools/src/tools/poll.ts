import { setTimeout as pause } from 'node:timers/promises';

/** How long a call waits for news, so that no client gives up on it. */
const WAIT_MS = 20_000;
const POLL_MS = 500;

/** What is polled, and what is done with each state. */
interface Poll<State> {
  readonly get: () => PromiseLike<State>;
  readonly isNews: (state: State) => boolean;
  readonly onState: (state: State) => void;
  readonly signal: AbortSignal | undefined;
}

/** The first state of a job that is news, or its state after a while. */
export async function firstNews<State>({ get, isNews, onState, signal }: Poll<State>): Promise<State> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const state = await get();
    onState(state);
    if (isNews(state) || performance.now() > until) return state;
    await pause(POLL_MS, undefined, { signal });
  }
}
