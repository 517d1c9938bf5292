import { ExplainedError } from '../explained-error.js';

/** How long the service may take to answer one question. */
const TIMEOUT_MS = 10_000;

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The most that a service may make this program wait between two questions. */
const MAX_INTERVAL_MS = 60_000;

/** The service cannot be reached, or does not answer as one. The name decides the exit status. */
export class UnreachableService extends ExplainedError {
  override name = 'ConnectionError';
}

/** The service refuses the sign-in or the key. */
export class RefusedSignIn extends ExplainedError {
  override name = 'AuthenticationError';
}

/** What a person needs to confirm the sign-in. */
export interface Verification {
  readonly userCode: string;
  /** The page at which the code is entered. */
  readonly page: string;
  /** The same with the code in it. */
  readonly pageWithCode: string;
  readonly expiresInMs: number;
}

/** The key of a sign-in that was confirmed. */
export interface SignedIn {
  readonly key: string;
  readonly name: string | undefined;
  readonly team: string | undefined;
}

export interface SignInOptions {
  /** The address of the service, without a slash at its end. */
  readonly address: string;
  /** What the service calls this program and its machine. */
  readonly client: string;
  /** Shows the code to the person who confirms it. */
  readonly onCode: (verification: Verification) => unknown;
  readonly fetch?: typeof globalThis.fetch;
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** A clock in milliseconds that nobody sets: that of the machine may be wrong. */
  readonly now?: () => number;
}

/**
 * Gets a key by the device flow of RFC 8628: the service shows a code, a person confirms it there, and this program asks
 * until that is done.
 *
 * @throws UnreachableService when the service has no sign-in or cannot be reached.
 * @throws RefusedSignIn when the sign-in is refused or its code expires.
 */
export async function signIn({
  address,
  client,
  onCode,
  fetch = globalThis.fetch,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now = () => performance.now(),
}: SignInOptions): Promise<SignedIn> {
  const post = (path: string, form: Record<string, string>) =>
    ask(fetch, `${address}/_local/device/${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const started = await post('code', { client_id: client });
  if (!started) throw new UnreachableService(`${address} cannot be reached.`);
  const device = deviceIn(address, started);
  const endsAt = now() + device.expiresInMs;
  await onCode(device);
  let intervalMs = device.intervalMs;
  while (now() < endsAt) {
    await sleep(intervalMs);
    const answer = await post('token', {
      grant_type: DEVICE_GRANT,
      device_code: device.deviceCode,
      client_id: client,
    });
    // The connection may be back before the code expires.
    if (!answer) intervalMs = Math.min(2 * intervalMs, MAX_INTERVAL_MS);
    else if (answer.status === 200) return signedIn(address, answer.body);
    else if (answer.body.error === 'slow_down') intervalMs = Math.min(intervalMs + 5_000, MAX_INTERVAL_MS);
    else if (answer.body.error !== 'authorization_pending' && answer.status < 500 && answer.status !== 429) {
      throw refusalOf(String(answer.body.error));
    }
  }
  throw refusalOf('expired_token');
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks the service once; resolves to undefined when it cannot be reached. Redirects are not followed: a key is for one address. */
export async function ask(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await response.text();
    return { status: response.status, body: objectIn(text) };
  } catch {
    return undefined;
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function deviceIn(address: string, { status, body }: Answer) {
  const { device_code, user_code, verification_uri, verification_uri_complete = verification_uri } = body;
  const { expires_in, interval = 5 } = body;
  const hasCodes = [device_code, user_code, verification_uri].every((value) => typeof value === 'string');
  if (status !== 200 || !hasCodes || !isWebPage(verification_uri)) {
    // Other services answer unknown paths in their own ways.
    const said = typeof body.error === 'string' && [409, 429, 503].includes(status) ? ` It says: ${body.error}` : '';
    throw new UnreachableService(`${address} has no sign-in for programs.${said}`, {
      nextStep: said ? undefined : 'Create a key in its dashboard, and set TRAWL_API_KEY or give --api-key-file.',
    });
  }
  return {
    deviceCode: String(device_code),
    userCode: String(user_code),
    page: String(verification_uri),
    pageWithCode: isWebPage(verification_uri_complete) ? String(verification_uri_complete) : String(verification_uri),
    expiresInMs: 1000 * positive(expires_in, 600),
    intervalMs: Math.min(1000 * positive(interval, 5), MAX_INTERVAL_MS),
  };
}

function positive(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value > 0 ? value : otherwise;
}

function isWebPage(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\//.test(url);
}

function signedIn(address: string, { access_token: key, name, team }: Answer['body']): SignedIn {
  // Anything else could not be sent as a header.
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw new UnreachableService(`${address} has answered with no key.`);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { key, name: textOf(name), team: textOf(team) };
}

const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused.',
  expired_token: 'Nobody has confirmed the code in time. Run trawl login again.',
  invalid_grant: 'The service no longer knows this sign-in. Run trawl login again.',
};

function refusalOf(error: string): RefusedSignIn {
  return new RefusedSignIn(REFUSALS[error] ?? `The service refuses the sign-in (${error}).`);
}
