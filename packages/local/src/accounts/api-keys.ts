import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import { digestOf } from '../base/secret.js';
import { Refusal } from '../contract/refusal.js';
import type { ApiKey, KeyLimits } from '../store/api-key-store.js';
import type { Stores } from '../store/stores.js';
import { isScope, tagScopes } from './scopes.js';
import { KEYLESS_TEAM } from './teams.js';

/** A key with its secret, which is told once. */
export interface CreatedKey extends ApiKey {
  readonly secret: string;
}

/** Limits to set; null lifts one. */
export type LimitsInput = { readonly [Name in keyof KeyLimits]?: KeyLimits[Name] | null };

export interface KeyRequest extends LimitsInput {
  readonly name: string;
  readonly team: string;
}

/** The keys of the database. What is changed counts from the next call on. */
export interface ApiKeys {
  /** Resolves to the key with this secret, also if it was revoked. */
  find(secret: string): Promise<ApiKey | undefined>;
  /** All keys, the oldest first. */
  list(): Promise<ApiKey[]>;
  /** Those of the ids that are ids of valid keys. */
  validIds(ids: readonly string[]): Promise<string[]>;
  /** The names of all keys by their ids. */
  names(): Promise<Map<string | undefined, string>>;
  /** The names of the teams that have a valid key. */
  teams(): Promise<string[]>;
  /** @throws Refusal for a name that is taken, and for limits that cannot be used. */
  add(request: KeyRequest): Promise<CreatedKey>;
  /** Changes those limits that are named. */
  setLimits(name: string, limits: LimitsInput): Promise<ApiKey>;
  revoke(name: string): Promise<void>;
}

/** Names the product, so that a scanner of secrets finds keys in code. */
const SECRET_PREFIX = 'trawl_';

const SECRET_BYTES = 24;

const NAME = /^[A-Za-z0-9][\w.@-]{0,63}$/;

/** Lower case and no `_`, because names of tables are made of the names of teams. */
const TEAM = /^[a-z0-9][a-z0-9-]{0,63}$/;

const NAME_RULE = 'must have 1 to 64 letters, digits, "_", "-", "." and "@", and begin with a letter or a digit.';

const TEAM_RULE = 'must have 1 to 64 small letters, digits and "-", and begin with a letter or a digit.';

export function createApiKeys(stores: Pick<Stores, 'apiKeys' | 'transaction'>, clock: Pick<Clock, 'now'>): ApiKeys {
  /** Changes what a key may do. What it has confirmed and nobody has got yet ends, because it could be more than that. */
  function change(name: string, work: (bound: Stores) => Promise<ApiKey | undefined>): Promise<ApiKey> {
    return stores.transaction(async (bound) => {
      const key = await work(bound);
      if (!key) throw unknownKey(name);
      await bound.deviceLogins.forgetConfirmed(key.team);
      return key;
    });
  }

  return {
    find: (secret) => stores.apiKeys.findByDigest(hexDigestOf(secret)),
    list: () => stores.apiKeys.list(),
    validIds: (ids) => stores.apiKeys.validIds(ids),
    names: async () => new Map((await stores.apiKeys.list()).map(({ id, name }) => [id, name])),
    async teams() {
      const valid = (await stores.apiKeys.list()).filter(({ revokedAt }) => revokedAt === undefined);
      return [...new Set(valid.map(({ team }) => team))];
    },
    async add({ name, team, ...limitsInput }) {
      if (!NAME.test(name)) throw invalid(`name: "${name}" ${NAME_RULE}`);
      if (!TEAM.test(team)) throw invalid(`team: "${team}" ${TEAM_RULE}`);
      if (team === KEYLESS_TEAM)
        throw invalid(`team: "${team}" stands for callers without a key. Choose another name.`);
      const limits = { ...UNLIMITED, ...limitsFrom(limitsInput) };
      const secret = `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const key = { id: randomUUID(), name, team, limits, createdAt: clock.now() };
      if (!(await stores.apiKeys.add({ ...key, digest: hexDigestOf(secret) }))) {
        throw new Refusal('conflict', `There is a key "${name}" already. Choose another name, or revoke that key.`);
      }
      return { ...key, revokedAt: undefined, secret };
    },
    async setLimits(name, limits) {
      return change(name, (bound) => bound.apiKeys.setLimits(name, limitsFrom(limits)));
    },
    async revoke(name) {
      await change(name, (bound) => bound.apiKeys.revoke(name, clock.now()));
    },
  };
}

function hexDigestOf(secret: string): string {
  return digestOf(secret).toString('hex');
}

const UNLIMITED: KeyLimits = { scopes: undefined, rate: undefined, concurrency: undefined, credits: undefined };

/** The limits that are named, with undefined for those that are lifted; throws a refusal for those that cannot be used. */
function limitsFrom(input: LimitsInput): Partial<KeyLimits> {
  const limits: Partial<KeyLimits> = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value ?? undefined]),
  );
  refuseUnusableLimits(limits);
  return limits;
}

function refuseUnusableLimits({ scopes, ...numbers }: Partial<KeyLimits>): void {
  if (scopes?.length === 0) throw invalid('scopes: name at least one operation or tag, or none of the field.');
  const unknown = scopes?.find((scope) => !isScope(scope));
  if (unknown !== undefined) {
    throw invalid(
      `scopes: "${unknown}" is neither an operation, such as scrapePage, nor one of ${tagScopes().join(', ')}.`,
    );
  }
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1)) {
      throw invalid(`${name}: ${value} must be a whole number from 1.`);
    }
  }
}

function invalid(error: string): Refusal {
  return new Refusal('BAD_REQUEST', error);
}

function unknownKey(name: string): Refusal {
  return new Refusal('not_found', `There is no valid key "${name}".`);
}
