import { printableLine } from '@trawl/local/printable';
import type { Issue, TrawlError } from '@trawl/sdk';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import type { FlagNames } from '../flags/flag-names.js';

/** What a person can do about an error, by the name of its class. */
const ADVICE: Readonly<Record<string, string>> = {
  AuthenticationError: 'Set TRAWL_API_KEY, or give --api-key-file or --ask-api-key.',
  PaymentRequiredError: 'The account needs more credits.',
  NotFoundError: 'Check what you named, and that --base-url is the API.',
  RateLimitError: 'Send fewer requests at a time.',
  TimeoutError: 'Try again later.',
  ServerError: 'Try again later.',
};

/** The words of the SDK for its own options, and what a person on the command line needs instead. */
const SDK_WORDS: Readonly<Record<string, string>> = {
  ' (timeoutMs)': '',
  ' (totalTimeoutMs)': '',
  'check that baseUrl is the API': 'check that --base-url is the API',
  'Leave /v2 out of baseUrl': 'Leave /v2 out of --base-url',
  'more bytes than maxResponseBytes: raise it, or ask for less': 'more than this command takes: ask for less',
  'but its totalTimeoutMs is up': 'but its time is up',
};

/** An error in the words of the command line: what happened, and what to do. */
export interface Explanation {
  readonly message: string;
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
  if (error instanceof ExplainedError) return { status, message: error.message };
  if (status === EXIT.interrupted) return { status, message: 'Interrupted.' };
  const known = error as TrawlError;
  if (known.status !== undefined && known.operation !== undefined) return { status, message: answerOf(known, names) };
  if (known.name === 'ConfigurationError') return { status, message: refusalOf(known, names) };
  if (status === EXIT.unreachable) return { status, message: unreachable(known) };
  if (known.operation !== undefined || known.jobId !== undefined || status !== EXIT.failed)
    return { status, message: inWordsOfTheCommandLine(known) };
  return { status, message: known.stack ?? String(error), isFault: true };
}

/** What the SDK refused before anything was sent. */
function refusalOf({ issues = [], message }: TrawlError, names: FlagNames): string {
  const [issue] = issues;
  return printableLine(issue ? `${names.of(issue.path)} ${issue.message}` : message);
}

/** What the service answered instead of a result. */
function answerOf(error: TrawlError, names: FlagNames): string {
  const { status, code, serverMessage, headers } = error;
  const said = serverMessage ?? (isWebPage(headers) ? 'a web page. Check that --base-url is the API.' : '');
  const findings = (error.issues ?? []).map((issue) => findingOf(issue, names));
  // The message of the service often is that of its only finding, or says no more than the status.
  const isRepeated =
    findings.length > 0 &&
    (said === 'Bad Request' || (error.issues ?? []).some(({ message }) => said.includes(message)));
  const head = `The service answered with ${status}${code ? ` ${code}` : ''}`;
  const sentences = [isRepeated || said === '' ? '' : said, ...findings].map(ended).filter(Boolean);
  const lines = [`${head}: ${sentences.join(' ')}`.replace(/: $/, '.'), adviceFor(error, names)].filter(Boolean);
  return printableLine(names.in(lines.join(' ')));
}

/** A finding of the service that begins with the flag. Its message may begin with the path of the field. */
function findingOf({ path, message }: Issue, names: FlagNames): string {
  const name = names.of(path);
  const place = `${[path ?? []].flat().join('.')} `;
  if (name && message.startsWith(place)) return `${name} ${names.in(message.slice(place.length))}`;
  const text = names.in(message);
  return name && !text.startsWith(name) ? `${name}: ${text}` : text;
}

function adviceFor(error: TrawlError, names: FlagNames): string {
  const { name, status = 0, code, retryable, retryAfterMs, possiblyStarted } = error;
  const isLacking = status >= 500 && retryable === false;
  return [
    isLacking ? 'This server does not offer it.' : usualAdvice(name, code, names),
    retryAfterMs !== undefined && `It asks to wait ${retryAfterMs / 1000} s.`,
    possiblyStarted && 'It may have been carried out: look before you repeat it.',
  ]
    .filter(Boolean)
    .join(' ');
}

function usualAdvice(name: string, code: string | undefined, names: FlagNames): string | undefined {
  if (name === 'RequestTimeoutError') return timeAdvice(names);
  // With a code, the service knows better what is not there.
  return name === 'NotFoundError' && code ? undefined : ADVICE[name];
}

const timeAdvice = (names: FlagNames): string => {
  const flag = names.of(['timeout']);
  return flag?.startsWith('--') ? `Allow it more time by ${flag}.` : 'Try again later.';
};

/** An error that the SDK makes itself: of a connection, a deadline, or a body that is not of the API. */
function inWordsOfTheCommandLine({ message }: Error): string {
  const words = Object.entries(SDK_WORDS);
  return printableLine(words.reduce((text, [word, replacement]) => text.replaceAll(word, replacement), message));
}

/** A service that is not there can be started, if it is one of this machine. */
function unreachable(error: Error): string {
  const message = inWordsOfTheCommandLine(error);
  const isLocal = LOOPBACK.some((host) => message.includes(host));
  return isLocal ? `${message} \`trawl local\` starts a service on this machine.` : message;
}

const LOOPBACK = ['//127.', '//localhost', '//[::1]'];

const isWebPage = (headers: Headers | undefined): boolean =>
  headers?.get('content-type')?.startsWith('text/html') === true;

const ended = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`);
