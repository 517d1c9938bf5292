import { isError } from './is-error.js';

/** A shorter value is no secret: redacting it would break ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** The maximum depth of a chain of causes. */
const MAX_CAUSE_DEPTH = 5;

/** Returns a copy without the secrets: of text, and of text anywhere in plain JSON, keys included. */
export type Redact = <T>(value: T) => T;

export function createRedact(secrets: readonly string[]): Redact {
  const spellings = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string')
      return spellings.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value);
    if (Array.isArray(value)) return value.map(redact);
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(redact) as [string, unknown][]);
  };
  return redact as Redact;
}

/**
 * An error that is safe as a `cause`: the error itself if all of its fields are plain values without a secret, otherwise
 * a copy of its message and code. Errors of other `fetch` implementations often carry the whole request.
 */
export function redactCause(error: unknown, redact: Redact, depth = 0): unknown {
  if (!isError(error)) return typeof error === 'string' ? redact(error) : undefined;
  const { message, code, cause } = error as Error & { code?: unknown };
  const safeCause = cause && depth < MAX_CAUSE_DEPTH ? redactCause(cause, redact, depth + 1) : undefined;
  const isSafe = Object.getOwnPropertyNames(error).every((name) => {
    const value: unknown = Reflect.get(error, name);
    return name === 'cause' ? value === safeCause : typeof value !== 'object' && redact(value) === value;
  });
  if (isSafe) return error;
  const copy = new Error(redact(message), { cause: safeCause });
  return typeof code === 'string' ? Object.assign(copy, { code: redact(code) }) : copy;
}

const SECRET_HEADER = /auth|cookie|credential|key|pass[cpw]|pwd|secret|session|signature|token/i;

/** A part of a header may be a word such as `dark`. A shorter part alone is no secret. */
const MIN_PART_LENGTH = 8;

/** The secret values of headers: whole, without their scheme, and part by part. */
export function findSecrets(headers: Iterable<readonly [name: string, value: unknown]>): string[] {
  return [...headers]
    .filter(([name]) => SECRET_HEADER.test(name))
    .flatMap((header) => {
      const value = String(header[1]);
      const pairs = value.split(/[;,]\s*/);
      const parts = pairs.map((pair) => pair.replace(/^[^=]*="?|"$/g, ''));
      return [value.replace(/^\w+ (?=\S+$)/, ''), ...pairs, ...parts.filter(({ length }) => length >= MIN_PART_LENGTH)];
    });
}

/** The headers in the body of a request, which the server sends to pages or to a webhook. */
export function findHeaders(body: unknown): [name: string, value: unknown][] {
  // A form, by its members: one of a library or of a test's sandbox has another class.
  if ('getAll' in Object(body)) return [...(body as FormData).values()].flatMap(findHeaders);
  if (typeof body !== 'string') return [];
  const headers: [string, unknown][] = [];
  JSON.parse(body, (key, value) => {
    if (key === 'headers') headers.push(...Object.entries(Object(value)));
    return value;
  });
  return headers;
}
