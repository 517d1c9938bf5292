import type { Redact } from '../errors/redact.js';

/** What a middleware is told about the attempt it stands in. */
export interface AttemptContext {
  /** The operation's name in the contract, such as `searchWeb`. */
  readonly operation: string;
  /** Counted from 1 for each call. */
  readonly attempt: number;
  /** Takes the secrets of the request out of text, and of text anywhere in plain JSON: before it goes into a log. */
  readonly redact: Redact;
}

/** Sends a request on, to the next middleware or to the service. Its URL, method, headers and body count. */
export type Next = (request: Request) => Promise<Response>;

/**
 * Stands between the SDK and the network, and sees every attempt once. It may change the request, answer in the
 * server's place, or look at the response as long as it does not read its body (read a `clone()`).
 * What it throws ends the call, unless it is the error that `next` threw: that one is retried as usual.
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

/** One function out of many: the first in the list is the outermost. */
export function compose(layers: readonly Middleware[], innermost: Next, context: AttemptContext): Next {
  return layers.reduceRight<Next>((next, layer) => (request) => layer(request, next, context), innermost);
}
