import type { Clock } from '../clock.js';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { digestOf, isSameSecret } from '../secret.js';
import { KEYLESS_TEAM, OPEN_TEAM, teamNameOf } from '../team/teams.js';

export interface AuthParts {
  /** One team for each key. Without keys everybody may do everything, as one team. */
  readonly apiKeys: readonly string[];
  /** The key to what concerns the server itself. Where there are keys and none of these, that is closed. */
  readonly adminKey: string | undefined;
  /** Keyless calls in a day, where there are keys; with 0 there are none at all. */
  readonly keylessCalls: number;
  readonly clock: Clock;
}

/** Who may ask for what. */
export interface Auth {
  /** Says whose call it is; throws the refusal of one that may not be made. */
  authorize(operation: Operation, request: Request): string;
  /** Throws unless the request comes from whoever runs this server. */
  authorizeAdmin(request: Request): void;
  /** Throws unless the request comes from a team or from whoever runs this server. */
  authorizeReader(request: Request): void;
  /** The team that a request comes from; undefined when its key is none of this server. */
  teamOf(request: Request): string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;

/** Sent with every refusal for want of a key. */
const CHALLENGE = { 'www-authenticate': 'Bearer' };

export function createAuth({ apiKeys, adminKey, keylessCalls, clock }: AuthParts): Auth {
  const isPublic = apiKeys.length === 0;
  const teams = apiKeys.map((key) => ({ digest: digestOf(key), name: teamNameOf(key) }));
  const admin = adminKey === undefined ? undefined : digestOf(adminKey);
  const countCall = createDailyLimit(keylessCalls, clock);

  function teamOfToken(token: string | undefined): string | undefined {
    if (!token) return undefined;
    const digest = digestOf(token);
    return teams.find((team) => isSameSecret(team.digest, digest))?.name;
  }

  const isAdmin = (token: string | undefined) => !!token && !!admin && isSameSecret(admin, digestOf(token));

  return {
    authorize(operation, request) {
      if (isPublic) return OPEN_TEAM;
      const credentials = credentialsOf(request);
      if (credentials) {
        const team = teamOfToken(credentials.token);
        if (team === undefined) throw invalidToken(credentials);
        return team;
      }
      // The reference itself is looked at by whoever gave it out.
      if (operation.signed) return KEYLESS_TEAM;
      if (!operation.keyless || keylessCalls === 0) throw unauthorized('Unauthorized');
      countCall();
      return KEYLESS_TEAM;
    },

    authorizeAdmin(request) {
      if (!admin) {
        if (isPublic) return;
        throw new Refusal(403, {
          error:
            'What stands at /_local concerns all teams, and this server has no admin key: start it with --admin-key, or the option `adminKey`.',
        });
      }
      const credentials = credentialsOf(request);
      const { token } = credentials ?? {};
      if (isAdmin(token)) return;
      const needed = 'What stands at /_local is for the admin key of this server (`adminKey`)';
      if (!credentials) throw unauthorized(`Unauthorized: ${needed}.`);
      if (teamOfToken(token) === undefined) throw invalidToken(credentials);
      throw new Refusal(403, { error: `${needed}, not for the keys of teams.` });
    },

    authorizeReader(request) {
      if (isPublic) return;
      const credentials = credentialsOf(request);
      if (!credentials) throw unauthorized('Unauthorized');
      const { token } = credentials;
      if (!isAdmin(token) && teamOfToken(token) === undefined) throw invalidToken(credentials);
    },

    teamOf(request) {
      if (isPublic) return OPEN_TEAM;
      const credentials = credentialsOf(request);
      return credentials ? teamOfToken(credentials.token) : KEYLESS_TEAM;
    },
  };
}

/** What a request brings to be let in by; without a token when its scheme is not that of keys. */
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

/** Counts calls; a day begins with the first of them. */
function createDailyLimit(most: number, clock: Clock): () => void {
  let used = 0;
  let endsAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (now >= endsAt) {
      used = 0;
      endsAt = now + DAY_MS;
    }
    used += 1;
    if (used <= most) return;
    const seconds = Math.ceil((endsAt - now) / 1000);
    throw new Refusal(
      429,
      {
        error: `The ${most} calls a day that this server answers without a key are used up. Send an API key, or try again in ${seconds} seconds.`,
        reason: 'requests',
        retry_after_seconds: seconds,
      },
      CHALLENGE,
    );
  };
}
