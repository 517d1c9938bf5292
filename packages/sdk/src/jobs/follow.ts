import { type Clock, sleep } from '../clock.js';
import { JobFailedError } from '../errors/job-failed-error.js';
import { JobTimeoutError } from '../errors/job-timeout-error.js';
import { TrawlError } from '../errors/trawl-error.js';
import { brokenOff } from '../pagination/broken-off.js';
import { advance, positionKey, skipOf } from '../pagination/position.js';
import type { JobDriver, JobOptions, JobPage } from './driver.js';
import { isPatientWith, pollPause } from './pace.js';

/** A job that is being followed, and how far. */
export interface Pursuit {
  readonly id: string;
  readonly clock: Clock;
  readonly endsAt: number;
  readonly options: JobOptions;
  /** What came so far, if it is collected; errors carry it. */
  readonly received: readonly unknown[];
  /** Where the current page stands, and how many of its items have been handed out. */
  position: string;
  handedOut: number;
  /** Whether there is nothing to be had before a pause. */
  pause: boolean;
}

/**
 * Polls a job to its end and yields its pages, each item once; the last page is also what it returns. While it runs, a
 * poll from the position reached brings only what is new, so no page is asked for again. A job that failed or was
 * cancelled throws, but only after all that it had brought has been handed out.
 */
export async function* followJob<T, P extends JobPage<T>>(
  driver: Pick<JobDriver<T, P, unknown>, 'operation' | 'poll'>,
  pursuit: Pursuit,
): AsyncGenerator<P, P, undefined> {
  const { operation } = driver;
  const { id: jobId, clock, endsAt, received } = pursuit;
  const { signal, pollIntervalMs, onProgress } = pursuit.options;
  const name = `${operation} ${jobId}`;
  const visited = new Set<string>();
  let progress = { completed: 0, total: 0 };
  for (let count = 0, polls = 0, failures = 0, atLeastMs = 0; ; ) {
    const { position } = pursuit;
    const facts = { operation, received, cursor: position, jobId };
    let page: P;
    try {
      if (pursuit.pause) {
        const pauseMs = Math.max(atLeastMs, pollPause(polls++, failures, clock.random(), pollIntervalMs));
        await sleep(clock, Math.min(pauseMs, endsAt - clock.now()), signal);
      }
      const totalTimeoutMs = endsAt - clock.now();
      if (totalTimeoutMs <= 0) {
        throw new JobTimeoutError(
          `${name} is not finished, but its totalTimeoutMs is up. It goes on at the server.`,
          facts,
        );
      }
      page = await driver.poll(position, { signal, totalTimeoutMs });
    } catch (error) {
      if (!(error instanceof TrawlError) || error instanceof JobTimeoutError) throw error;
      if (!isPatientWith(error, ++failures)) throw brokenOff(error, name, count, facts);
      atLeastMs = error.retryAfterMs ?? 0;
      pursuit.pause = true;
      continue;
    }
    failures = atLeastMs = 0;

    const { status, items, next, completed = 0, total = 0 } = page;
    if (completed !== progress.completed || total !== progress.total) {
      progress = { completed, total };
      onProgress?.(progress);
    }
    visited.add(positionKey(position));
    count += items.length;
    const leadsOn = next !== undefined && !visited.has(positionKey(next));
    // Where a link leads nowhere new, the next page is what follows the items of this one.
    const reached = items.length ? (leadsOn ? next : advance(position, items.length)) : position;
    const ended = ['completed', 'failed', 'cancelled'].includes(status);
    pursuit.pause = !ended && (!items.length || completed <= skipOf(reached));
    yield page;
    pursuit.position = reached;
    pursuit.handedOut = 0;
    if (!ended || (items.length && leadsOn)) continue;
    if (status === 'completed') return page;
    const why = page.error ? `: ${page.error.replace(/\.$/, '')}` : '';
    throw new JobFailedError(`${name} ended as ${status}${why}. It had brought ${count} items.`, status, {
      ...facts,
      cursor: reached,
    });
  }
}
