import { type Clock, watch } from '../async/clock.js';
import { LazyPromise } from '../async/lazy-promise.js';
import { noop } from '../async/noop.js';
import { checkBounds, FROM_ZERO } from '../contract/bounds.js';
import { abortedBetween } from '../pagination/broken-off.js';
import type { JobDriver, JobOptions, JobPage, Resumption } from './driver.js';
import { cursorOf, followJob, type Pursuit } from './follow.js';

const DAY_MS = 86_400_000;

const BOUNDS = { totalTimeoutMs: FROM_ZERO, pollIntervalMs: FROM_ZERO };

/** What a start that is under way may take after an abort, and then the cancel: the caller is waiting to be let go. */
const CANCEL_MS = 10_000;

/**
 * Work that the server does over minutes or hours. Await it for everything at once, or iterate it to have each document
 * as it comes, with one page in memory at a time. Either starts it, and it is started only once.
 *
 * @throws JobFailedError when the service ends it as failed or cancelled; `received` has what had come.
 * @throws JobTimeoutError when `totalTimeoutMs` is up; it goes on at the service.
 * @throws PaginationError when it breaks off on the way; `cursor` leads on.
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
  /** Of the walk that began last. */
  #pursuit: Pursuit | undefined;
  #cancelled: Promise<void> | undefined;
  /** Called when there is nothing left to cancel. */
  #unwatch = noop;

  constructor(driver: JobDriver<T, P, R>, options: JobOptions, clock: Clock, resumption?: Resumption) {
    super();
    this.#driver = driver;
    this.#options = options;
    this.#clock = clock;
    this.#resumption = resumption;
  }

  /**
   * Where to resume after the documents that have been handed out so far, by the iteration that began last; undefined at
   * the beginning, and for a job that has no documents.
   */
  get cursor(): string | undefined {
    return this.#pursuit ? cursorOf(this.#pursuit) : this.#resumption?.cursor;
  }

  /** Starts the job if it has not been started, and gives its id. */
  start(): Promise<string> {
    this.#id ??= this.#begin();
    return this.#id;
  }

  /**
   * Cancels the job at the service. A job that has not been started is not there to be cancelled, and will start when it
   * is awaited.
   *
   * @throws ConflictError when it is finished.
   * @throws NotFoundError when there is no such job, or no longer.
   */
  async cancel(): Promise<void> {
    if (this.#resumption) await this.start();
    if (!this.#id) return;
    await this.#driver.cancel(await this.#id, {});
    this.#unwatch();
  }

  protected async run(): Promise<R> {
    const received: T[] = [];
    const pages = this.#pages(await this.#pursue(received));
    for (;;) {
      const { done, value: page } = await pages.next();
      if (done) return this.#driver.finish(await this.start(), received, page);
      for (const item of page.items) received.push(item);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { operation } = this.#driver;
    const { signal } = this.#options;
    const pursuit = await this.#pursue([]);
    const { id: jobId, received } = pursuit;
    for await (const { items } of this.#pages(pursuit)) {
      for (const item of items) {
        if (signal?.aborted) {
          const facts = { operation, received, cursor: cursorOf(pursuit), jobId };
          throw abortedBetween(signal, `${operation} ${jobId}`, facts);
        }
        pursuit.handedOut++;
        yield item;
      }
    }
  }

  async #pursue(received: readonly T[]): Promise<Pursuit> {
    const pause = !this.#id && !this.#resumption;
    const id = await this.start();
    this.#pursuit = {
      id,
      clock: this.#clock,
      endsAt: this.#endsAt,
      options: this.#options,
      received,
      mayBeUnknown: !!this.#resumption,
      ended: () => this.#unwatch(),
      position: this.#driver.positionAt?.(id, this.#resumption?.cursor) ?? '',
      handedOut: 0,
      pause,
    };
    return this.#pursuit;
  }

  async *#pages(pursuit: Pursuit): AsyncGenerator<P, P, undefined> {
    try {
      return yield* followJob(this.#driver, pursuit);
    } finally {
      await this.#cancelled;
    }
  }

  async #begin(): Promise<string> {
    const { signal, cancelOnAbort, totalTimeoutMs, pollIntervalMs } = this.#options;
    checkBounds({ totalTimeoutMs, pollIntervalMs }, BOUNDS);
    this.#endsAt = this.#clock.now() + (totalTimeoutMs ?? DAY_MS);
    const id = this.#resumption?.id ?? (await this.#create());
    if (cancelOnAbort) {
      this.#unwatch = watch(this.#clock, Infinity, signal, noop, () => {
        // That it could not be cancelled, perhaps because it is done, is not what the caller has to hear now.
        this.#cancelled = this.#driver.cancel(id, { totalTimeoutMs: CANCEL_MS }).then(noop, noop);
      });
    }
    return id;
  }

  async #create(): Promise<string> {
    const { signal, cancelOnAbort, totalTimeoutMs } = this.#options;
    // To cancel a job one has to know its id, so an abort lets the answer come to a start that is under way.
    const late = cancelOnAbort && !signal?.aborted ? new AbortController() : undefined;
    let unwatch = watch(this.#clock, Infinity, late && signal, noop, (reason) => {
      unwatch = this.#clock.after(CANCEL_MS, () => late?.abort(reason));
    });
    try {
      return await this.#driver.start({ signal, attemptSignal: late?.signal, totalTimeoutMs });
    } finally {
      unwatch();
    }
  }
}
