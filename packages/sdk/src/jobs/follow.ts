import { type Clock, sleep } from '../async/clock.js';
import { JobFailedError, JobTimeoutError } from '../errors/errors.js';
import { sentence } from '../errors/sentence.js';
import { TrawlError } from '../errors/trawl-error.js';
import { interruptedError } from '../pagination/errors.js';
import { advance, pointsBack, positionKey, skipOf } from '../pagination/position.js';
import type { JobDriver, JobOptions, JobPage } from './driver.js';
import { pollPause, toleratesFailure } from './poll-pause.js';

/** A job that is being followed, and how far. */
export interface FollowState {
  readonly id: string;
  readonly clock: Clock;
  readonly endsAt: number;
  readonly options: JobOptions;
  /** What came so far, if it is collected; errors carry it. */
  readonly received: readonly unknown[];
  /** Whether only its first page will show that there is such a job: we have not started it. */
  readonly isResumed: boolean;
  /** Told when the job is over at the server, although there may be pages left. */
  readonly onEnd: () => void;
  /** Where the current page stands, and how many of its items have been handed out. */
  position: string;
  yielded: number;
  /** Whether there is nothing to be had before a pause. */
  pause: boolean;
}

/** Where to go on after what has been handed out. */
export const cursorOf = ({ position, yielded: handedOut }: FollowState): string | undefined =>
  handedOut ? advance(position, handedOut) : position || undefined;

/**
 * Polls a job to its end and yields its pages, each item once; the last page is also what it returns. While it runs, a
 * poll from the position reached brings only what is new, so no page is asked for again. A job that failed or was
 * cancelled throws, but only after all that it had brought has been handed out.
 */
export async function* followJob<T, P extends JobPage<T>>(
  driver: Pick<JobDriver<T, P, unknown>, 'operation' | 'poll'>,
  state: FollowState,
): AsyncGenerator<P, P, undefined> {
  const { operation } = driver;
  const { id: jobId, clock, endsAt, received } = state;
  const { signal, pollIntervalMs, onProgress } = state.options;
  const name = `${operation} ${jobId}`;
  const visited = new Set<string>();
  const before = skipOf(state.position);
  let progress = { completed: 0, total: 0 };
  let status = '';
  let ended = false;
  /** The items after which the server has more by its counts, but no link to them. */
  let unlinked: string | undefined;
  for (let count = 0, polls = 0, failures = 0, atLeastMs = 0; ; ) {
    const { position } = state;
    const fields = { operation, received, cursor: position || undefined, jobId };
    let page: P;
    try {
      if (state.pause) {
        const pauseMs = Math.max(atLeastMs, pollPause(polls++, failures, clock.random(), pollIntervalMs));
        await sleep(clock, Math.min(pauseMs, endsAt - clock.now()), signal);
      }
      const totalTimeoutMs = endsAt - clock.now();
      if (totalTimeoutMs <= 0) {
        const what = ended
          ? `ended as ${status}, but its totalTimeoutMs is up. Go on from error.cursor.`
          : `is ${status ? `still ${status}` : 'not finished'}, but its totalTimeoutMs is up. It goes on at the server.`;
        throw new JobTimeoutError(`${name} ${what}`, fields);
      }
      page = await driver.poll(jobId, position, { signal, totalTimeoutMs });
    } catch (error) {
      if (!(error instanceof TrawlError) || error instanceof JobTimeoutError) throw error;
      if (toleratesFailure(error, ++failures)) {
        atLeastMs = error.retryAfterMs ?? 0;
        state.pause = true;
        continue;
      }
      // Where nothing was started and nothing has come, there is nothing to add to the plain error.
      if (state.isResumed && !visited.size) throw Object.assign(error, { jobId });
      throw interruptedError(error, name, count, fields);
    }
    failures = atLeastMs = 0;

    // Without `skip` a server sends the same page again.
    if (unlinked && unlinked === JSON.stringify(page.items)) page = { ...page, items: [] };
    const { items, next } = page;
    const completed = numberIn(page.completed);
    const total = numberIn(page.total);
    status = page.status;
    ended = ['completed', 'failed', 'cancelled'].includes(status);
    if (ended) state.onEnd();
    if (completed !== progress.completed || total !== progress.total) {
      progress = { completed, total };
      // A listener that fails must not cost the caller documents that have been paid for.
      (async () => onProgress?.(progress))().catch(() => {});
    }
    visited.add(positionKey(position));
    count += items.length;
    const end = items.length ? advance(position, items.length) : position;
    const isNew = next !== undefined && !visited.has(positionKey(next));
    // A link is not followed back among items that have come, nor past a place where some may still come.
    const reached = isNew && !pointsBack(next, end) && (items.length || ended) ? next : end;
    const hasMore = completed > before + count;
    unlinked = isNew || !hasMore ? undefined : JSON.stringify(items);
    state.pause = !items.length || (!ended && !hasMore);
    yield page;
    state.position = reached;
    state.yielded = 0;
    if (!ended || (items.length ? isNew || hasMore : reached !== end)) continue;
    if (status === 'completed') return page;
    const why = page.error ? `: ${sentence(page.error)}` : '';
    throw new JobFailedError(`${name} ended as ${status}${why}. It had brought ${count} items.`, status, {
      ...fields,
      cursor: reached || undefined,
    });
  }
}

/** Servers may have anything where a number should be. */
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
