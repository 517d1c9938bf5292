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

/** How long the server asks to wait, in milliseconds. Returns undefined if it does not tell. */
export function serverWait(headers: Headers, body: ErrorBody, now: number): number | undefined {
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
function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  // The server's own time: its clock may be an hour ahead.
  const sentAt = Date.parse(headers.get('date') ?? '') || now;
  return waitOf(header) ?? waitOf((Date.parse(header) - sentAt) / 1000);
}

/** The number in a value of the server, which may be anything. A wait cannot be negative. */
function waitOf(value: unknown): number | undefined {
  const number = Number.parseFloat(textOf(value));
  return number >= 0 ? number : undefined;
}
