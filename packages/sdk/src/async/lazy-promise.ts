import type { ApiResponse } from './api-response.js';

// biome-ignore lint/suspicious/noExplicitAny: as for any promise, so that a handler may say what it expects.
type Reason = any;

/**
 * A promise that starts its work when it is first used, and does it only once. It is a real `Promise`, because frameworks
 * and linters look for one: it has a `then` of its own that starts the work, and `catch`, `finally` and `await` call that.
 */
export abstract class LazyPromise<T> extends Promise<T> {
  readonly #settle: Settle<T>;
  #reply: Promise<ApiResponse<T>> | undefined;
  #isFollowed = false;

  /** What `then` returns is a promise like any other. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor() {
    let settle: Settle<T> | undefined;
    super((resolve, reject) => {
      settle = { resolve, reject };
    });
    // The function above has run.
    this.#settle = settle as unknown as Settle<T>;
  }

  protected abstract run(): Promise<ApiResponse<T>>;

  /** The result together with the response, its request id and the number of attempts. */
  async withResponse(): Promise<ApiResponse<T>> {
    const { data, response, requestId, attempts } = await this.#start();
    return { data, response, requestId, attempts };
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what this class is for.
  override then<Kept = T, Caught = never>(
    onFulfilled?: ((value: T) => Kept | PromiseLike<Kept>) | null,
    onRejected?: ((reason: Reason) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    // Only who waits for the result hears of a failure: a job that is iterated leaves no rejection behind.
    if (!this.#isFollowed) {
      this.#isFollowed = true;
      const { resolve, reject } = this.#settle;
      this.#start().then(({ data }) => resolve(data), reject);
    }
    return super.then(onFulfilled, onRejected);
  }

  #start(): Promise<ApiResponse<T>> {
    this.#reply ??= this.run();
    return this.#reply;
  }
}

// Methods, so that a promise of a page is one of anything.
interface Settle<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
}
