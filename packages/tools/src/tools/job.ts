import { setTimeout as pause } from 'node:timers/promises';

/** How long a call waits for news, so that no client gives up on it. */
const WAIT_MS = 20_000;
const POLL_MS = 500;

/** How a job is polled, and what happens with each state. */
interface Poll<State> {
  readonly get: () => PromiseLike<State>;
  readonly isNews: (state: State) => boolean;
  readonly onState: (state: State) => void;
  readonly signal: AbortSignal | undefined;
}

/** The first state of a job that is news, or its state after a while. */
export async function firstNews<State>({ get, isNews, onState, signal }: Poll<State>): Promise<State> {
  const endsAt = performance.now() + WAIT_MS;
  for (;;) {
    const state = await get();
    onState(state);
    if (isNews(state) || performance.now() > endsAt) return state;
    await pause(POLL_MS, undefined, { signal });
  }
}

/** Starts a job and waits for its first news. When the client cancels the call, the job is cancelled. */
export async function startJob(
  job: {
    readonly start: () => PromiseLike<{ readonly id: string }>;
    readonly cancel: (id: string) => PromiseLike<unknown>;
  },
  news: (id: string) => Promise<string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  signal?.throwIfAborted();
  // The signal does not end the start of a job: if its response were lost, the job could not be stopped.
  const { id } = await job.start();
  try {
    return await news(id);
  } catch (error) {
    // The caller does not know the id yet, so only this code can stop the job.
    if (signal?.aborted) await job.cancel(id);
    throw error;
  }
}

/** Whether a text can be an id of the service: some answer a text of another form with a sentence about UUIDs. */
export const hasIdForm = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
