import { documentedStatus, isDocumented } from '../contract/error-codes.js';
import type { OperationName } from '../contract/operation.js';
import type { OwnCode, Refusal, RefusalFacts } from '../contract/refusal.js';

/** The body of an error, without `success: false`. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: string;
  readonly details?: unknown;
  readonly [field: string]: unknown;
}

/** A failure as HTTP says it. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** The part of the sentence that others have written, for the log. */
  readonly foreign?: string | undefined;
}

interface Row {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The allowance of the caller that is used up. */
  readonly reason?: 'requests';
}

/** Asks a caller for a key. */
const CHALLENGE = { 'www-authenticate': 'Bearer' };

/** What has no code in the contract. The contract states the statuses of the codes that it has. */
const ROWS: { readonly [Code in OwnCode]: Row } = {
  invalid: { status: 400 },
  unauthenticated: { status: 401, headers: CHALLENGE },
  too_few_credits: { status: 402 },
  forbidden: { status: 403 },
  not_found: { status: 404 },
  timed_out: { status: 408 },
  conflict: { status: 409 },
  gone: { status: 410 },
  too_large: { status: 413 },
  too_many: { status: 429 },
  too_many_calls: { status: 429, reason: 'requests' },
  // A key would help, as it would with a 401.
  too_many_keyless_calls: { status: 429, reason: 'requests', headers: CHALLENGE },
  not_offered: { status: 501 },
  upstream_failed: { status: 502 },
  unavailable: { status: 503 },
  deprecated_unavailable: { status: 503, headers: { deprecation: 'true' } },
};

/** Says in HTTP what happened. */
export function answerTo({ code, message, facts }: Refusal, operation?: OperationName): ErrorAnswer {
  const { retryAfterSeconds, foreign, ...fields } = facts;
  const { status, headers = {}, reason } = rowOf(code);
  return {
    status,
    headers: { ...headers, ...(hasRetryAfter(code, facts) && { 'retry-after': String(retryAfterSeconds) }) },
    foreign,
    body: {
      error: message,
      ...(isBare(code, operation) && { success: undefined }),
      ...(isDocumented(code) && { code }),
      ...fields,
      ...(reason && { reason, retry_after_seconds: retryAfterSeconds }),
    },
  };
}

const CANCELS: readonly (OperationName | undefined)[] = ['cancelCrawl', 'cancelBatchScrape'];

/** Servers of this API answer a cancel that fails without the field `success`. */
function isBare(code: Refusal['code'], operation: OperationName | undefined): boolean {
  return CANCELS.includes(operation) && (code === 'not_found' || code === 'conflict');
}

/** The status with which HTTP answers it. */
export function statusOf({ code }: Refusal): number {
  return rowOf(code).status;
}

function rowOf(code: Refusal['code']): Row {
  return isDocumented(code) ? { status: documentedStatus(code) } : ROWS[code];
}

/** Callers without a key are asked for one rather than for patience. */
function hasRetryAfter(code: Refusal['code'], { retryAfterSeconds }: RefusalFacts): boolean {
  return retryAfterSeconds !== undefined && code !== 'too_many_keyless_calls';
}
