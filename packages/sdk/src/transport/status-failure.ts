import type { Clock } from '../async/clock.js';
import { BadRequestError } from '../errors/errors.js';
import type * as explanation from '../errors/explanation.js';
import type { Issue } from '../errors/issues.js';
import { sentence, textOf } from '../errors/sentence.js';
import { baseUrlAdvice, isPlaceholder } from '../errors/settings.js';
import { errorClassOf } from '../errors/status-errors.js';
import type { TrawlError } from '../errors/trawl-error.js';
import type { Body } from './body.js';
import { type Attempt, createError, redactOf } from './failures.js';
import { MAX_REDIRECTS, redirectTarget } from './redirect.js';
import { isRetryable, mayHaveStarted } from './retry.js';
import { serverWait } from './wait.js';

type Explanation = typeof explanation;

/** The error for a status that is no success, for `success: false`, and for a redirect that is not followed. */
export async function statusError(attempt: Attempt, response: Response, body: Body, clock: Clock): Promise<TrawlError> {
  const { status } = response;
  const ErrorClass = errorClassOf(status);
  const explain = await import('../errors/explanation.js');
  const report = readReport(explain, attempt, response, body, clock);
  const isOver = fails(explain, attempt, status, report);
  // The server lacks the feature, so nothing was started.
  const isNotOffered = isOver && status >= 500;
  const advice = isNotOffered
    ? explain.notOfferedAdvice(report.summary)
    : explain.adviceFor(status, keyOf(attempt), report);
  const parts = [
    explain.outcomeOf({ ok: response.ok, status, ...report, sentence }),
    advice,
    ...(ErrorClass === BadRequestError ? await hintsOf(attempt) : []),
    status === 404 && baseUrlAdvice(attempt.request.url),
    report.retryAfterMs !== undefined && `It asks to wait ${report.retryAfterMs / 1000} s.`,
    describeRedirect(attempt, response),
  ];
  const { summary, ...fields } = report;
  return createError(ErrorClass, attempt, parts.filter(Boolean).join(' '), {
    ...fields,
    retryable: !isOver && mayPass(status, body.kind),
    mayHaveStarted: !isNotOffered && mayHaveStarted(status),
  });
}

/** What was meant by fields that the operation does not have. */
async function hintsOf({ request: { body }, call }: Attempt): Promise<string[]> {
  if (typeof body !== 'string') return [];
  const { hintsFor } = await import('./hints.js');
  return hintsFor(call.operation, JSON.parse(body));
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

function readReport(
  { issuesIn, reasonsOf }: Explanation,
  attempt: Attempt,
  response: Response,
  { kind, value }: Body,
  clock: Clock,
): ServerReport {
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
function fails(
  { isFinal }: Explanation,
  attempt: Attempt,
  status: number,
  { code, summary, details }: ServerReport,
): boolean {
  if (Object(details).state === 'processing_continues') return false;
  return isFinal(status, code, summary, attempt.call.serverTimeoutMs);
}

/** The key that was sent. */
function keyOf({ sentHeaders }: Attempt): { readonly isSent: boolean; readonly isPlaceholder: boolean } {
  const authorization = new Headers(sentHeaders).get('authorization') ?? '';
  return { isSent: authorization !== '', isPlaceholder: isPlaceholder(authorization) };
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
