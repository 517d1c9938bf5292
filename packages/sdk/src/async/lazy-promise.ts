import type { ApiResponse } from './api-response.js';

// biome-ignore lint/suspicious/noExplicitAny: as for any promise, so that a handler may say what it expects.
type Reason = any;

/** A promise that starts its work when it is first awaited, and does it only once. */
export abstract class LazyPromise<T> implements Promise<T> {
  #reply: Promise<ApiResponse<T>> | undefined;

  protected abstract run(): Promise<ApiResponse<T>>;

  /** The result together with the response, its request id and the number of attempts. */
  async withResponse(): Promise<ApiResponse<T>> {
    const { data, response, requestId, attempts } = await this.#start();
    return { data, response, requestId, attempts };
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what this class is for.
  then<Kept = T, Caught = never>(
    onFulfilled?: ((value: T) => Kept | PromiseLike<Kept>) | null,
    onRejected?: ((reason: Reason) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.#start()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  catch<Caught = never>(onRejected?: ((reason: Reason) => Caught | PromiseLike<Caught>) | null): Promise<T | Caught> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }

  get [Symbol.toStringTag](): string {
    return 'Promise';
  }

  #start(): Promise<ApiResponse<T>> {
    this.#reply ??= this.run();
    return this.#reply;
  }
}
