import type { OnResponse } from '../async/api-response.js';
import { type Clock, sleep, timeOn } from '../async/clock.js';
import { JobFailedError, JobTimeoutError } from '../errors/errors.js';
import { labelOf, sentence, textOf } from '../errors/sentence.js';
import { type ErrorFields, TrawlError } from '../errors/trawl-error.js';
import { interruptedError } from '../pagination/errors.js';
import { advance, pointsBack, positionKey, skipOf } from '../pagination/position.js';
import type { JobDriver, JobOptions, JobPage, JobProgress } from './driver.js';
import { pollPause, toleratesFailure } from './poll-pause.js';

/** As many equal answers in a row may come from a cache. */
const SUSPICIOUS_ANSWERS = 5;

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
  readonly onResponse: OnResponse;
  /** The position of the current page, and how many of its items have been yielded. */
  position: string;
  yieldedCount: number;
  /** Whether to wait before the next poll. */
  pause: boolean;
}

/** Where to resume after the items that have been yielded. */
export const cursorOf = ({ position, yieldedCount }: FollowState): string | undefined =>
  yieldedCount ? advance(position, yieldedCount) : position || undefined;

type Driver<T, P extends JobPage<T>> = Pick<JobDriver<T, P, unknown>, 'operation' | 'sdkMethod' | 'poll'>;

/**
 * Polls a job to its end and yields its pages, each item once. Returns the last page. Each poll starts at the position
 * that was reached, so it brings only new items. If the job failed or was cancelled, it throws after the last item.
 */
export async function* followJob<T, P extends JobPage<T>>(
  driver: Driver<T, P>,
  state: FollowState,
): AsyncGenerator<P, P, undefined> {
  const walk = new JobWalk<T, P>(driver, state);
  for (;;) {
    const { page, nextPosition, isLast } = walk.take(await walk.poll());
    yield page;
    state.position = nextPosition;
    state.yieldedCount = 0;
    if (isLast && walk.confirmEnd(page)) return page;
  }
}

/** A page of a job, and how the walk goes on after it. */
interface Step<P> {
  readonly page: P;
  readonly nextPosition: string;
  /** Whether the job has ended and no page is left. */
  readonly isLast: boolean;
}

/** A walk through the pages of a job: what its polls have shown so far. */
class JobWalk<T, P extends JobPage<T>> {
  readonly #driver: Driver<T, P>;
  readonly #state: FollowState;
  readonly #visitedPositions = new Set<string>();
  /** The number of items before the position where the walk began. */
  readonly #skippedCount: number;
  #progress: JobProgress = { completed: 0, total: 0 };
  #status = '';
  #hasEnded = false;
  /** The number of items that have come. */
  #count = 0;
  #polls = 0;
  /** The numbers of polls in a row that brought nothing new, and that failed. */
  #idle = 0;
  #failures = 0;
  /** The wait that the server asked for when a poll failed. */
  #retryAfterMs = 0;
  /** The last items, if the server knows more of them but links to none. */
  #unlinkedItems: string | undefined;
  #isRepeated = false;
  /** The last answer without items, as text, and how often it has come in a row. */
  #idleAnswer = '';
  #equalAnswers = 0;
  /** Whether documents that the server counts, but did not send at the end, have been asked for once more. */
  #isReread = false;

  constructor(driver: Driver<T, P>, state: FollowState) {
    this.#driver = driver;
    this.#state = state;
    this.#skippedCount = skipOf(state.position);
  }

  /** Asks for the page at the current position, until a poll succeeds. */
  async poll(): Promise<P> {
    const { id, position, clock, endsAt, options, onResponse } = this.#state;
    for (;;) {
      let answer: unknown;
      try {
        await this.#waitForPoll();
        const totalTimeoutMs = endsAt - timeOn(clock);
        if (totalTimeoutMs <= 0) throw this.#timeoutError();
        const page = await this.#driver.poll(id, position, {
          signal: options.signal,
          totalTimeoutMs,
          onResponse: (response) => {
            answer = response.data;
            onResponse(response);
          },
        });
        this.#compareAnswer(page.items.length ? undefined : answer);
        this.#failures = 0;
        this.#retryAfterMs = 0;
        return page;
      } catch (error) {
        if (!(error instanceof TrawlError) || error instanceof JobTimeoutError) throw error;
        this.#failures++;
        if (!toleratesFailure(error, this.#failures)) throw this.#interruption(error);
        this.#retryAfterMs = error.retryAfterMs ?? 0;
        this.#state.pause = true;
      } finally {
        this.#polls++;
      }
    }
  }

  /** Takes what a poll brought, and decides where the next one begins. */
  take(polledPage: P): Step<P> {
    // A server that ignores `skip` sends the same page again.
    this.#isRepeated = this.#unlinkedItems !== undefined && this.#unlinkedItems === JSON.stringify(polledPage.items);
    const page = this.#isRepeated ? { ...polledPage, items: [] } : polledPage;
    this.#recordStatus(page);
    this.#recordProgress(page);
    return this.#moveOn(page);
  }

