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

/** How long the server asks to wait, in milliseconds. Undefined when it does not say. */
export function serverWait(headers: Headers, body: ErrorBody, now: number): number | undefined {
  // A missing header becomes `null`, which is neither a number nor a date.
  const header = String(headers.get('retry-after'));
  // The server's own time: its clock may be an hour ahead.
  const sentAt = Date.parse(String(headers.get('date'))) || now;
  const seconds = [
    Number.parseFloat(String(headers.get('retry-after-ms'))) / 1000,
    header,
    (Date.parse(header) - sentAt) / 1000,
    body.retry_after_seconds,
    body.details?.retryAfterSeconds,
    /retry after ([\d.]+) ?s/i.exec(JSON.stringify([body.error, body.message]))?.[1],
  ]
    .map((value) => Number.parseFloat(textOf(value)))
    .find((value) => value >= 0);
  return seconds && Math.round(seconds * 1000);
}
