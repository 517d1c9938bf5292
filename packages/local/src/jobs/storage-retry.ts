import type { Clock } from '@trawl/base/clock';
import { StorageUnavailable } from '../store/storage-unavailable.js';

export interface StorageRetryOptions {
  /** The name of the work in the log. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Whether the work is repeated after an error; by default, only when nothing can be stored now. */
  readonly isTemporary?: ((error: unknown) => boolean) | undefined;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** What becomes of work that finds the disk full, or the database away. */
export interface Retry {
  /** Whether something could not be stored, and waits for the next attempt. */
  readonly isHeldUp: boolean;
  /** Does work that may store something. */
  repeat<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Stores something. */
  store<Result>(write: () => Promise<Result>): Promise<Result>;
}

/** Repeats nothing. */
export const NO_RETRY: Retry = { isHeldUp: false, repeat: (work) => work(), store: (write) => write() };

function isUnavailable(error: unknown): boolean {
  return error instanceof StorageUnavailable;
}

/** Repeats work that finds the disk full, or the database away. All of it waits together, so that the log says it once. */
export class StorageRetry implements Retry {
  readonly #options: StorageRetryOptions;
  #waitMs = FIRST_WAIT_MS;
  #pause: Promise<void> | undefined;
  #isHeldUp = false;

  constructor(options: StorageRetryOptions) {
    this.#options = options;
  }

  get isHeldUp(): boolean {
    return this.#isHeldUp;
  }

  async repeat<Result>(work: () => Promise<Result>): Promise<Result> {
    const { isTemporary = isUnavailable } = this.#options;
    for (;;) {
      if (this.#pause) await this.#pause;
      try {
        return await work();
      } catch (error) {
        if (!isTemporary(error)) throw error;
        this.#pause ??= this.#wait(error as Error);
      }
    }
  }

  async store<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = await this.repeat(write);
    this.#waitMs = FIRST_WAIT_MS;
    this.#isHeldUp = false;
    return result;
  }

  async #wait({ message }: Error): Promise<void> {
    const { name, clock, log, signal } = this.#options;
    const waitMs = this.#waitMs;
    this.#waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    this.#isHeldUp = true;
    log(`${name}: ${message} It is tried again in ${waitMs / 1000} s.`);
    try {
      await clock.sleep(waitMs, signal);
    } finally {
      this.#pause = undefined;
    }
  }
}
