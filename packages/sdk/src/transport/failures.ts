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
import { type Issue, issuesIn, MAX_SHOWN_ISSUES, placesOf, reasonsOf, summarize } from '../errors/issues.js';
import { createRedact, findHeaders, findSecrets, type Redact, redactCause } from '../errors/redact.js';
import { labelOf, sentence, textOf } from '../errors/sentence.js';
import { adviceFor, baseUrlAdvice, isFinal, kindOf, notOfferedAdvice } from '../errors/status-errors.js';
import type { ErrorFields, TrawlError } from '../errors/trawl-error.js';
import type { Body } from './body.js';
import type { Call, FetchOptions, RunWithDeadline } from './call.js';
import type { Deadline } from './deadline.js';
import type { Limits } from './limits.js';
import { hasForeignDispatcher, neverConnected } from './network.js';
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

/** The error for a status that is no success, for `success: false`, and for a redirect that is not followed. */
export function statusError(attempt: Attempt, response: Response, body: Body, clock: Clock): TrawlError {
  const { status } = response;
  const report = readReport(attempt, response, body, clock);
  const isOver = fails(attempt, status, report);
  // The server lacks the feature, so nothing was started.
  const isNotOffered = isOver && status >= 500;
  const advice = isNotOffered ? notOfferedAdvice(report.summary) : statusAdvice(attempt, status, report);
  const parts = [
    outcomeOf(response, report),
    advice,
    status === 404 && baseUrlAdvice(attempt.request.url),
    report.retryAfterMs !== undefined && `It asks to wait ${report.retryAfterMs / 1000} s.`,
    describeRedirect(attempt, response),
  ];
  const { summary, ...fields } = report;
  return createError(kindOf(status).error, attempt, parts.filter(Boolean).join(' '), {
    ...fields,
    retryable: !isOver && mayPass(status, body.kind),
    mayHaveStarted: !isNotOffered && mayHaveStarted(status),
  });
}

/** What the server said in an error, without the secrets of the request. */
interface ServerReport {
  /** The whole message of the server. */
  readonly serverMessage: string | undefined;
  /** The message on one line, shortened if it is long. */
  readonly summary: string;
  readonly code: string | undefined;
  readonly details: unknown;
  /** Returns undefined if it names none. */
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterMs: number | undefined;
}

/** The fields of an error that have a place of their own. What else the server sends are the details. */
const REPORT_FIELDS = ['success', 'error', 'message', 'code', 'details'];

function readReport(attempt: Attempt, response: Response, { kind, value }: Body, clock: Clock): ServerReport {
  const fields: Record<string, unknown> = redactOf(attempt)({ ...value });
  const message = fields.error ?? fields.message;
  const others = Object.entries(fields).filter(([name]) => !REPORT_FIELDS.includes(name));
  const details = fields.details ?? (others.length ? Object.fromEntries(others) : undefined);
  const issues = issuesIn(details).flatMap(reasonsOf);
  return {
    serverMessage: message === undefined ? undefined : textOf(message),
    summary: kind === 'html' ? 'a web page' : sentence(message),
    code: typeof fields.code === 'string' ? fields.code : undefined,
    details,
    issues: issues.length > 0 ? issues : undefined,
    retryAfterMs: serverWait(response.headers, fields, () => clock.now()),
  };
}

/** Whether the same call would fail again, although its status is one that passes. */
function fails(attempt: Attempt, status: number, { code, summary, details }: ServerReport): boolean {
  if (Object(details).state === 'processing_continues') return false;
  return isFinal(status, code, summary, attempt.call.serverTimeoutMs);
}

/** The status, the code and the message of the server, and the places of its issues. */
function outcomeOf({ ok, status }: Response, { code, summary, issues = [] }: ServerReport): string {
  const outcome = ok ? 'was answered with success: false' : `failed with ${status}`;
  // The server's message may repeat that of an issue, and then only its place is missing. Or it says no more than the status.
  const others = issues.filter((issue) => !summary.includes(sentence(issue.message)));
  const places =
    sentence(summarize(others)) ||
    placesOf(issues)
      .filter((place) => !summary.includes(place))
      .join(', ');
  const reason = places && summary === 'Bad Request' ? '' : summary;
  const label = [outcome, code].filter(Boolean).join(' ');
  return `${[label, reason, places].filter(Boolean).join(': ')}.`;
}

/**
 * The advice for a status. There is none if the message needs no addition, or if the server gives a reason of its own.
 */
function statusAdvice(attempt: Attempt, status: number, { code, summary, details, issues }: ServerReport): string {
  const { error, advice } = kindOf(status);
  const showsEveryIssue = issues && issues.length <= MAX_SHOWN_ISSUES;
  if (error === BadRequestError && (!details || showsEveryIssue)) return '';
  if (error === NotFoundError && code) return '';
  return adviceFor(status, advice, new Headers(attempt.sentHeaders).get('authorization'), summary);
}

/** Whether the same call may succeed later; undefined when something in between answered in place of the API. */
function mayPass(status: number, kind: Body['kind']): boolean | undefined {
  return isRetryable(status) || (kind === 'html' || kind === 'unreadable' ? undefined : false);
}

function describeRedirect(attempt: Attempt, response: Response): string | undefined {
  const target = redirectTarget(response, attempt.request.url);
  if (!target && response.type !== 'opaqueredirect') return undefined;
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  return `It redirects${where}: only a GET to the origin of baseUrl is followed, and ${MAX_REDIRECTS} times at most.`;
}

/** The fields of an error, and whether the server may have started its work. */
interface Failure extends ErrorFields {
  /** Default: true. */
  readonly mayHaveStarted?: boolean;
}

/** Creates an error, and takes secrets out of its message and headers. The other fields must have none. */
function createError(
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
