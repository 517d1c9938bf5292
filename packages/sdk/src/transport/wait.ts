import { isScalar } from '../errors/issues.js';

const BASE_MS = 500;
const CAP_MS = 8_000;

/** Full jitter: anywhere between nothing and a bound that doubles with each retry. `random` is from 0 up to 1. */
export function backoff(retries: number, random: number): number {
  return random * Math.min(CAP_MS, BASE_MS * 2 ** retries);
}

/** The places in an error's body where a wait has been seen. */
interface Said {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly retry_after_seconds?: unknown;
  readonly details?: { readonly retryAfterSeconds?: unknown } | null;
}

/** How long the server asks to wait, in milliseconds, wherever it says so; undefined when it does not. */
export function serverWait(headers: Headers, body: Said, now: number): number | undefined {
  // Where there is none: `null` is neither a number nor a date.
  const header = String(headers.get('retry-after'));
  // By its own clock: that of the server may be an hour ahead.
  const saidAt = Date.parse(String(headers.get('date'))) || now;
  const seconds = [
    Number.parseFloat(String(headers.get('retry-after-ms'))) / 1000,
    header,
    (Date.parse(header) - saidAt) / 1000,
    body.retry_after_seconds,
    body.details?.retryAfterSeconds,
    /retry after ([\d.]+) ?s/i.exec(JSON.stringify([body.error, body.message]))?.[1],
  ]
    .filter(isScalar)
    .map((value) => Number.parseFloat(String(value)))
    .find((value) => value >= 0);
  return seconds && Math.round(seconds * 1000);
}
