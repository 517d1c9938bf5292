import type { Clock } from '../async/clock.js';
import { ConfigurationError } from '../errors/errors.js';
import { parseBody, readText } from './body.js';
import type { Answer } from './call.js';
import { withDeadline } from './deadline.js';
import { type Attempt, connectionError, deadlineOf, formatError, redactOf, statusError } from './failures.js';
import { type AttemptContext, compose, type Middleware } from './middleware.js';
import { type Fetch, fetchWithinOrigin } from './redirect.js';

/** What a client sends its requests with. */
export interface AttemptOptions {
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  readonly clock: Clock;
}

/** Sends a request once and reads the whole response. Every failure becomes a `TrawlError`. */
export function attemptOnce(attempt: Attempt, options: AttemptOptions, remainingMs: number): Promise<Answer> {
  const { call, limits } = attempt;
  const limit = remainingMs < limits.timeoutMs ? 'totalTimeoutMs' : 'timeoutMs';
  const ms = Math.min(limits.timeoutMs, remainingMs);
  const deadline = deadlineOf(attempt, options.clock, ms, limit, call.attemptSignal ?? call.signal);
  return withDeadline(deadline, (signal) => sendAndRead(attempt, options, signal));
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

/** Sends the request, through the middleware if there is any. */
function sendThroughMiddleware(
  attempt: Attempt,
  { fetch, middleware }: AttemptOptions,
  signal: AbortSignal,
): Promise<Response> {
  const send = async (to: string, init: RequestInit): Promise<Response> => {
    attempt.sent = init.headers;
    try {
      return await fetchWithinOrigin(fetch, to, init);
    } catch (error) {
      throw signal.aborted ? signal.reason : connectionError(attempt, error);
    }
  };
  const { url, method, headers, body } = attempt.request;
  const init: RequestInit = { method, headers, body, signal, redirect: 'manual' };
  if (!middleware.length) return send(url, init);
  const context: AttemptContext = {
    operation: attempt.call.operation,
    attempt: attempt.attempts,
    // Looks up the secrets at each call: a middleware may add some.
    redact: (value) => redactOf(attempt)(value),
  };
  const next = async (request: Request): Promise<Response> => {
    const bytes = await readRequestBody(request, context.operation);
    // With middleware or without, `fetch` gets a URL and an init.
    const sent = { method: request.method, headers: request.headers, body: bytes.byteLength ? bytes : null };
    return send(request.url, { ...init, ...sent });
  };
  return compose(middleware, next, context)(new Request(url, init));
}

async function sendAndRead(attempt: Attempt, options: AttemptOptions, signal: AbortSignal): Promise<Answer> {
  const { attempts, call, limits, within } = attempt;
  const response = await sendThroughMiddleware(attempt, options, signal);
  // The caller's `fetch` and middleware may return anything.
  if (typeof response?.text !== 'function' || response.bodyUsed) throw formatError(attempt, 'nothing');
  attempt.response = response;
  const { operation, calledAs, repeatSafe, mayBeEmpty, mayFail } = call;
  const { ok, status, headers } = response;
  let text: string | undefined = '';
  try {
    text = await readText(response, limits.maxResponseBytes);
  } catch (error) {
    // For an error, the status is enough.
    if (ok) throw connectionError(attempt, error);
  }
  const body = parseBody(text, headers.get('content-type'));
  const { kind } = body;
  let data = body.value;
  // An earlier attempt, whose response was lost, has deleted it.
  const isDone =
    attempt.mayBeDone && mayBeEmpty && attempt.request.method === 'DELETE' && [404, 409, 410].includes(status);
  if (isDone) data = undefined;
  else if (!ok || (!mayFail && data?.success === false))
    throw statusError(attempt, response, body, options.clock.now());
  else if (!data && !(kind === 'empty' && (mayBeEmpty || status === 204))) throw formatError(attempt, kind);
  const requestId = headers.get('x-request-id') ?? undefined;
  return {
    data,
    response,
    requestId,
    attempts,
    operation,
    calledAs,
    repeatSafe,
    within,
    redact: (value) => redactOf(attempt)(value),
  };
}
