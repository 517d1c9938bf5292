import { printableLine } from '@trawl/base/printable';
import type { Issue, TrawlError } from '@trawl/sdk';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import type { FlagNames } from '../flags/flag-names.js';

/** What a person can do about an error, by the name of its class. */
const ADVICE: Readonly<Record<string, string>> = {
  AuthenticationError: 'Sign in with `trawl login`, set TRAWL_API_KEY, or give --api-key-file or --ask-api-key.',
  PaymentRequiredError: 'The account needs more credits.',
  RateLimitError: 'Send fewer requests at a time.',
  TimeoutError: 'Try again later.',
  ServerError: 'Try again later.',
};

/** Sentences for errors whose message names an option of the SDK, which the command line does not have. */
const SENTENCES: Readonly<Record<string, string>> = {
  TimeoutError: 'The service has not sent a complete answer in time. Try again later.',
  JobTimeoutError: 'The job has not ended in time. It goes on at the service.',
};

/** An error in the words of the command line: what happened, and what to do. */
export interface Explanation {
  readonly message: string;
  /** What a person can type next, as a line of its own. */
  readonly nextStep?: string | undefined;
  readonly status: number;
  /** Whether the error is one of the program itself, with a stack. */
  readonly isFault?: boolean;
}

/**
 * Explains an error to a person at the command line. Fields of the request are called by their flags.
 *
 * @param names - The flags of the command.
 */
export function explain(error: unknown, names: FlagNames): Explanation {
  const status = exitStatusOf(error);
  if (error instanceof ExplainedError) return { status, message: error.reason, nextStep: error.nextStep };
  if (status === EXIT.interrupted) return { status, message: 'Interrupted.' };
  const failure = error as TrawlError;
  if (failure.status !== undefined && failure.operation !== undefined)
    return { status, message: answerOf(failure, names) };
  if (failure.name === 'ConfigurationError') return { status, message: refusalOf(failure, names) };
  if (status === EXIT.unreachable) return { status, message: unreachable(failure) };
  if (failure.operation !== undefined || failure.jobId !== undefined || status !== EXIT.failed)
    return { status, message: sdkMessage(failure) };
  return { status, message: failure.stack ?? String(error), isFault: true };
}

/** What the SDK refused before anything was sent. */
function refusalOf({ issues = [], message }: TrawlError, names: FlagNames): string {
  const [issue] = issues;
  return printableLine(issue ? `${names.of(issue.path)} ${issue.message}` : message);
}

/** What the service answered instead of a result. */
function answerOf(error: TrawlError, names: FlagNames): string {
  const { status, code, serverMessage, headers, issues = [] } = error;
  const message = serverMessage ?? (isWebPage(headers) ? 'a web page. Check that --base-url is the API.' : '');
  // The message of the service often is that of its only issue, or says no more than the status.
  const isRepeated =
    issues.length > 0 && (message === 'Bad Request' || issues.some((issue) => message.includes(issue.message)));
  const outcome = ['The service answered with', status, code].filter(Boolean).join(' ');
  const reasons = [isRepeated ? '' : message, ...issues.map((issue) => issueText(issue, names))].filter(Boolean);
  const sentence = reasons.length > 0 ? `${outcome}: ${reasons.map(withFullStop).join(' ')}` : `${outcome}.`;
  return printableLine([sentence, adviceFor(error, names)].filter(Boolean).join(' '));
}

/** What the service says of a field, after the flag of the field. Its message may begin with the path. */
function issueText({ path, message }: Issue, names: FlagNames): string {
  const name = names.of(path);
  if (!name) return message;
  const place = `${[path ?? []].flat().join('.')} `;
  return message.startsWith(place) ? `${name} ${message.slice(place.length)}` : `${name}: ${message}`;
}

function adviceFor(error: TrawlError, names: FlagNames): string {
  const { status = 0, retryable, retryAfterMs, possiblyStarted, serverMessage = '' } = error;
  const isLacking = status >= 500 && retryable === false;
  return [
    isLacking ? notOfferedAdvice(serverMessage) : usualAdvice(error, names),
    retryAfterMs !== undefined && `It asks to wait ${retryAfterMs / 1000} s.`,
    possiblyStarted && 'It may have been carried out: look before you repeat it.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Matches a message that says the feature is missing on this server. */
const NAMES_ITSELF = /(this|the) (server|deployment|instance)/i;

const notOfferedAdvice = (message: string): string =>
  NAMES_ITSELF.test(message) ? '' : 'This server does not offer it.';

function usualAdvice(error: TrawlError, names: FlagNames): string | undefined {
  if (error.name === 'RequestTimeoutError') return timeAdvice(names);
  return error.name === 'NotFoundError' ? notFoundAdvice(error) : ADVICE[error.name];
}

/** The advice that the SDK gives where the URL of the request shows what is wrong with the base URL. */
const ABOUT_BASE_URL = /Leave \/v2 out of baseUrl[^.]*\./;

function notFoundAdvice({ code, serverMessage, headers, message }: TrawlError): string | undefined {
  const [baseUrlAdvice] = ABOUT_BASE_URL.exec(message) ?? [];
  if (baseUrlAdvice) return baseUrlAdvice.replace('baseUrl', '--base-url');
  // With a code, the service knows better what is not there. Of a web page, the message says it already.
  if (code || isWebPage(headers)) return undefined;
  if (serverMessage === undefined || /^(cannot [A-Z]+ \S+|not found)\.?$/i.test(serverMessage))
    return 'Check what you named, and that --base-url is the API.';
  return MISSING_CALL.test(serverMessage) ? undefined : 'Check what you named.';
}

/** Matches a message that says which call the server lacks. */
const MISSING_CALL = /^cannot [A-Z]+ \/|does not offer|version \d of the API/i;

const timeAdvice = (names: FlagNames): string => {
  const flag = names.of(['timeout']);
  return flag?.startsWith('--') ? `Allow it more time by ${flag}.` : 'Try again later.';
};

/** An error that the SDK makes itself: of a connection, a deadline, or a body that is not of the API. */
function sdkMessage({ name, message }: Error): string {
  return printableLine(SENTENCES[name] ?? message);
}

/** Advises to start the service if it should run on this machine. */
function unreachable(error: Error): string {
  const message = sdkMessage(error);
  const isLocal = LOOPBACK.some((host) => message.includes(host));
  return isLocal ? `${message} \`trawl local\` starts a service on this machine.` : message;
}

const LOOPBACK = ['//127.', '//localhost', '//[::1]'];

const isWebPage = (headers: Headers | undefined): boolean =>
  headers?.get('content-type')?.startsWith('text/html') === true;

const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
