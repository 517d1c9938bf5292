import type { PreparedRequest } from '@trawl/client';
import type { Clock } from '../async/clock.js';
import {
  AbortedError,
  BadRequestError,
  ConnectionError,
  NotFoundError,
  ResponseFormatError,
  TimeoutError,
} from '../errors/errors.js';
import { issuesIn, MAX_SHOWN_ISSUES, reasonsOf, summarize } from '../errors/issues.js';
import { createRedact, findHeaders, findSecrets, type Redact, redactCause } from '../errors/redact.js';
import { labelOf, sentence, textOf } from '../errors/sentence.js';
import { adviceFor, baseUrlAdvice, isFinal, kindOf } from '../errors/status-errors.js';
import type { ErrorFields, TrawlError } from '../errors/trawl-error.js';
import type { Body } from './body.js';
import type { Call, Within } from './call.js';
import type { Deadline } from './deadline.js';
import type { Limits } from './limits.js';
import { neverConnected } from './network.js';
import { MAX_REDIRECTS, redirectTarget } from './redirect.js';
import { isRetryable, mayHaveStarted } from './retry.js';
import { serverWait } from './wait.js';

/** One attempt of a call, and what is known about it when it fails. */
export interface Attempt {
  readonly request: PreparedRequest;
  readonly call: Call;
  readonly limits: Limits;
  /** The number of attempts so far, this one included. */
  readonly attempts: number;
  /** Whether the server may have carried out an earlier attempt. */
  readonly mayBeDone?: boolean;
  readonly within: Within;
  /** The errors of this call. A middleware may throw the error of another call, after which this one is not repeated. */
  readonly errors: TrawlError[];
  /** The headers that were sent; undefined before anything was. */
  sent?: RequestInit['headers'];
  response?: Response;
}

/** A call that fails outside of an attempt: before the first one, or after the last. */
type FailedCall = Pick<Attempt, 'call' | 'limits'> & Partial<Attempt>;

/** The deadline of an attempt or a call, and the errors for when it passes. */
export function deadlineOf(
  attempt: FailedCall,
  clock: Clock,
  ms: number,
  limit: 'timeoutMs' | 'totalTimeoutMs',
  signal: AbortSignal | undefined,
): Deadline {
  return {
    clock,
    ms,
    signal,
    expired: () => {
      const what = `had no complete answer within ${attempt.limits[limit]} ms (${limit}).`;
      return createError(TimeoutError, attempt, what, { retryable: true });
    },
    aborted: (cause) => createError(AbortedError, attempt, 'was aborted by its signal.', { cause }),
  };
}

/** The error for an abort during the wait before a retry. It keeps what the failed attempt knew. */
export function abortedBeforeRetry(failed: TrawlError, { cause }: TrawlError): TrawlError {
  const fields = { ...failed, headers: failed.headers, retryable: undefined, cause };
  return new AbortedError(
    `${failed.operation} was aborted by its signal before the next try: ${failed.message}`,
    fields,
  );
}

export function connectionError(attempt: Attempt, error: unknown): TrawlError {
  const cause = redactCause(error, redactOf(attempt));
  // The message is only `fetch failed`; the reason is in its cause.
  const { cause: inner, message } = Object(cause) as { cause?: { message?: string; code?: string }; message?: string };
  const why = inner?.message || inner?.code || message || cause;
  const isRefused = !attempt.response && neverConnected(error);
  const what = `${isRefused ? 'could not reach' : 'lost its connection to'} ${new URL(attempt.request.url).origin}: ${sentence(String(why))}.`;
  return createError(ConnectionError, attempt, what, { cause, retryable: true }, !isRefused);
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
  const hint = kind === 'html' ? baseUrlAdvice(attempt.request.url) : '';
  const what = `was answered with ${UNREADABLE[kind]}.${hint}`;
  // Only these may be different the next time. Of a web page nobody knows: see `toleratesFailure`.
  const retryable = kind === 'html' ? undefined : kind === 'empty' || kind === 'unreadable';
  return createError(ResponseFormatError, attempt, what, { retryable });
}

