import { textOf } from '../errors/sentence.js';

const BASE_MS = 500;
const CAP_MS = 8_000;

/** Full jitter: a random wait below a bound that doubles with each retry. `random` is from 0 up to 1. */
export function backoff(retries: number, random: number): number {
  return random * Math.min(CAP_MS, BASE_MS * 2 ** retries);
}

/** The fields of an error's body that can say how long to wait. */
interface ErrorBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly retry_after_seconds?: unknown;
  readonly details?: { readonly retryAfterSeconds?: unknown } | null;
}

/** The words in which servers say it where neither a header nor a field does. */
const RETRY_AFTER_SENTENCE = /retry after ([\d.]+) ?s/i;

/**
 * How long the server asks to wait, in milliseconds. Returns undefined if it does not tell. `now` is only called for a date:
 * frameworks object to a call that asks for the time.
 */
export function serverWait(headers: Headers, body: ErrorBody, now: () => number): number | undefined {
  const milliseconds = waitOf(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return Math.round(milliseconds);
  const seconds =
    retryAfterSeconds(headers, now) ??
    waitOf(body.retry_after_seconds) ??
    waitOf(body.details?.retryAfterSeconds) ??
    waitOf(RETRY_AFTER_SENTENCE.exec(JSON.stringify([body.error, body.message]))?.[1]);
  return seconds && Math.round(seconds * 1000);
}

/** The seconds of `Retry-After`, which is a number of them or a date: RFC 9110, section 10.2.3. */
function retryAfterSeconds(headers: Headers, now: () => number): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  if (!HTTP_DATE.test(header)) return waitOf(header);
  // The server's own time: its clock may be an hour ahead.
  const sentAt = Date.parse(headers.get('date') ?? '') || now();
  // The oldest of the three forms does not say that it is in GMT.
  const at = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`);
  return at >= sentAt ? (at - sentAt) / 1000 : undefined;
}

/** The three forms of a date that RFC 9110 has, section 5.6.7. All begin with the day of the week. */
const HTTP_DATE =
  /^[A-Z][a-z]{2}(, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[a-z]{3,6}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT| [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

/** The number in a value of the server, which may be anything. Some send parts of a second, which the RFC does not know. */
function waitOf(value: unknown): number | undefined {
  const text = textOf(value);
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
