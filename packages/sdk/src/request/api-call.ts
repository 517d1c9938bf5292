import { LazyPromise } from '../async/lazy-promise.js';
import { TrawlError } from '../errors/trawl-error.js';
import { malformedResponse, type ReceivedResponse } from '../transport/received-response.js';

/**
 * A call that has been sent. Await it for its result.
 *
 * @example
 * const { data, response, attempts } = await trawl.search('typescript sdk').withResponse();
 * console.log(response.status, attempts, data.web.length);
 */
export class ApiCall<T> extends LazyPromise<T> {
  readonly #response: Promise<ReceivedResponse<T>>;

  /** @internal */
  constructor(response: Promise<ReceivedResponse<T>>) {
    super();
    this.#response = response;
  }

  /**
   * Maps the result of the call.
   *
   * @internal
   */
  mapData<U>(map: (data: T, response: ReceivedResponse<T>) => U | Promise<U>): ApiCall<U> {
    return new ApiCall(this.#response.then((response) => mapped(response, map)));
  }

  /**
   * Makes another call if this one fails.
   *
   * @internal
   */
  recover(makeOther: (error: unknown) => ApiCall<T>): ApiCall<T> {
    return new ApiCall(this.#response.catch((error: unknown) => makeOther(error).#response));
  }

  protected run(): Promise<ReceivedResponse<T>> {
    return this.#response;
  }
}

async function mapped<T, U>(
  response: ReceivedResponse<T>,
  map: (data: T, response: ReceivedResponse<T>) => U | Promise<U>,
): Promise<ReceivedResponse<U>> {
  try {
    return { ...response, data: await map(response.data, response) };
  } catch (error) {
    if (error instanceof TrawlError) throw error;
    if (response.data === undefined) throw malformedResponse(response, 'with nothing', error);
    // The response has a form that no other check has found.
    throw malformedResponse(response, `in an unknown form: ${(error as Error).message}`, error);
  }
}
