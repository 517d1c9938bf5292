import type { Redact } from '../errors/redact.js';

/** What a middleware knows about the attempt. */
export interface AttemptContext {
  /** The operation's name in the contract, such as `searchWeb`. */
  readonly operation: string;
  /** The number of the attempt, counted from 1 for each call. */
  readonly attempt: number;
  /** Takes the secrets of the request out of text, and out of text anywhere in plain JSON. Use it before you log. */
  readonly redact: Redact;
}

/** Passes a request to the next middleware or to the service, with its URL, method, headers and body. */
export type Next = (request: Request) => Promise<Response>;

/**
 * Stands between the SDK and the network, and sees every attempt once. It may change the request, return a response of its
 * own, or look at the response. To read a body, read a `clone()`. An error of `next` is retried as usual. Any other error
 * ends the call.
 *
 * @example
 * const timing: Middleware = async (request, next, { operation, attempt }) => {
 *   const started = performance.now();
 *   try {
 *     return await next(request);
 *   } finally {
 *     console.log(operation, attempt, performance.now() - started);
 *   }
 * };
 */
export type Middleware = (request: Request, next: Next, context: AttemptContext) => Promise<Response>;

/** Combines middleware into one function. The first in the list is the outermost. */
export function compose(layers: readonly Middleware[], innermost: Next, context: AttemptContext): Next {
  return layers.reduceRight<Next>((next, layer) => (request) => layer(request, next, context), innermost);
}
