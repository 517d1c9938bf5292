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
  /** How many there have been, this one included. */
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  /** What is left of `totalTimeoutMs`. */
  readonly remainingMs: number;
}

/** Sends a request once and reads the whole answer. Whatever goes wrong comes out as an error of ours. */
export function attemptOnce(
  draft: RequestDraft,
  call: Call,
  options: AttemptOptions,
): Promise<Omit<Answer, 'attempts'>> {
  const { clock, timeoutMs, remainingMs } = options;
  const scene: Scene = { call, url: draft.url };
  const limit = remainingMs < timeoutMs ? 'totalTimeoutMs' : 'timeoutMs';
  const deadline = {
    clock,
    ms: Math.min(timeoutMs, remainingMs),
    signal: call.signal,
    expired: () => timedOut(scene, limit, options[limit]),
    aborted: (reason: unknown) => aborted(scene, reason),
  };
  return withDeadline(deadline, async (signal) => {
    scene.response = await exchange(draft, options, scene, signal);
    return readAnswer(scene, scene.response, clock);
  });
}

/** From the draft to the response, through the middleware if there is any. */
function exchange(
  { url, ...draft }: RequestDraft,
  { fetch, middleware, attempts }: AttemptOptions,
  scene: Scene,
  signal: AbortSignal,
): Promise<Response> {
  const send = async (to: string, init: RequestInit, sent: HeadersInit): Promise<Response> => {
    scene.sent = sent;
    try {
      return await fetchWithinOrigin(fetch, to, init);
    } catch (error) {
      throw signal.aborted ? signal.reason : disconnected(scene, error);
    }
  };
  // Node wants to be told of a stream, in a field that the types do not know.
  const init: RequestInit & { duplex: 'half' } = { ...draft, signal, redirect: 'manual', duplex: 'half' };
  if (!middleware.length) return send(url, init, draft.headers);
  const next = async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const bytes = await request.arrayBuffer();
    // Taken apart again: with middleware or without, `fetch` gets a URL and what belongs to it.
    return send(request.url, { ...init, method, headers, body: bytes.byteLength ? bytes : null }, headers);
  };
  const context = { operation: scene.call.operation, attempt: attempts };
  return compose(middleware, next, context)(new Request(url, init));
}

async function readAnswer(scene: Scene, response: Response, clock: Clock): Promise<Omit<Answer, 'attempts'>> {
  const { mayBeEmpty, mayFail } = scene.call;
  const { ok, headers } = response;
  const text = await response.text().catch((error: unknown) => {
    // Of an error, the status says enough.
    if (ok) throw disconnected(scene, error);
    return '';
  });
  const body = parseBody(text, headers.get('content-type'));
  const { kind, value } = body;
  if (!ok || (!mayFail && value?.success === false)) throw refused(scene, response, body, clock.now());
  if (!value && !(mayBeEmpty && kind === 'empty')) throw unreadable(scene, kind);
  const requestId = headers.get('x-request-id') ?? undefined;
  return { data: value, response, requestId, redact: (said) => redactOf(scene)(said) };
}