  /**
   * Whether the walk is complete after a page that looks like the last. A completed job is read once more if documents
   * that it knows have not come: a server may count a document a moment before it sends it, or not count those that failed.
   *
   * @throws JobFailedError when the job failed or was cancelled.
   */
  confirmEnd(page: P): boolean {
    if (this.#status !== 'completed') throw this.#jobError(page);
    if (this.#isReread || this.#isRepeated || !this.#isShort) return true;
    this.#isReread = true;
    return false;
  }

  #compareAnswer(answer: unknown): void {
    const text = answer === undefined ? '' : JSON.stringify(answer);
    this.#equalAnswers = text && text === this.#idleAnswer ? this.#equalAnswers + 1 : 1;
    this.#idleAnswer = text;
  }

  async #waitForPoll(): Promise<void> {
    const { pause, clock, endsAt, options } = this.#state;
    if (!pause) return;
    const { completed, total } = this.#progress;
    const polls = {
      polls: this.#polls,
      idle: this.#idle,
      failures: this.#failures,
      isComplete: total > 0 && completed >= total,
    };
    const pauseMs = pollPause(polls, clock.random(), options.pollIntervalMs);
    const waitMs = Math.max(this.#retryAfterMs, pauseMs);
    await sleep(clock, Math.min(waitMs, endsAt - timeOn(clock)), options.signal);
  }

  #recordStatus({ status }: P): void {
    this.#status = status;
    this.#hasEnded = ['completed', 'failed', 'cancelled'].includes(status);
    if (this.#hasEnded) this.#state.onEnd();
  }

  #recordProgress(page: P): void {
    const completedPages = numberOf(page.completed);
    const total = numberOf(page.total);
    this.#idle = page.items.length ? 0 : this.#idle + 1;
    if (completedPages === this.#progress.completed && total === this.#progress.total) return;
    this.#idle = 0;
    this.#progress = { completed: completedPages, total };
    // You have paid for the documents: a listener that fails must not lose them.
    (async () => this.#state.options.onProgress?.(this.#progress))().catch(() => {});
  }

  /** Whether fewer items have come than the job has read or, by its own count, was to read. */
  get #isShort(): boolean {
    return this.#hasMore || this.#progress.total > this.#skippedCount + this.#count;
  }

  /** Whether the server counts more items than it has sent. */
  get #hasMore(): boolean {
    return this.#progress.completed > this.#skippedCount + this.#count;
  }

  #moveOn(page: P): Step<P> {
    const { items, next } = page;
    const { position } = this.#state;
    const hasEnded = this.#hasEnded;
    this.#visitedPositions.add(positionKey(position));
    this.#count += items.length;
    const hasMore = this.#hasMore;
    const end = items.length ? advance(position, items.length) : position;
    const hasNewLink = next !== undefined && !this.#visitedPositions.has(positionKey(next));
    // Does not follow a link back to items that have come, nor past a position where items may still come.
    const followsLink = hasNewLink && !pointsBack(next, end) && (items.length > 0 || hasEnded);
    const nextPosition = followsLink ? next : end;
    const isAskedForMore = hasMore || (hasEnded && this.#isShort);
    this.#unlinkedItems = hasNewLink || !isAskedForMore ? undefined : JSON.stringify(items);
    this.#state.pause = !items.length || (!hasEnded && !hasMore);
    const hasNextPage = items.length ? hasNewLink || hasMore : nextPosition !== end;
    return { page, nextPosition, isLast: hasEnded && !hasNextPage };
  }

  get #name(): string {
    return `${labelOf(this.#driver)} ${this.#state.id}`;
  }

  get #errorFields(): ErrorFields {
    const { id, received, position } = this.#state;
    return { operation: this.#driver.operation, received, cursor: position || undefined, jobId: id };
  }

  #timeoutError(): JobTimeoutError {
    const state = this.#status ? `still ${this.#status}` : 'not finished';
    const message = this.#hasEnded
      ? `ended as ${this.#status}, but its totalTimeoutMs is up. Go on from error.cursor.`
      : `is ${state}, but its totalTimeoutMs is up. It goes on at the server.${this.#cacheAdvice}`;
    return new JobTimeoutError(`${this.#name} ${message}`, this.#errorFields);
  }

  get #cacheAdvice(): string {
    if (this.#equalAnswers < SUSPICIOUS_ANSWERS) return '';
    return ` Its last ${this.#equalAnswers} answers were equal to the byte: look whether something caches them, such as the fetch of a framework.`;
  }

  #interruption(error: TrawlError): unknown {
    // The job was not started and no page has come, so the error needs no addition.
    if (this.#state.isResumed && !this.#visitedPositions.size) return Object.assign(error, { jobId: this.#state.id });
    return interruptedError(error, this.#name, this.#count, this.#errorFields);
  }

  #jobError({ error }: P): JobFailedError {
    const reason = error ? `: ${sentence(error)}` : '';
    const message = `${this.#name} ended as ${this.#status}${reason}. It had brought ${this.#count} items.`;
    return new JobFailedError(message, this.#status, {
      ...this.#errorFields,
      serverMessage: error ? textOf(error) : undefined,
    });
  }
}

/** Servers may send anything in place of a number. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
