import type { CallTime } from '../call-time.js';
import { knownText, own, type ResultText } from '../pages/result-text.js';
import type { ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';

/** How long a call waits for news. */
const WAIT_MS = 20_000;
const POLL_MS = 500;

/** How a job is polled, and what happens with each state. */
interface Poll<State> {
  readonly get: () => PromiseLike<State>;
  readonly isNews: (state: State) => boolean;
  readonly onState: (state: State) => void;
  readonly time: CallTime;
}

/** The first state of a job that is news, or its state after a while; undefined if the service has told none in time. */
export async function firstNews<State>({ get, isNews, onState, time }: Poll<State>): Promise<State | undefined> {
  const endsAt = performance.now() + WAIT_MS;
  let last: State | undefined;
  for (;;) {
    const state = await Promise.race([get(), time.over]);
    time.signal.throwIfAborted();
    if (state === undefined) return last;
    last = state;
    onState(state);
    if (isNews(state) || performance.now() > endsAt) return state;
    await Promise.race([pause(POLL_MS), time.over]);
    time.signal.throwIfAborted();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A job of the service, as a tool starts it. */
interface StartedJob {
  /** What it is called, such as `crawl`. */
  readonly name: string;
  /** The credits that it may use. Fewer may be left. */
  readonly credits: number;
  readonly start: (credits: number) => PromiseLike<{ readonly id: string }>;
  readonly cancel: (id: string) => PromiseLike<unknown>;
  /** The result of the call, when the job has news. */
  readonly news: (id: string) => Promise<ResultText>;
}

/**
 * Starts a job and waits for its first news. When the client cancels the call, or does not learn the id of the job, the job is
 * cancelled: nobody else can stop it.
 */
export async function startJob(job: StartedJob, { policy, time, onLostJob }: ToolContext): Promise<ResultText> {
  const cancel = async (id: string): Promise<void> => {
    try {
      await job.cancel(id);
      onLostJob?.(
        `The ${job.name} ${id} was cancelled at the service: its client has cancelled the call, or has gone.`,
      );
    } catch (error) {
      onLostJob?.(`The ${job.name} ${id} may still run: cancelling it failed. ${(error as Error).message}`);
    }
  };
  const { id } = await policy.credits.job(job.credits, time, async (credits) => {
    time.signal.throwIfAborted();
    // The signal does not end the start of a job: if its response were lost, the job could not be stopped.
    const start = Promise.resolve(job.start(credits));
    const started = await Promise.race([start, time.over]);
    if (started && hasIdForm(started.id)) return started;
    if (started) {
      throw new ToolError(
        own`The service has started a job without an id, so nothing more is known of it. Tell the user.`,
      );
    }
    const end = start.then(({ id }) => cancel(id));
    // The call has failed already, and says why.
    end.catch(() => {});
    if (time.isCancelled) await end;
    throw new ToolError(own`The service has not begun the ${knownText(job.name)} in time. Call again later.`);
  });
  try {
    return await job.news(id);
  } catch (error) {
    if (time.isCancelled) await cancel(id);
    throw error;
  }
}

/** Whether a text can be an id of the service: some answer a text of another form with a sentence about UUIDs. */
export const hasIdForm = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
