import { type Clock, sleep } from '../async/clock.js';
import type { OnReply } from '../async/reply.js';
import { JobFailedError, JobTimeoutError } from '../errors/errors.js';
import { labelOf, sentence, textOf } from '../errors/sentence.js';
import { TrawlError } from '../errors/trawl-error.js';
import { interruptedError } from '../pagination/errors.js';
import { advance, pointsBack, positionKey, skipOf } from '../pagination/position.js';
import type { JobDriver, JobOptions, JobPage } from './driver.js';
import { pollPause, toleratesFailure } from './poll-pause.js';

/** A job that is followed, and the state of the walk through its pages. */
export interface FollowState {
  readonly id: string;
  readonly clock: Clock;
  readonly endsAt: number;
  readonly options: JobOptions;
  /** The items so far, if they are collected. Errors carry them. */
  readonly received: readonly unknown[];
  /** Whether the job was not started here. Then its first page shows whether it exists. */
  readonly isResumed: boolean;
  /** Called when the job has ended at the server. There may be pages left. */
  readonly onEnd: () => void;
  readonly onReply: OnReply;
  /** The position of the current page, and how many of its items have been yielded. */
  position: string;
  yielded: number;
  /** Whether to wait before the next poll. */
  pause: boolean;
}

/** Where to resume after the items that have been yielded. */
export const cursorOf = ({ position, yielded: handedOut }: FollowState): string | undefined =>
  handedOut ? advance(position, handedOut) : position || undefined;

/**
 * Polls a job to its end and yields its pages, each item once. Returns the last page. Each poll starts at the position
 * that was reached, so it brings only new items. If the job failed or was cancelled, it throws after the last item.
 */
export async function* followJob<T, P extends JobPage<T>>(
  driver: Pick<JobDriver<T, P, unknown>, 'operation' | 'calledAs' | 'poll'>,
  state: FollowState,
): AsyncGenerator<P, P, undefined> {
  const { operation } = driver;
  const { id: jobId, clock, endsAt, received, onReply } = state;
  const { signal, pollIntervalMs, onProgress } = state.options;
  const name = `${labelOf(driver)} ${jobId}`;
  const visited = new Set<string>();
  const before = skipOf(state.position);
  let progress = { completed: 0, total: 0 };
  let status = '';
  let ended = false;
  /** The last items, if the server counts more of them but links to none. */
  let unlinked: string | undefined;
  /** Whether documents that the server counts, but did not send at the end, have been asked for once more. */
  let isReread = false;
  for (let polls = 0, count = 0, idle = 0, failures = 0, atLeastMs = 0; ; polls++) {
    const { position } = state;
    const fields = { operation, received, cursor: position || undefined, jobId };
    let page: P;
    try {
      if (state.pause) {
        const isComplete = progress.total > 0 && progress.completed >= progress.total;
        const pauseMs = pollPause({ polls, idle, failures, isComplete }, clock.random(), pollIntervalMs);
        await sleep(clock, Math.min(Math.max(atLeastMs, pauseMs), endsAt - clock.now()), signal);
      }
      const totalTimeoutMs = endsAt - clock.now();
      if (totalTimeoutMs <= 0) {
        const what = ended
          ? `ended as ${status}, but its totalTimeoutMs is up. Go on from error.cursor.`
          : `is ${status ? `still ${status}` : 'not finished'}, but its totalTimeoutMs is up. It goes on at the server.`;
        throw new JobTimeoutError(`${name} ${what}`, fields);
      }
      page = await driver.poll(jobId, position, { signal, totalTimeoutMs, onReply });
    } catch (error) {
      if (!(error instanceof TrawlError) || error instanceof JobTimeoutError) throw error;
      if (toleratesFailure(error, ++failures)) {
        atLeastMs = error.retryAfterMs ?? 0;
        state.pause = true;
        continue;
      }
      // Nothing was started and nothing has come: the error says it all.
      if (state.isResumed && !visited.size) throw Object.assign(error, { jobId });
      throw interruptedError(error, name, count, fields);
    }
    failures = atLeastMs = 0;

    // A server that ignores `skip` sends the same page again.
    const isRepeated = unlinked !== undefined && unlinked === JSON.stringify(page.items);
    if (isRepeated) page = { ...page, items: [] };
    const { items, next } = page;
    const completed = numberIn(page.completed);
    const total = numberIn(page.total);
    status = page.status;
    ended = ['completed', 'failed', 'cancelled'].includes(status);
    if (ended) state.onEnd();
    idle = items.length ? 0 : idle + 1;
    if (completed !== progress.completed || total !== progress.total) {
      idle = 0;
      progress = { completed, total };
      // You have paid for the documents: a listener that fails must not lose them.
      (async () => onProgress?.(progress))().catch(() => {});
    }
    visited.add(positionKey(position));
    count += items.length;
    const end = items.length ? advance(position, items.length) : position;
    const isNew = next !== undefined && !visited.has(positionKey(next));
    // Does not follow a link back to items that have come, nor past a position where items may still come.
    const reached = isNew && !pointsBack(next, end) && (items.length || ended) ? next : end;
    const hasMore = completed > before + count;
    unlinked = isNew || !hasMore ? undefined : JSON.stringify(items);
    state.pause = !items.length || (!ended && !hasMore);
    yield page;
    state.position = reached;
    state.yielded = 0;
    if (!ended || (items.length ? isNew || hasMore : reached !== end)) continue;
    if (status === 'completed' && (isReread || isRepeated || !hasMore)) return page;
    if (status === 'completed') {
      // A server may count a document a moment before it sends it.
      isReread = true;
      continue;
    }
    const { error } = page;
    const why = error ? `: ${sentence(error)}` : '';
    throw new JobFailedError(`${name} ended as ${status}${why}. It had brought ${count} items.`, status, {
      ...fields,
      serverMessage: error ? textOf(error) : undefined,
      cursor: reached || undefined,
    });
  }
}

/** Servers may send anything in place of a number. */
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
