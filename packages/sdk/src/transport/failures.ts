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
import { type Issue, MOST_TOLD, told } from '../errors/issues.js';
import { createRedact, headersIn, type Redact, redactCause, secretsOf } from '../errors/redact.js';
import { sentence } from '../errors/sentence.js';
import { kindOf } from '../errors/status-errors.js';
import type { ErrorFacts, TrawlError } from '../errors/trawl-error.js';
import type { Body } from './body.js';
import type { Call, Within } from './call.js';
import type { Deadline } from './deadline.js';
import type { Limits } from './limits.js';
import { neverConnected } from './network.js';
import { MOST_REDIRECTS, redirectTarget } from './redirect.js';
import { isRetryable, mayHaveStarted } from './retry.js';
import { serverWait } from './wait.js';

/** An attempt, and what is known of it when it fails. */
export interface Scene {
  readonly draft: PreparedRequest;
  readonly call: Call;
  readonly limits: Limits;
  /** How many there have been, this one included. */
  readonly attempts: number;
  /** Whether an attempt before this one may have been carried out. */
  readonly mayBeDone?: boolean;
  readonly within: Within;
  /** The errors of this call. A middleware may throw those of another one, which are not for us to repeat. */
  readonly raised: TrawlError[];
  /** Headers as they were sent; undefined as long as nothing was. */
  sent?: RequestInit['headers'];
  response?: Response;
}

/** The same before there is an attempt, or when it is over. */
type Occasion = Pick<Scene, 'call' | 'limits'> & Partial<Scene>;

/** The deadline of an attempt or a call, with the errors that it ends with. */
export function deadlineOf(
  scene: Occasion,
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
      const what = `had no complete answer within ${scene.limits[limit]} ms (${limit}).`;
      return failure(TimeoutError, scene, what, { retryable: true });
    },
    aborted: (cause) => failure(AbortedError, scene, 'was aborted by its signal.', { cause }),
  };
}

/** Aborted in the wait that followed a failed attempt: what that one knew is still worth knowing. */
export function abortedBetween(failed: TrawlError, { cause }: TrawlError): TrawlError {
  const facts = { ...failed, headers: failed.headers, retryable: undefined, cause };
  return new AbortedError(
    `${failed.operation} was aborted by its signal before the next try: ${failed.message}`,
    facts,
  );
}

export function disconnected(scene: Scene, error: unknown): TrawlError {
  const cause = redactCause(error, redactOf(scene));
  // `fetch failed` says nothing; the reason is one level below.
  const { cause: inner, message } = Object(cause) as { cause?: { message?: string; code?: string }; message?: string };
  const why = inner?.message || inner?.code || message || cause;
  const isRefused = !scene.response && neverConnected(error);
  const what = `${isRefused ? 'could not reach' : 'lost its connection to'} ${new URL(scene.draft.url).origin}: ${sentence(String(why))}.`;
  return failure(ConnectionError, scene, what, { cause, retryable: true }, !isRefused);
}

const UNREADABLE: Readonly<Partial<Record<Body['kind'] | 'nothing', string>>> = {
  nothing: 'no Response, or one that was read before: check what `fetch` and middleware return',
  html: 'a web page: check that baseUrl is the API',
  empty: 'nothing',
  long: 'more bytes than maxResponseBytes: raise it, or ask for less',
  deep: 'JSON nested too deeply',
  unreadable: 'no JSON, or a part of it',
};

export function unreadable(scene: Scene, kind: keyof typeof UNREADABLE): TrawlError {
  const what = `was answered with ${UNREADABLE[kind]}.`;
  // These are accidents on the way; the others will be the same again.
  return failure(ResponseFormatError, scene, what, { retryable: kind === 'empty' || kind === 'unreadable' });
}

/** The server said no: by its status, by `success: false`, or by sending us elsewhere. */
export function refused(scene: Scene, response: Response, { kind, value }: Body, now: number): TrawlError {
  const { status, ok, headers } = response;
  const said: Record<string, unknown> = redactOf(scene)({ ...value });
  const { success: _, error, message, code, details: places, ...rest } = said;
  const retryAfterMs = serverWait(headers, said, now);
  const [Kind, advice] = kindOf(status);
  const words = kind === 'html' ? 'a web page' : sentence(error ?? message);
  const own = typeof code === 'string' ? code : undefined;
  const details = places ?? (Object.keys(rest).length ? rest : undefined);
  const issues = issuesIn(details);
  // The server's sentence may be that of its only issue.
  const where = sentence(told(issues.filter((issue) => !words.includes(sentence(issue.message)))));
  // Nothing to look up where all of it is told, and nothing to check of what the server knows better.
  const isClear =
    Kind === BadRequestError ? !details || (issues[0] && !issues[MOST_TOLD]) : own && Kind === NotFoundError;
  const what = [
    ok ? 'was answered with success: false' : `failed with ${status}`,
    own && ` ${own}`,
    words && `: ${words}`,
    where && `: ${where}`,
    '.',
    !isClear && advice && ` ${advice}`,
    retryAfterMs !== undefined && ` It asks to wait ${retryAfterMs / 1000} s.`,
    redirection(scene, response),
  ];
  const facts: ErrorFacts = { code: own, details, retryAfterMs, retryable: isRetryable(status) };
  return failure(Kind, scene, what.filter(Boolean).join(''), facts, mayHaveStarted(status));
}

/** What is wrong with a request, place by place, if the server says it in the usual form. */
function issuesIn(details: unknown): Issue[] {
  return Array.isArray(details) ? details.filter((issue) => typeof issue?.message === 'string') : [];
}

function redirection(scene: Scene, response: Response): string | false {
  const target = redirectTarget(response, scene.draft.url);
  if (!target && response.type !== 'opaqueredirect') return false;
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  return ` It redirects${where}: only a GET to the origin of baseUrl is followed, and ${MOST_REDIRECTS} times at most.`;
}

/** The facts come without secrets; what is said and what the headers say is cleared of them here. */
function failure(
  Kind: new (message: string, facts: ErrorFacts) => TrawlError,
  scene: Occasion,
  what: string,
  facts: ErrorFacts,
  mayHaveStarted = true,
): TrawlError {
  const { call, sent, response, raised, attempts } = scene;
  const redact = redactOf(scene);
  const headers = new Headers(redact([...(response?.headers ?? [])].filter(([name]) => name !== 'set-cookie')));
  const possiblyStarted = mayHaveStarted && sent && !call.repeatSafe;
  const warning = possiblyStarted ? ' It may have been carried out: look before you repeat it.' : '';
  const error = new Kind(redact(`${call.operation} ${what}${warning}`), {
    operation: call.operation,
    attempts,
    possiblyStarted: possiblyStarted || undefined,
    ...(response && { status: response.status, headers, requestId: headers.get('x-request-id') ?? undefined }),
    ...facts,
  });
  raised?.push(error);
  return error;
}

export function redactOf({ sent, draft }: Partial<Scene>): Redact {
  return createRedact(secretsOf([...new Headers(sent ?? draft?.headers), ...headersIn(draft?.body)]));
}
