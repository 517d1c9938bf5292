import { LazyPromise } from '../async/lazy-promise.js';
import { TrawlError } from '../errors/trawl-error.js';
import { malformedResponse, type Received } from './received.js';

/**
 * A call that has been sent. Await it for its result.
 *
 * @example
 * const { data, response, attempts } = await trawl.search('typescript sdk').withResponse();
 * console.log(response.status, attempts, data.web.length);
 */
export class ApiCall<T> extends LazyPromise<T> {
  readonly #received: Promise<Received<T>>;

  /** @internal */
  constructor(received: Promise<Received<T>>) {
    super();
    this.#received = received;
  }

  /**
   * Maps the result of the call.
   *
   * @internal
   */
  mapData<U>(shape: (data: T, received: Received<T>) => U | Promise<U>): ApiCall<U> {
    const shaped = async (): Promise<Received<U>> => {
      const received = await this.#received;
      try {
        return { ...received, data: await shape(received.data, received) };
      } catch (error) {
        // A response in a form that no other check has found.
        throw error instanceof TrawlError
          ? error
          : malformedResponse(received, `in an unknown form: ${(error as Error).message}`, error);
      }
    };
    return new ApiCall(shaped());
  }

  /**
   * Makes another call if this one fails.
   *
   * @internal
   */
  recover(instead: (error: unknown) => ApiCall<T>): ApiCall<T> {
    return new ApiCall(this.#received.catch((error: unknown) => instead(error).#received));
  }

  protected run(): Promise<Received<T>> {
    return this.#received;
  }
}