/** The error for a status that is no success, for `success: false`, and for a redirect that is not followed. */
export function statusError(attempt: Attempt, response: Response, { kind, value }: Body, now: number): TrawlError {
  const { status, ok, headers } = response;
  const answer: Record<string, unknown> = redactOf(attempt)({ ...value });
  const { success: _, error, message, code, details: findings, ...rest } = answer;
  const retryAfterMs = serverWait(headers, answer, now);
  const [Kind, usual] = kindOf(status);
  const given = error ?? message;
  const summary = kind === 'html' ? 'a web page' : sentence(given);
  const serverCode = typeof code === 'string' ? code : undefined;
  const details = findings ?? (Object.keys(rest).length ? rest : undefined);
  const issues = issuesIn(details).flatMap(reasonsOf);
  // The server's message may repeat that of its only issue, or say no more than the status.
  const places = sentence(summarize(issues.filter((issue) => !summary.includes(sentence(issue.message)))));
  const reason = places && summary === 'Bad Request' ? '' : summary;
  const goesOn = Object(details).state === 'processing_continues';
  const final = !goesOn && isFinal(status, serverCode, summary, attempt.call.serverTimeoutMs);
  const isNotOffered = final && status >= 500;
  const authorization = new Headers(attempt.sent).get('authorization');
  const advice = isNotOffered ? 'This server does not offer it.' : adviceFor(status, usual, authorization, summary);
  // No advice where the message has it all, or where the server gives a reason of its own.
  const isClear =
    Kind === BadRequestError
      ? !details || (issues[0] && !issues[MAX_SHOWN_ISSUES])
      : serverCode && Kind === NotFoundError;
  const parts = [
    ok ? 'was answered with success: false' : `failed with ${status}`,
    serverCode && ` ${serverCode}`,
    reason && `: ${reason}`,
    places && `: ${places}`,
    '.',
    !isClear && advice && ` ${advice}`,
    status === 404 && baseUrlAdvice(attempt.request.url),
    retryAfterMs !== undefined && ` It asks to wait ${retryAfterMs / 1000} s.`,
    describeRedirect(attempt, response),
  ];
  const serverMessage = given === undefined ? undefined : textOf(given);
  const retryable = !final && mayPass(status, kind);
  const fields: ErrorFields = {
    code: serverCode,
    serverMessage,
    details,
    issues: issues.length > 0 ? issues : undefined,
    retryAfterMs,
    retryable,
  };
  return createError(Kind, attempt, parts.filter(Boolean).join(''), fields, !isNotOffered && mayHaveStarted(status));
}

/** Whether the same call may succeed later; undefined when something in between answered in place of the API. */
function mayPass(status: number, kind: Body['kind']): boolean | undefined {
  return isRetryable(status) || (kind === 'html' || kind === 'unreadable' ? undefined : false);
}

function describeRedirect(attempt: Attempt, response: Response): string | false {
  const target = redirectTarget(response, attempt.request.url);
  if (!target && response.type !== 'opaqueredirect') return false;
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  return ` It redirects${where}: only a GET to the origin of baseUrl is followed, and ${MAX_REDIRECTS} times at most.`;
}

/** Creates an error, and takes secrets out of its message and headers. `fields` must have none. */
function createError(
  Kind: new (message: string, fields: ErrorFields) => TrawlError,
  attempt: FailedCall,
  what: string,
  fields: ErrorFields,
  mayHaveStarted = true,
): TrawlError {
  const { call, sent, response, errors, attempts } = attempt;
  const redact = redactOf(attempt);
  const headers = new Headers(redact([...(response?.headers ?? [])]));
  headers.delete('set-cookie');
  const possiblyStarted = mayHaveStarted && sent && !call.repeatSafe;
  const warning = possiblyStarted ? ' It may have been carried out: look before you repeat it.' : '';
  const error = new Kind(redact(`${labelOf(call)} ${what}${warning}`), {
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

export function redactOf({ sent, request }: Partial<Attempt>): Redact {
  return createRedact(findSecrets([...new Headers(sent ?? request?.headers), ...findHeaders(request?.body)]));
}
