import type { Clock } from '../async/clock.js';
import { ConfigurationError } from '../errors/errors.js';
import { type Body, parseBody, readText } from './body.js';
import { withDeadline } from './deadline.js';
import { type Attempt, connectionError, deadlineOf, formatError, redactOf } from './failures.js';
import { type AttemptContext, compose, type Middleware, type Next } from './middleware.js';
import { isNetworkFailure } from './network.js';
import type { ReceivedResponse } from './received-response.js';
import { type Fetch, fetchWithinOrigin } from './redirect.js';
import { statusError } from './status-failure.js';

/** The `fetch`, the middleware and the clock of a client. */
export interface AttemptOptions {
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  readonly clock: Clock;
}

/** Sends a request once and reads the whole response. Every failure becomes a `TrawlError`. */
export function attemptOnce(attempt: Attempt, options: AttemptOptions, remainingMs: number): Promise<ReceivedResponse> {
  const { call, limits } = attempt;
  const deadline = deadlineOf(attempt, {
    clock: options.clock,
    ms: Math.min(limits.timeoutMs, remainingMs),
    limit: remainingMs < limits.timeoutMs ? 'totalTimeoutMs' : 'timeoutMs',
    signal: call.attemptSignal ?? call.signal,
  });
  return withDeadline(deadline, (signal) => sendAndRead(attempt, options, signal));
}

async function sendAndRead(attempt: Attempt, options: AttemptOptions, signal: AbortSignal): Promise<ReceivedResponse> {
  const response = await sendThroughMiddleware(attempt, options, signal);
  // The caller's `fetch` and middleware may return anything.
  if (typeof response?.text !== 'function' || response.bodyUsed) throw formatError(attempt, 'nothing');
  attempt.response = response;
  const body = await readBody(attempt, response);
  if (isFailure(attempt, response, body)) {
    throw await statusError(attempt, response, body, options.clock);
  }
  return {
    data: dataOf(attempt, response, body),
    response,
    requestId: response.headers.get('x-request-id') ?? undefined,
    attempts: attempt.attempts,
    call: attempt.call,
    runWithDeadline: attempt.runWithDeadline,
    redact: (value) => redactOf(attempt)(value),
  };
}

/** Sends the request, through the middleware if there is any. */
function sendThroughMiddleware(attempt: Attempt, options: AttemptOptions, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body } = attempt.request;
  const init: RequestInit = { ...attempt.fetchOptions, method, headers, body, signal, redirect: 'manual' };
  const send = async (target: string, sentInit: RequestInit): Promise<Response> => {
    attempt.sentHeaders = sentInit.headers;
    try {
      return await fetchWithinOrigin(options.fetch, target, sentInit);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw isNetworkFailure(error) ? connectionError(attempt, error) : error;
    }
  };
  if (!options.middleware.length) return send(url, init);

  const context: AttemptContext = {
    operation: attempt.call.operation,
    attempt: attempt.attempts,
    // Looks up the secrets at each call: a middleware may add some.
    redact: (value) => redactOf(attempt)(value),
  };
  // With middleware or without, `fetch` gets a URL and an init.
  const sendRequest: Next = async (request) => {
    const bytes = await readRequestBody(request, context.operation);
    return send(request.url, {
      ...init,
      method: request.method,
      headers: request.headers,
      body: bytes.byteLength ? bytes : null,
    });
  };
  return compose(options.middleware, sendRequest, context)(new Request(url, init));
}

/** Reads a copy, so that a middleware can send the request again, for instance with another key. */
async function readRequestBody(request: Request, operation: string): Promise<ArrayBuffer> {
  try {
    return await request.clone().arrayBuffer();
  } catch (cause) {
    const message = 'next() needs a request whose body was not read.';
    throw new ConfigurationError(message, { operation, cause });
  }
}

async function readBody(attempt: Attempt, response: Response): Promise<Body> {
  let text: string | undefined = '';
  try {
    text = await readText(response, attempt.limits.maxResponseBytes);
  } catch (error) {
    // For an error, the status is enough.
    if (response.ok) throw connectionError(attempt, error);
  }
  return parseBody(text, response.headers.get('content-type'));
}

/** Whether a response is no success: by its status, or because it says so. */
function isFailure(attempt: Attempt, { ok, status }: Response, { value }: Body): boolean {
  if (wasDeletedBefore(attempt, status)) return false;
  return !ok || (value?.success === false && !attempt.call.failureIsResult);
}

/** The JSON of a successful response, or undefined for an empty one. */
function dataOf(attempt: Attempt, response: Response, body: Body): Body['value'] {
  if (wasDeletedBefore(attempt, response.status)) return undefined;
  if (body.value) return body.value;
  if (body.kind === 'empty' && (attempt.call.emptyIsSuccess || response.status === 204)) return undefined;
  throw formatError(attempt, body.kind);
}

/** Whether an earlier attempt, whose response was lost, has deleted what this attempt should delete. */
function wasDeletedBefore({ call, request, mayBeDone }: Attempt, status: number): boolean {
  if (!mayBeDone || !call.emptyIsSuccess || request.method !== 'DELETE') return false;
  return status === 404 || status === 409 || status === 410;
}
