import { setTimeout as pause } from 'node:timers/promises';
import { own, type ResultText } from '../pages/result-text.js';
import type { ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';

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

/** A job of the service, as a tool starts it. */
interface StartedJob {
  /** The credits that it may use. Fewer may be left. */
  readonly credits: number;
  readonly start: (credits: number) => PromiseLike<{ readonly id: string }>;
  readonly cancel: (id: string) => PromiseLike<unknown>;
  /** The result of the call, when the job has news. */
  readonly news: (id: string) => Promise<ResultText>;
}

/** Starts a job and waits for its first news. When the client cancels the call, the job is cancelled. */
export async function startJob(job: StartedJob, { policy, signal }: ToolContext): Promise<ResultText> {
  const { id } = await policy.credits.job(job.credits, async (credits) => {
    signal?.throwIfAborted();
    // The signal does not end the start of a job: if its response were lost, the job could not be stopped.
    const started = await job.start(credits);
    if (hasIdForm(started.id)) return started;
    throw new ToolError(
      own`The service has started a job without an id, so nothing more is known of it. Tell the user.`,
    );
  });
  try {
    return await job.news(id);
  } catch (error) {
    // The caller does not know the id yet, so only this code can stop the job.
    if (signal?.aborted) await job.cancel(id);
    throw error;
  }
}

/** Whether a text can be an id of the service: some answer a text of another form with a sentence about UUIDs. */
export const hasIdForm = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
