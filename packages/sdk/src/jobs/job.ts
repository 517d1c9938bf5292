import { type Clock, systemClock } from '../clock.js';
import { ResponseFormatError } from '../errors/response-format-error.js';
import { fromZero } from '../from-zero.js';
import { LazyPromise } from '../lazy-promise.js';
import { advance } from '../pagination/position.js';
import type { JobDriver, JobOptions, JobPage, Resumption } from './driver.js';
import { followJob, type Pursuit } from './follow.js';

const DAY_MS = 86_400_000;

/** What the cancel after an abort may take: the caller is waiting to be let go. */
const CANCEL_MS = 10_000;

/**
 * Work that the server does over minutes or hours. Await it for everything at once, or iterate it to have each document
 * as it comes, with one page in memory at a time. Either starts it, and it is started only once.
 */
export class Job<T, P extends JobPage<T>, R> extends LazyPromise<R> implements AsyncIterable<T> {
  readonly #driver: JobDriver<T, P, R>;
  readonly #options: JobOptions;
  readonly #clock: Clock;
  readonly #resumption: Resumption | undefined;
  #id: Promise<string> | undefined;
  #pursuit: Pursuit | undefined;

  constructor(driver: JobDriver<T, P, R>, options: JobOptions, clock: Clock = systemClock, resumption?: Resumption) {
    super();
    this.#driver = driver;
    this.#options = options;
    this.#clock = clock;
    this.#resumption = resumption;
  }

  /** Where to resume after the documents that have been handed out so far; undefined at the beginning. */
  get cursor(): string | undefined {
    const { position, handedOut } = this.#pursuit ?? {};
    return position && handedOut ? advance(position, handedOut) : (position ?? this.#resumption?.cursor);
  }

  /** Starts the job if it has not been started, and gives its id. */
  start(): Promise<string> {
    this.#id ??= this.#begin();
    return this.#id;
  }

  /** Cancels the job on the server, if it has been started, now or earlier. */
  async cancel(): Promise<void> {
    if (this.#resumption) await this.start();
    if (this.#id) await this.#driver.cancel(await this.#id, {});
  }

  protected async run(): Promise<R> {
    const received: T[] = [];
    const pages = this.#pages(received);
    for (;;) {
      const { done, value: page } = await pages.next();
      if (done) return this.#driver.finish(await this.start(), received, page);
      for (const item of page.items) received.push(item);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.#pages([])) {
      for (const item of items) {
        if (this.#pursuit) this.#pursuit.handedOut++;
        yield item;
      }
    }
  }

  async *#pages(received: readonly T[]): AsyncGenerator<P, P, undefined> {
    const { signal, cancelOnAbort, totalTimeoutMs = DAY_MS, pollIntervalMs = 0 } = this.#options;
    fromZero('pollIntervalMs', pollIntervalMs);
    const clock = this.#clock;
    const endsAt = clock.now() + fromZero('totalTimeoutMs', totalTimeoutMs);
    const pause = !this.#id && !this.#resumption;
    const id = await this.start();
    const position = this.#resumption?.cursor ?? this.#driver.firstPosition(id);
    this.#pursuit = { id, clock, endsAt, options: this.#options, received, position, handedOut: 0, pause };
    try {
      return yield* followJob(this.#driver, this.#pursuit);
    } finally {
      // That it could not be cancelled, perhaps because it is done, is not what the caller has to hear now.
      if (cancelOnAbort && signal?.aborted)
        await this.#driver.cancel(id, { totalTimeoutMs: CANCEL_MS }).catch(() => {});
    }
  }

  async #begin(): Promise<string> {
    if (this.#resumption) return this.#resumption.id;
    const { operation, start } = this.#driver;
    const { signal, cancelOnAbort, totalTimeoutMs } = this.#options;
    // To cancel a job one has to know its id, so an abort has to wait for the start's answer.
    const id = await start({ signal: cancelOnAbort && !signal?.aborted ? undefined : signal, totalTimeoutMs });
    if (id) return id;
    const facts = { operation, possiblyStarted: true };
    throw new ResponseFormatError(`${operation} was answered without the id of a job.`, facts);
  }
}
