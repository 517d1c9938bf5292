import type { Kysely, Selectable } from 'kysely';
import type { StoreContext } from './store-context.js';
import type { ApiKeyTable, Tables } from './tables.js';

/** What a key may do. What is undefined is not limited. */
export interface KeyLimits {
  /** The operations and tags of the contract that it may call. */
  readonly scopes: readonly string[] | undefined;
  /** Calls a minute. */
  readonly rate: number | undefined;
  /** Calls at once. */
  readonly concurrency: number | undefined;
  /** Credits a month, of those of its team. */
  readonly credits: number | undefined;
}

/** A key of a team. The secret itself is not stored. */
export interface ApiKey {
  /** Stands for the key in the records of what it has paid for. */
  readonly id: string;
  /** No other key that is valid has this name. */
  readonly name: string;
  readonly team: string;
  readonly limits: KeyLimits;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Undefined for a key that is valid. */
  readonly revokedAt: number | undefined;
}

export interface NewApiKey extends Omit<ApiKey, 'revokedAt'> {
  /** The hash of the secret, in hexadecimal digits. */
  readonly digest: string;
}

/** A key as a row, to be stored elsewhere. */
export type ApiKeyRow = Selectable<ApiKeyTable>;

/** Stores the keys of teams. Revoked ones stay, because records name them. */
export interface ApiKeyStore {
  /** Stores a key; returns false when a valid one has its name. */
  add(key: NewApiKey): Promise<boolean>;
  /** The key whose secret has this hash, valid or revoked. */
  findByDigest(digest: string): Promise<ApiKey | undefined>;
  /** The credits a month of the key with this id; undefined for a key without a limit. */
  creditsOf(id: string): Promise<number | undefined>;
  /** All keys, the oldest first. */
  list(): Promise<ApiKey[]>;
  /** Those of the ids that are ids of valid keys. */
  validIds(ids: readonly string[]): Promise<string[]>;
  /** Changes what the valid key of this name may do; returns it, or undefined when there is none. */
  setLimits(name: string, limits: Partial<KeyLimits>): Promise<ApiKey | undefined>;
  /** Revokes the valid key of this name; returns it, or undefined when there is none. */
  revoke(name: string, at: number): Promise<ApiKey | undefined>;
  /** All keys with the hashes of their secrets. */
  rows(): Promise<ApiKeyRow[]>;
  /** Replaces all keys. */
  replace(rows: readonly ApiKeyRow[]): Promise<void>;
}

export class SqlApiKeys implements ApiKeyStore {
  readonly #db: Kysely<Tables>;

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add({ id, name, team, digest, limits, createdAt }: NewApiKey): Promise<boolean> {
    const row = { id, name, team, digest, created_at: createdAt, revoked_at: null, ...columnsOf(limits) };
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('api_keys')
      .values({ scopes: null, rate: null, concurrency: null, credits: null, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    const row = await this.#db.selectFrom('api_keys').where('digest', '=', digest).selectAll().executeTakeFirst();
    return row && keyOf(row);
  }

  async creditsOf(id: string): Promise<number | undefined> {
    const row = await this.#db.selectFrom('api_keys').where('id', '=', id).select('credits').executeTakeFirst();
    return row?.credits ?? undefined;
  }

  async list(): Promise<ApiKey[]> {
    return (await this.rows()).map(keyOf);
  }

  async validIds(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .where('id', 'in', ids)
      .where('revoked_at', 'is', null)
      .select('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  async setLimits(name: string, limits: Partial<KeyLimits>): Promise<ApiKey | undefined> {
    const changes = columnsOf(limits);
    if (Object.keys(changes).length > 0) {
      await this.#db
        .updateTable('api_keys')
        .set(changes)
        .where('name', '=', name)
        .where('revoked_at', 'is', null)
        .execute();
    }
    const row = await this.#db
      .selectFrom('api_keys')
      .where('name', '=', name)
      .where('revoked_at', 'is', null)
      .selectAll()
      .executeTakeFirst();
    return row && keyOf(row);
  }

  async revoke(name: string, at: number): Promise<ApiKey | undefined> {
    const row = await this.#db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('name', '=', name)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    return row && keyOf(row);
  }

  rows(): Promise<ApiKeyRow[]> {
    return this.#db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('name').execute();
  }

  async replace(rows: readonly ApiKeyRow[]): Promise<void> {
    await this.#db.deleteFrom('api_keys').execute();
    if (rows.length > 0)
      await this.#db
        .insertInto('api_keys')
        .values([...rows])
        .execute();
  }
}

/** The columns of those limits that are named. A limit that is named and undefined is lifted. */
function columnsOf(limits: Partial<KeyLimits>) {
  return {
    ...('scopes' in limits && { scopes: limits.scopes?.join(' ') ?? null }),
    ...('rate' in limits && { rate: limits.rate ?? null }),
    ...('concurrency' in limits && { concurrency: limits.concurrency ?? null }),
    ...('credits' in limits && { credits: limits.credits ?? null }),
  };
}

function keyOf({ id, name, team, scopes, rate, concurrency, credits, created_at, revoked_at }: ApiKeyRow): ApiKey {
  return {
    id,
    name,
    team,
    limits: {
      scopes: scopes?.split(' '),
      rate: rate ?? undefined,
      concurrency: concurrency ?? undefined,
      credits: credits ?? undefined,
    },
    createdAt: created_at,
    revokedAt: revoked_at ?? undefined,
  };
}
