import { KEYLESS_TEAM, OPEN_TEAM, teamNameOf } from '../accounts/teams.js';
import type { Clock } from '../clock.js';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { digestOf, isSameSecret } from '../secret.js';

export interface AuthOptions {
  /** One team for each key. Without keys, every caller has full access and belongs to the same team. */
  readonly apiKeys: readonly string[];
  /** The key for `/_local`. When there are API keys but no admin key, `/_local` is closed. */
  readonly adminKey: string | undefined;
  /** Calls without a key per day, when there are API keys; 0 refuses them. */
  readonly keylessCalls: number;
  readonly clock: Clock;
}

/** Resolves to the team of the caller; throws a refusal when the call is not allowed. */
export type Authorize = (operation: Operation, request: Request) => string | Promise<string>;

/** Decides who may call what. */
export interface Auth {
  /** Returns the team of the caller; throws a refusal when the call is not allowed. */
  authorize(operation: Operation, request: Request): string;
  /** Throws unless the caller is the admin of this server. */
  authorizeAdmin(request: Request): void;
  /** Throws unless the caller is a team or the admin of this server. */
  authorizeReader(request: Request): void;
  /** The team of the caller; undefined when the server does not know the key. */
  teamOf(request: Request): string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;

/** This header is sent with every 401. */
const CHALLENGE = { 'www-authenticate': 'Bearer' };

export function createAuth(dependencies: AuthOptions): Auth {
  return new KeyAuth(dependencies);
}

class KeyAuth implements Auth {
  readonly #keylessCalls: number;
  readonly #isPublic: boolean;
  readonly #teams: readonly { readonly digest: Buffer; readonly name: string }[];
  readonly #admin: Buffer | undefined;
  readonly #countCall: () => void;

  constructor({ apiKeys, adminKey, keylessCalls, clock }: AuthOptions) {
    this.#keylessCalls = keylessCalls;
    this.#isPublic = apiKeys.length === 0;
    this.#teams = apiKeys.map((key) => ({ digest: digestOf(key), name: teamNameOf(key) }));
    this.#admin = adminKey === undefined ? undefined : digestOf(adminKey);
    this.#countCall = createDailyLimit(keylessCalls, clock);
  }

  authorize(operation: Operation, request: Request): string {
    if (this.#isPublic) return OPEN_TEAM;
    const credentials = credentialsOf(request);
    if (credentials) {
      const team = this.#teamOfToken(credentials.token);
      if (team === undefined) throw invalidToken(credentials);
      return team;
    }
    // The route itself checks the reference.
    if (operation.signed) return KEYLESS_TEAM;
    if (!operation.keyless || this.#keylessCalls === 0) throw unauthorized('Unauthorized');
    this.#countCall();
    return KEYLESS_TEAM;
  }

  authorizeAdmin(request: Request): void {
    if (!this.#admin) {
      if (this.#isPublic) return;
      throw new Refusal(403, {
        error:
          'What stands at /_local concerns all teams, and this server has no admin key: start it with --admin-key, or the option `adminKey`.',
      });
    }
    const credentials = credentialsOf(request);
    const { token } = credentials ?? {};
    if (this.#isAdmin(token)) return;
    const requirement = 'What stands at /_local is for the admin key of this server (`adminKey`)';
    if (!credentials) throw unauthorized(`Unauthorized: ${requirement}.`);
    if (this.#teamOfToken(token) === undefined) throw invalidToken(credentials);
    throw new Refusal(403, { error: `${requirement}, not for the keys of teams.` });
  }

  authorizeReader(request: Request): void {
    if (this.#isPublic) return;
    const credentials = credentialsOf(request);
    if (!credentials) throw unauthorized('Unauthorized');
    const { token } = credentials;
    if (!this.#isAdmin(token) && this.#teamOfToken(token) === undefined) throw invalidToken(credentials);
  }

  teamOf(request: Request): string | undefined {
    if (this.#isPublic) return OPEN_TEAM;
    const credentials = credentialsOf(request);
    return credentials ? this.#teamOfToken(credentials.token) : KEYLESS_TEAM;
  }

  #teamOfToken(token: string | undefined): string | undefined {
    if (!token) return undefined;
    const digest = digestOf(token);
    return this.#teams.find((team) => isSameSecret(team.digest, digest))?.name;
  }

  #isAdmin(token: string | undefined): boolean {
    return !!token && !!this.#admin && isSameSecret(this.#admin, digestOf(token));
  }
}

/** The `Authorization` header of a request. The token is undefined when the scheme is not `Bearer`. */
interface Credentials {
  readonly token: string | undefined;
}

function credentialsOf(request: Request): Credentials | undefined {
  const header = request.headers.get('authorization');
  if (header === null) return undefined;
  const [scheme = '', token = ''] = header.trim().split(/\s+/);
  return { token: /^bearer$/i.test(scheme) ? token : undefined };
}

function invalidToken({ token }: Credentials): Refusal {
  return unauthorized(`Unauthorized: ${token === '' ? 'Token missing' : 'Invalid token'}`);
}

function unauthorized(error: string): Refusal {
  return new Refusal(401, { error }, CHALLENGE);
}

/** Limits the calls per day. A day begins with its first call. */
function createDailyLimit(limit: number, clock: Clock): () => void {
  let callCount = 0;
  let endsAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (now >= endsAt) {
      callCount = 0;
      endsAt = now + DAY_MS;
    }
    callCount += 1;
    if (callCount <= limit) return;
    const seconds = Math.ceil((endsAt - now) / 1000);
    throw new Refusal(
      429,
      {
        error: `The ${limit} calls a day that this server answers without a key are used up. Send an API key, or try again in ${seconds} seconds.`,
        reason: 'requests',
        retry_after_seconds: seconds,
      },
      CHALLENGE,
    );
  };
}
