import { type Issue, MAX_SHOWN_ISSUES } from './issues.js';

const ADVICE: Readonly<Record<number, string>> = {
  400: 'See details.',
  401: 'Check apiKey (TRAWL_API_KEY).',
  402: 'The account needs more credits.',
  403: 'This key may not do that.',
  404: 'Check the id.',
  408: 'Allow it more time: see timeout.',
  409: 'See what is there or running already.',
  410: 'Start a new one.',
  413: 'Send less at a time.',
  422: 'See details.',
  429: 'Send fewer requests at a time.',
};

/** Matches a message that says the server lacks a feature. */
const NOT_OFFERED = /not[ _](available on|configured|enabled|implemented|supported)|cannot be .* on this server/i;

/** Matches the message of a 503 that says the deployment lacks something. */
const DEPLOYMENT_LACKS =
  /(is|are) (disabled|missing|not (installed|set))|must be (configured|enabled|installed|set)|on this (deployment|instance)|self-hosted/i;

/** Matches the message of a 503 that is no more than a code, of a part of the deployment and not of the whole service. */
const PART_LACKS = /^(?!serv)[a-z]+(?:_[a-z]+)*_unavailable$/;

/** Matches a message that says the feature is missing on this server. */
const NAMES_ITSELF = /(this|the) (server|deployment|instance)/i;

/** Matches a message that says the call may succeed later. */
const PASSING = /temporar|try again|retry|later/i;

/** Matches a message that says the key is the reason. */
const ABOUT_KEY = /key|token|credential|unauthori[sz]ed|authenticat|log(ged)? ?in|sign(ed)? ?in/i;

/** A host or a URL, whose name says nothing about the refusal. */
const PLACE = /\S+[./]\S+/g;

/** Matches a message that only says that the path is unknown. */
const UNKNOWN_PATH = /^(cannot [A-Z]+ \S+|a web page)$/i;

/** Matches a message that says which call the server lacks. */
const MISSING_CALL = /^cannot [A-Z]+ \/|does not offer|version \d of the API/i;

/** Matches a message that only repeats the status, so that an unknown id and an unknown path look alike. */
const ONLY_STATUS = /^(not found)?$/i;

/** Whether the same call would fail again, although its status is one that passes. */
export function isFinal(
  status: number,
  code: string | undefined,
  message: string,
  allowedMs: number | undefined,
): boolean {
  // The page is slower than the request allows, and the next time it would be, too.
  if (status === 408) return allowedMs !== undefined || /_TIMEOUT$/.test(code ?? '');
  return status === 501 || (status >= 500 && lacksFeature(status, code, message));
}

function lacksFeature(status: number, code: string | undefined, message: string): boolean {
  const said = `${code} ${message}`;
  if (NOT_OFFERED.test(said)) return true;
  const isLacking = DEPLOYMENT_LACKS.test(said) || PART_LACKS.test(message);
  return status === 503 && isLacking && !PASSING.test(said);
}

/** Advice after the message of a server that lacks a feature, unless the message says that already. */
export const notOfferedAdvice = (message: string): string =>
  NAMES_ITSELF.test(message) ? '' : 'This server does not offer it.';

/** The key that was sent. */
interface SentKey {
  readonly isSent: boolean;
  readonly isPlaceholder: boolean;
}

/** What the server said. */
interface Answer {
  /** The message on one line. */
  readonly summary: string;
  readonly code: string | undefined;
  readonly details: unknown;
  readonly issues: readonly Issue[] | undefined;
}

/** The advice for a status. There is none if the message needs no addition, or if the server gives a reason of its own. */
export function adviceFor(status: number, key: SentKey, { summary: message, code, details, issues }: Answer): string {
  const showsEveryIssue = issues && issues.length <= MAX_SHOWN_ISSUES;
  if ((status === 400 || status === 422) && (!details || showsEveryIssue)) return '';
  if (status === 404 && code) return '';
  const usual = ADVICE[status] ?? (status >= 500 ? 'Try again later.' : '');
  if (status === 404) return notFoundAdvice(usual, message);
  if (status !== 401 && status !== 403) return usual;
  // Pages and features are refused with 403 as well, and no key would change that.
  if (status === 403 && message && !ABOUT_KEY.test(message.replace(PLACE, ''))) return '';
  if (!key.isSent) return 'No apiKey was sent: set it, or TRAWL_API_KEY.';
  return status === 401 && key.isPlaceholder ? 'apiKey is a placeholder: set your own key.' : usual;
}

function notFoundAdvice(usual: string, message: string): string {
  if (UNKNOWN_PATH.test(message)) return 'This server has no such call: check that baseUrl is the API.';
  if (MISSING_CALL.test(message)) return '';
  return ONLY_STATUS.test(message) ? 'Check the id, and that baseUrl is the API.' : usual;
}
