import type { Clock } from '../async/clock.js';
import { ConfigurationError } from '../errors/errors.js';
import { parseBody, readText } from './body.js';
import type { Answer } from './call.js';
import { withDeadline } from './deadline.js';
import { deadlineOf, disconnected, redactOf, refused, type Scene, unreadable } from './failures.js';
import { type AttemptContext, compose, type Middleware } from './middleware.js';
import { type Fetch, fetchWithinOrigin } from './redirect.js';

/** What a client sends its requests with. */
export interface Means {
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  readonly clock: Clock;
}

/** Sends a request once and reads the whole answer. Whatever goes wrong comes out as an error of ours. */
export function attemptOnce(scene: Scene, means: Means, remainingMs: number): Promise<Answer> {
  const { call, limits } = scene;
  const limit = remainingMs < limits.timeoutMs ? 'totalTimeoutMs' : 'timeoutMs';
  const ms = Math.min(limits.timeoutMs, remainingMs);
  const deadline = deadlineOf(scene, means.clock, ms, limit, call.attemptSignal ?? call.signal);
  return withDeadline(deadline, (signal) => answered(scene, means, signal));
}

/** The bytes of a request. Of a copy, so that a middleware can send it again, after it fetched another key for instance. */
async function bytesOf(request: Request, operation: string): Promise<ArrayBuffer> {
  try {
    return await request.clone().arrayBuffer();
  } catch (cause) {
    const message = 'next() needs a request whose body was not read.';
    throw new ConfigurationError(message, { operation, cause });
  }
}

/** From the draft to the response, through the middleware if there is any. */
function exchange(scene: Scene, { fetch, middleware }: Means, signal: AbortSignal): Promise<Response> {
  const send = async (to: string, init: RequestInit): Promise<Response> => {
    scene.sent = init.headers;
    try {
      return await fetchWithinOrigin(fetch, to, init);
    } catch (error) {
      throw signal.aborted ? signal.reason : disconnected(scene, error);
    }
  };
  const { url, ...parts } = scene.draft;
  const init: RequestInit = { ...parts, signal, redirect: 'manual' };
  if (!middleware.length) return send(url, init);
  const context: AttemptContext = {
    operation: scene.call.operation,
    attempt: scene.attempts,
    // Of the secrets that are there when it is called: a middleware may still put some in.
    redact: (value) => redactOf(scene)(value),
  };
  const next = async (request: Request): Promise<Response> => {
    const bytes = await bytesOf(request, context.operation);
    // Taken apart again: with middleware or without, `fetch` gets a URL and what belongs to it.
    const { url: to, method, headers } = request;
    return send(to, { ...init, method, headers, body: bytes.byteLength ? bytes : null });
  };
  return compose(middleware, next, context)(new Request(url, init));
}

async function answered(scene: Scene, means: Means, signal: AbortSignal): Promise<Answer> {
  const { attempts, call, limits, within } = scene;
  const response = await exchange(scene, means, signal);
  // A `fetch` or a middleware of the caller's may give anything.
  if (typeof response?.text !== 'function' || response.bodyUsed) throw unreadable(scene, 'nothing');
  scene.response = response;
  const { operation, repeatSafe, mayBeEmpty, mayFail } = call;
  const { ok, status, headers } = response;
  let text: string | undefined = '';
  try {
    text = await readText(response, limits.maxResponseBytes);
  } catch (error) {
    // Of an error, the status says enough.
    if (ok) throw disconnected(scene, error);
  }
  const body = parseBody(text, headers.get('content-type'));
  const { kind } = body;
  let data = body.value;
  // What is not there any more has been ended by an attempt whose answer was lost.
  const isDone = scene.mayBeDone && mayBeEmpty && scene.draft.method === 'DELETE' && [404, 409, 410].includes(status);
  if (isDone) data = undefined;
  else if (!ok || (!mayFail && data?.success === false)) throw refused(scene, response, body, means.clock.now());
  else if (!data && !(kind === 'empty' && (mayBeEmpty || status === 204))) throw unreadable(scene, kind);
  const requestId = headers.get('x-request-id') ?? undefined;
  return {
    data,
    response,
    requestId,
    attempts,
    operation,
    repeatSafe,
    within,
    redact: (value) => redactOf(scene)(value),
  };
}
