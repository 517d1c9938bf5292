import type { Caller } from '../accounts/caller.js';
import { isInScopes } from '../accounts/scopes.js';
import { isOpen, KEYLESS_TEAM, OPEN_TEAM, teamNameOf } from '../accounts/teams.js';
import { digestOf, isSameSecret } from '../base/secret.js';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { Service } from './service.js';

export interface AuthOptions {
  /** One team for each key. Without any key and without `adminKey`, all callers have full access and belong to one team. */
  readonly apiKeys: readonly string[];
  /** The key for `/_local`. When there are API keys but no admin key, `/_local` is closed. */
  readonly adminKey: string | undefined;
  /** Calls without a key per day, when calls need a key; 0 refuses them. */
  readonly keylessCalls: number;
  /** The keys of the database. */
  readonly service: Pick<Service, 'apiKeys' | 'callLimits'>;
}

/** The admin of the server, or a team; on a server that asks nobody for a key, everybody. */
export type Reader = { readonly isAdmin: true } | ({ readonly isAdmin: false } & Caller);

/** Decides who may call what. */
export class Auth {
  readonly #keylessCalls: number;
  /** Whether all who reach this server may do everything. */
  readonly isOpen: boolean;
  readonly #teams: readonly { readonly digest: Buffer; readonly name: string }[];
  readonly #admin: Buffer | undefined;
  readonly #service: AuthOptions['service'];

  constructor({ apiKeys, adminKey, keylessCalls, service }: AuthOptions) {
    this.#keylessCalls = keylessCalls;
    this.isOpen = isOpen({ apiKeys, adminKey });
    this.#teams = apiKeys.map((key) => ({ digest: digestOf(key), name: teamNameOf(key) }));
    this.#admin = adminKey === undefined ? undefined : digestOf(adminKey);
    this.#service = service;
  }

  /** Resolves to the caller; throws a refusal when the call is not allowed. */
  async authorize(operation: Operation, request: Request): Promise<Caller> {
    if (this.isOpen) return { team: OPEN_TEAM };
    const credentials = credentialsOf(request);
    if (credentials) {
      const caller = await this.#callerOf(credentials);
      refuseOutsideOfScopes(operation, caller);
      return caller;
    }
    // The route itself checks the reference.
    if (operation.signed) return { team: KEYLESS_TEAM };
    if (!operation.keyless || this.#keylessCalls === 0) throw unauthorized('Unauthorized');
    await this.#service.callLimits.countKeyless(this.#keylessCalls);
    return { team: KEYLESS_TEAM };
  }

  /**
   * Throws unless the caller is the admin of this server.
   *
   * @param subject - What the admin key is needed for. Default: what stands at `/_local`.
   */
  async authorizeAdmin(request: Request, subject = 'What stands at /_local'): Promise<void> {
    if (!this.#admin) {
      if (this.isOpen) return;
      throw new Refusal(
        'forbidden',
        `${subject} concerns all teams, and this server has no admin key: start it with --admin-key, or the option \`adminKey\`.`,
      );
    }
    const credentials = credentialsOf(request);
    if (this.#isAdmin(credentials?.token)) return;
    const requirement = `${subject} is for the admin key of this server (\`adminKey\`)`;
    if (!credentials) throw unauthorized(`Unauthorized: ${requirement}.`);
    await this.#callerOf(credentials);
    throw new Refusal('forbidden', `${requirement}, not for the keys of teams.`);
  }

  /** Resolves to who calls; throws unless that is a team or the admin of this server. */
  async authorizeReader(request: Request): Promise<Reader> {
    if (this.isOpen) return { isAdmin: false, team: OPEN_TEAM };
    const credentials = credentialsOf(request);
    if (!credentials) throw unauthorized('Unauthorized');
    if (this.#isAdmin(credentials.token)) return { isAdmin: true };
    return { isAdmin: false, ...(await this.#callerOf(credentials)) };
  }

  /** The same, for what only the admin may do and who has a key of a team without limits: a limited key gives away no other. */
  async authorizeOwner(request: Request): Promise<Reader> {
    const reader = await this.authorizeReader(request);
    const limits = reader.isAdmin ? {} : (reader.key?.limits ?? {});
    if (Object.values(limits).every((limit) => limit === undefined)) return reader;
    throw new Refusal(
      'forbidden',
      'This key has limits, and a key without any would be made. Use the admin key, or a key of the team without limits.',
    );
  }

  /** The team of the caller; undefined when the server does not know the key. */
  async teamOf(request: Request): Promise<string | undefined> {
    if (this.isOpen) return OPEN_TEAM;
    const credentials = credentialsOf(request);
    if (!credentials) return KEYLESS_TEAM;
    const caller = await this.#callerOf(credentials).catch(ignoreRefusal);
    return caller?.team;
  }

  /** The caller with these credentials; throws a refusal when no team has them. */
  async #callerOf(credentials: Credentials): Promise<Caller> {
    const { token } = credentials;
    if (!token) throw invalidToken(credentials);
    const digest = digestOf(token);
    const team = this.#teams.find((each) => isSameSecret(each.digest, digest))?.name;
    if (team !== undefined) return { team };
    const key = await this.#service.apiKeys.find(token);
    if (!key) throw invalidToken(credentials);
    if (key.revokedAt !== undefined) {
      throw unauthorized(
        `Unauthorized: The key "${key.name}" was revoked at ${new Date(key.revokedAt).toISOString()}. Ask the operator of this server for another one.`,
      );
    }
    return { team: key.team, key };
  }

  #isAdmin(token: string | undefined): boolean {
    return !!token && !!this.#admin && isSameSecret(this.#admin, digestOf(token));
  }
}

function refuseOutsideOfScopes(operation: Operation, { key }: Caller): void {
  const { scopes } = key?.limits ?? {};
  if (!key || !scopes || isInScopes(operation, scopes)) return;
  throw new Refusal(
    'forbidden',
    `The key "${key.name}" may not call ${operation.id}: it is for ${scopes.join(', ')}. Use another key, or ask the operator of this server.`,
  );
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
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
  return new Refusal('unauthenticated', error);
}
