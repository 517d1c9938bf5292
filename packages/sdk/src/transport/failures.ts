import type { PreparedRequest } from '@trawl/client';
import type { Clock } from '../async/clock.js';
import { AbortedError, ConnectionError, ResponseFormatError, TimeoutError } from '../errors/errors.js';
import { createRedact, findHeaders, findSecrets, type Redact, redactCause } from '../errors/redact.js';
import { labelOf, sentence } from '../errors/sentence.js';
import { baseUrlAdvice } from '../errors/settings.js';
import type { ErrorFields, TrawlError } from '../errors/trawl-error.js';
import type { Body } from './body.js';
import type { Call, FetchOptions, RunWithDeadline } from './call.js';
import type { Deadline } from './deadline.js';
import type { Limits } from './limits.js';
import { hasForeignDispatcher, neverConnected } from './network.js';

/** One attempt of a call, and what is known about it when it fails. */
export interface Attempt {
  readonly request: PreparedRequest;
  readonly call: Call;
  readonly limits: Limits;
  /** The number of attempts so far, this one included. */
  readonly attempts: number;
  /** Options of the `fetch` itself. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Whether the server may have carried out an earlier attempt. */
  readonly mayBeDone?: boolean;
  readonly runWithDeadline: RunWithDeadline;
  /** The errors of this call. A middleware may throw the error of another call, after which this one is not repeated. */
  readonly errors: TrawlError[];
  /** The headers that were sent; undefined before anything was. */
  sentHeaders?: RequestInit['headers'];
  response?: Response;
}

/** A call that fails outside of an attempt: before the first one, or after the last. */
type FailedCall = Pick<Attempt, 'call' | 'limits'> & Partial<Attempt>;

/** When an attempt or a call has to end. */
interface End extends Pick<Deadline, 'clock' | 'ms' | 'signal'> {
  readonly clock: Clock;
  /** The option that sets the time. */
  readonly limit: 'timeoutMs' | 'totalTimeoutMs';
}

/** The deadline of an attempt or a call, and the errors for when it passes. */
export function deadlineOf(attempt: FailedCall, { clock, ms, signal, limit }: End): Deadline {
  return {
    clock,
    ms,
    signal,
    timeoutError: () => {
      const message = `had no complete answer within ${attempt.limits[limit]} ms (${limit}).`;
      return createError(TimeoutError, attempt, message, { retryable: true });
    },
    abortError: (cause) => createError(AbortedError, attempt, 'was aborted by its signal.', { cause }),
  };
}

/** The error for an abort during the wait before a retry. It keeps what the failed attempt knew. */
export function abortedBeforeRetry(failure: TrawlError, { cause }: TrawlError): TrawlError {
  const message = `${failure.operation} was aborted by its signal before the next try: ${failure.message}`;
  return new AbortedError(message, { ...failure, headers: failure.headers, retryable: undefined, cause });
}

export function connectionError(attempt: Attempt, error: unknown): TrawlError {
  const cause = redactCause(error, redactOf(attempt));
  // The message is only `fetch failed`; the reason is in its cause.
  const { cause: inner, message } = Object(cause) as { cause?: { message?: string; code?: string }; message?: string };
  const reason = sentence(String(inner?.message || inner?.code || message || cause));
  if (hasForeignDispatcher(error)) {
    const message = `was not sent, because its dispatcher is of another version of undici than its fetch: ${reason}. Take both from the same package, or call setGlobalDispatcher() of undici.`;
    return createError(ConnectionError, attempt, message, { cause, retryable: false, mayHaveStarted: false });
  }
  const isRefused = !attempt.response && neverConnected(error);
  const outcome = isRefused ? 'could not reach' : 'lost its connection to';
  return createError(ConnectionError, attempt, `${outcome} ${new URL(attempt.request.url).origin}: ${reason}.`, {
    cause,
    retryable: true,
    mayHaveStarted: !isRefused,
  });
}

const UNREADABLE: Readonly<Partial<Record<Body['kind'] | 'nothing', string>>> = {
  nothing: 'no Response, or one that was read before: check what `fetch` and middleware return',
  html: 'a web page: check that baseUrl is the API',
  empty: 'nothing',
  tooLarge: 'more bytes than maxResponseBytes: raise it, or ask for less',
  tooDeep: 'JSON nested too deeply',
  unreadable: 'no JSON, or a part of it',
};

export function formatError(attempt: Attempt, kind: keyof typeof UNREADABLE): TrawlError {
  const advice = kind === 'html' && baseUrlAdvice(attempt.request.url);
  const message = [`was answered with ${UNREADABLE[kind]}.`, advice].filter(Boolean).join(' ');
  // Only these failures may be gone the next time. A web page tells nothing about that: see `toleratesFailure`.
  const retryable = kind === 'html' ? undefined : kind === 'empty' || kind === 'unreadable';
  return createError(ResponseFormatError, attempt, message, { retryable });
}

/** The fields of an error, and whether the server may have started its work. */
interface Failure extends ErrorFields {
  /** Default: true. */
  readonly mayHaveStarted?: boolean;
}

/** Creates an error, and takes secrets out of its message and headers. The other fields must have none. */
export function createError(
  ErrorClass: new (message: string, fields: ErrorFields) => TrawlError,
  attempt: FailedCall,
  message: string,
  { mayHaveStarted = true, ...fields }: Failure,
): TrawlError {
  const { call, sentHeaders, response, errors, attempts } = attempt;
  const redact = redactOf(attempt);
  const headers = new Headers(redact([...(response?.headers ?? [])]));
  headers.delete('set-cookie');
  const possiblyStarted = mayHaveStarted && sentHeaders && !call.repeatSafe;
  const warning = possiblyStarted ? ' It may have been carried out: look before you repeat it.' : '';
  const error = new ErrorClass(redact(`${labelOf(call)} ${message}${warning}`), {
    operation: call.operation,
    attempts,
    possiblyStarted: possiblyStarted || undefined,
    status: response?.status,
    headers: response && headers,
    requestId: headers.get('x-request-id') ?? undefined,
    ...fields,
  });
  errors?.push(error);
  return error;
}

export function redactOf({ sentHeaders, request }: Partial<Attempt>): Redact {
  const headers = new Headers(sentHeaders ?? request?.headers);
  return createRedact(findSecrets([...headers, ...findHeaders(request?.body)]));
}
