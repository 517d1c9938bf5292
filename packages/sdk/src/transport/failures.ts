import { AbortedError } from '../errors/aborted-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { createRedact, type Redact, redactCause, secretsOf } from '../errors/redact.js';
import { ResponseFormatError } from '../errors/response-format-error.js';
import { kindOf } from '../errors/status-errors.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { ErrorFacts, TrawlError } from '../errors/trawl-error.js';
import type { Body } from './body.js';
import type { Call, RequestDraft } from './call.js';
import type { Limits } from './limits.js';
import { neverConnected } from './network.js';
import { redirectTarget } from './redirect.js';
import { isRetryable, mayHaveStarted } from './retry.js';
import { serverWait } from './wait.js';

/** An attempt, and what is known of it when it fails. */
export interface Scene {
  readonly draft: RequestDraft;
  readonly call: Call;
  readonly limits: Limits;
  /** How many there have been, this one included. */
  readonly attempts: number;
  /** Whether an attempt before this one may have been carried out. */
  readonly mayBeDone?: boolean;
  /** Headers as they were sent; undefined as long as nothing was. */
  sent?: RequestInit['headers'];
  response?: Response;
}

const MOST_WORDS = 400;

export function aborted(scene: Scene, cause: unknown): TrawlError {
  return failure(AbortedError, scene, 'was aborted by its signal.', { cause });
}

export function timedOut(scene: Scene, limit: 'timeoutMs' | 'totalTimeoutMs'): TrawlError {
  const what = `had no complete answer within ${scene.limits[limit]} ms (${limit}).`;
  return failure(TimeoutError, scene, what, { retryable: true });
}

export function disconnected(scene: Scene, error: unknown): TrawlError {
  const cause = redactCause(error, redactOf(scene));
  // `fetch failed` says nothing; the reason is one level below.
  const { cause: inner, message } = Object(cause) as { cause?: { message?: string; code?: string }; message?: string };
  const why = inner?.message || inner?.code || message || cause;
  const isRefused = !scene.response && neverConnected(error);
  const what = `${isRefused ? 'could not reach' : 'lost its connection to'} ${new URL(scene.draft.url).origin}: ${why}.`;
  return failure(ConnectionError, scene, what, { cause, retryable: true }, !isRefused);
}

const UNREADABLE: Readonly<Partial<Record<Body['kind'], string>>> = {
  html: 'a web page: check that baseUrl is the API',
  empty: 'nothing, although it has a result',
  unreadable: 'something that is not JSON, or was cut off',
};

export function unreadable(scene: Scene, kind: keyof typeof UNREADABLE): TrawlError {
  const what = `was answered with ${UNREADABLE[kind]}.`;
  // A page comes from a wrong address and will come again; the others are accidents on the way.
  return failure(ResponseFormatError, scene, what, { retryable: kind !== 'html' });
}

/** The server said no: by its status, by `success: false`, or by sending us elsewhere. */
export function refused(scene: Scene, response: Response, { kind, value = {} }: Body, now: number): TrawlError {
  const { status, ok, headers } = response;
  const said: Record<string, unknown> = redactOf(scene)({ ...value });
  const { success: _, error, message, code, details, ...rest } = said;
  const retryAfterMs = serverWait(headers, said, now);
  const [Kind, advice] = kindOf(status);
  const words = kind === 'html' ? 'a web page' : sentence(error ?? message);
  const own = typeof code === 'string' ? code : undefined;
  const what = [
    ok ? 'was answered with success: false' : `failed with ${status}`,
    own && ` ${own}`,
    words && `: ${words}`,
    '. ',
    advice,
    retryAfterMs !== undefined && ` It asks to wait ${retryAfterMs / 1000} s.`,
    redirection(scene, response),
  ];
  const facts: ErrorFacts = {
    code: own,
    details: details ?? (Object.keys(rest).length ? rest : undefined),
    retryAfterMs,
    retryable: isRetryable(status),
  };
  return failure(Kind, scene, what.filter(Boolean).join('').trim(), facts, mayHaveStarted(status));
}

/** The server's words on one line, of bearable length, and without the full stop that we put there. */
export function sentence(said: unknown): string {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
  return text.replace(/\s+/g, ' ').slice(0, MOST_WORDS).replace(/\.$/, '');
}

function redirection(scene: Scene, response: Response): string | false {
  const target = redirectTarget(response, scene.draft.url);
  if (!target && response.type !== 'opaqueredirect') return false;
  return `It redirects${target ? ` to ${target.origin}${target.pathname}` : ''}, but the key goes to baseUrl only.`;
}

/** The facts come without secrets; what is said and what the headers say is cleared of them here. */
function failure(
  Kind: new (message: string, facts: ErrorFacts) => TrawlError,
  scene: Scene,
  what: string,
  facts: ErrorFacts,
  mayHaveStarted = true,
): TrawlError {
  const { call, sent, response } = scene;
  const redact = redactOf(scene);
  const headers = new Headers(redact([...(response?.headers ?? [])].filter(([name]) => name !== 'set-cookie')));
  const possiblyStarted = mayHaveStarted && sent && !call.repeatSafe;
  const warning = possiblyStarted ? ' It may have been carried out all the same: look before you repeat it.' : '';
  return new Kind(redact(`${call.operation} ${what}${warning}`), {
    operation: call.operation,
    possiblyStarted: possiblyStarted || undefined,
    ...(response && { status: response.status, headers, requestId: headers.get('x-request-id') ?? undefined }),
    ...facts,
  });
}

export function redactOf({ sent }: Scene): Redact {
  return createRedact(secretsOf(new Headers(sent)));
}
