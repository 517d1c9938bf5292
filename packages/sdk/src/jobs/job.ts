import type { ApiResponse, OnResponse } from '../async/api-response.js';
import { type Clock, timeOn, watch } from '../async/clock.js';
import { LazyPromise } from '../async/lazy-promise.js';
import { noop } from '../async/noop.js';
import { checkBounds, FROM_ZERO } from '../contract/bounds.js';
import { labelOf } from '../errors/sentence.js';
import { abortedError } from '../pagination/errors.js';
import type { JobDriver, JobOptions, JobPage, Resumption } from './driver.js';
import { cursorOf, type FollowState, followJob } from './follow.js';

const DAY_MS = 86_400_000;

const BOUNDS = { fields: { totalTimeoutMs: FROM_ZERO, pollIntervalMs: FROM_ZERO } };

/** After an abort, the time for a pending start, and then for the cancel: the caller is waiting. */
const CANCEL_MS = 10_000;

/** The time for what is still asked once everything has come, within `totalTimeoutMs`. */
const FINISH_MS = 90_000;

/**
 * A job that takes the service minutes or hours. Await it to get everything at once, or iterate it to get each document as
 * it comes, with one page in memory at a time. Either starts it, as `start()` does; nothing is sent before. It is started
 * only once.
 *
 * @throws JobFailedError when the job failed or was cancelled; `received` has what came before.
 * @throws JobTimeoutError when `totalTimeoutMs` is up; it goes on at the service.
 * @throws PaginationError when it is interrupted; `cursor` says where to resume.
 * @example
 * const job = trawl.crawl('https://docs.example.com', { limit: 100 });
 * for await (const { metadata, markdown } of job) console.log(metadata.url, markdown.length);
 */
export class Job<T, P extends JobPage<T>, R> extends LazyPromise<R> implements AsyncIterable<T> {
  readonly #driver: JobDriver<T, P, R>;
  readonly #options: JobOptions;
  readonly #clock: Clock;
  readonly #resumption: Resumption | undefined;
  #id: Promise<string> | undefined;
  #endsAt = 0;
  /** The state of the last walk. */
  #state: FollowState | undefined;
  #cancellation: Promise<void> | undefined;
  /** Stops watching for an abort that would cancel the job. */
  #stopWatching = noop;

  constructor(driver: JobDriver<T, P, R>, options: JobOptions, clock: Clock, resumption?: Resumption) {
    super();
    this.#driver = driver;
    this.#options = options;
    this.#clock = clock;
    this.#resumption = resumption;
  }

  /**
   * Where to resume after the documents that the last iteration has yielded. Undefined at the beginning, and for a job
   * without documents.
   */
  get cursor(): string | undefined {
    return this.#state ? cursorOf(this.#state) : this.#resumption?.cursor;
  }

  /** Starts the job if it has not been started. Returns its id. */
  start(): Promise<string> {
    this.#id ??= this.#startOrResume();
    return this.#id;
  }

  /**
   * Cancels the job at the service. Does nothing if the job has not been started.
   *
   * @throws ConflictError when it is finished.
   * @throws NotFoundError when there is no such job, or no longer.
   */
  async cancel(): Promise<void> {
    if (this.#resumption) await this.start();
    if (!this.#id) return;
    await this.#driver.cancel(await this.#id, {});
    this.#stopWatching();
  }

  protected async run(): Promise<ApiResponse<R>> {
    const received: T[] = [];
    let last: ApiResponse<unknown> | undefined;
    const follow = this.#follow(received, (reply) => {
      last = reply;
    });
    const pages = this.#pages(await follow);
    for (;;) {
      const { done, value: page } = await pages.next();
      if (done) {
        const totalTimeoutMs = Math.min(FINISH_MS, this.#endsAt - timeOn(this.#clock));
        const limits = { signal: this.#options.signal, totalTimeoutMs };
        const data = await this.#driver.finish(await this.start(), received, page, limits);
        return { ...(last as ApiResponse<unknown>), data };
      }
      for (const item of page.items) received.push(item);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { operation } = this.#driver;
    const { signal } = this.#options;
    const state = await this.#follow([]);
    const { id: jobId, received } = state;
    for await (const { items } of this.#pages(state)) {
      for (const item of items) {
        if (signal?.aborted) {
          const fields = { operation, received, cursor: cursorOf(state), jobId };
          throw abortedError(signal, `${labelOf(this.#driver)} ${jobId}`, fields);
        }
        state.yieldedCount++;
        yield item;
      }
    }
  }

  async #follow(received: readonly T[], onResponse: OnResponse = noop): Promise<FollowState> {
    const pause = !this.#id && !this.#resumption;
    const id = await this.start();
    this.#state = {
      id,
      clock: this.#clock,
      endsAt: this.#endsAt,
      options: this.#options,
      received,
      isResumed: !!this.#resumption,
      onEnd: () => this.#stopWatching(),
      onResponse,
      position: this.#driver.positionAt?.(id, this.#resumption?.cursor) ?? '',
      yieldedCount: 0,
      pause,
    };
    return this.#state;
  }

  async *#pages(state: FollowState): AsyncGenerator<P, P, undefined> {
    try {
      return yield* followJob(this.#driver, state);
    } finally {
      await this.#cancellation;
    }
  }

  async #startOrResume(): Promise<string> {
    const { signal, cancelOnAbort, totalTimeoutMs, pollIntervalMs } = this.#options;
    checkBounds({ totalTimeoutMs, pollIntervalMs }, BOUNDS);
    this.#endsAt = timeOn(this.#clock) + (totalTimeoutMs ?? DAY_MS);
    const id = this.#resumption?.id ?? (await this.#startNew());
    if (cancelOnAbort) {
      this.#stopWatching = watch(this.#clock, {
        signal,
        onAbort: () => {
          // The caller gets the abort. The cancel may fail, for instance because the job is done.
          this.#cancellation = this.#driver.cancel(id, { totalTimeoutMs: CANCEL_MS }).then(noop, noop);
        },
      });
    }
    return id;
  }

  async #startNew(): Promise<string> {
    const { signal, cancelOnAbort, totalTimeoutMs } = this.#options;
    // Cancelling needs the id of the job. So an abort gives a pending start some time to bring it.
    const late = cancelOnAbort && !signal?.aborted ? new AbortController() : undefined;
    let stopWatching = watch(this.#clock, {
      signal: late && signal,
      onAbort: (reason) => {
        stopWatching = this.#clock.after(CANCEL_MS, () => late?.abort(reason));
      },
    });
    try {
      return await this.#driver.start({ signal, attemptSignal: late?.signal, totalTimeoutMs });
    } finally {
      stopWatching();
    }
  }
}
