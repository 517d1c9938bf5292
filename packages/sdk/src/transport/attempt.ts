import type { Clock } from '../clock.js';
import { parseBody } from './body.js';
import type { Answer, Call, RequestDraft } from './call.js';
import { withDeadline } from './deadline.js';
import { aborted, disconnected, redactOf, refused, type Scene, timedOut, unreadable } from './failures.js';
import { compose, type Middleware } from './middleware.js';
import { type Fetch, fetchWithinOrigin } from './redirect.js';

export interface AttemptOptions {
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  readonly clock: Clock;
  readonly call: Call;
  /** Counted from 1. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  /** What is left of `totalTimeoutMs`. */
  readonly remainingMs: number;
}

/** Sends a request once and reads the whole answer. Whatever goes wrong comes out as an error of ours. */
export function attemptOnce(draft: RequestDraft, options: AttemptOptions): Promise<Omit<Answer, 'attempts'>> {
  const { call, clock, timeoutMs, totalTimeoutMs, remainingMs } = options;
  const scene: Scene = { call, url: draft.url };
  const deadline = {
    clock,
    ms: Math.min(timeoutMs, remainingMs),
    signal: call.signal,
    expired: () =>
      remainingMs < timeoutMs
        ? timedOut(scene, 'totalTimeoutMs', totalTimeoutMs)
        : timedOut(scene, 'timeoutMs', timeoutMs),
    aborted: (reason: unknown) => aborted(scene, reason),
  };
  return withDeadline(deadline, async (signal) => {
    const response = await exchange(draft, options, scene, signal);
    scene.response = response;
    return readAnswer(response, scene, clock);
  });
}

/** From the draft to the response, through the middleware if there is any. */
function exchange(draft: RequestDraft, options: AttemptOptions, scene: Scene, signal: AbortSignal): Promise<Response> {
  const { fetch, middleware, call, attempt } = options;
  const send = async (target: string | Request, headers: HeadersInit, init: RequestInit): Promise<Response> => {
    scene.sent = headers;
    try {
      return await fetchWithinOrigin(fetch, target, init);
    } catch (error) {
      throw signal.aborted ? signal.reason : disconnected(scene, error);
    }
  };
  const { url, method, headers, body } = draft;
  const init: RequestInit = { method, headers, signal, redirect: 'manual' };
  // Node wants to be told of a stream, in a field that the types do not know.
  if (body) Object.assign(init, { body, duplex: 'half' });
  if (!middleware.length) return send(url, headers, init);
  const next = (request: Request): Promise<Response> => send(request, request.headers, { signal, redirect: 'manual' });
  return compose(middleware, next, { operation: call.operation, attempt })(new Request(url, init));
}

async function readAnswer(response: Response, scene: Scene, clock: Clock): Promise<Omit<Answer, 'attempts'>> {
  const { mayBeEmpty, mayFail } = scene.call;
  const text = await response.text().catch((error: unknown) => {
    // Of an error, the status says enough.
    if (response.ok) throw disconnected(scene, error);
    return '';
  });
  const body = parseBody(text, response.headers.get('content-type'));
  const data = body.kind === 'json' ? body.value : undefined;
  if (!response.ok || (!mayFail && data?.success === false)) throw refused(scene, response, body, clock.now());
  if (body.kind !== 'json' && !(mayBeEmpty && body.kind === 'empty')) throw unreadable(scene, body.kind);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return { data, response, requestId, redact: (value) => redactOf(scene)(value) };
}
