import type { Kysely, Selectable } from 'kysely';
import type { StoreContext } from './store-context.js';
import type { DeviceLoginTable, Tables } from './tables.js';

/** A program that waits for somebody to confirm its sign-in. All times are in milliseconds since 1970. */
export interface DeviceLogin {
  /** The hash of the code that the program holds. */
  readonly deviceDigest: string;
  /** The code that people compare. */
  readonly userCode: string;
  /** The program and its machine, in its own words. */
  readonly client: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** How long the program has to wait between two questions. */
  readonly intervalMs: number;
  /** When it may ask again. */
  readonly nextPollAt: number;
  readonly state: DeviceLoginTable['state'];
  /** The team that the sign-in was confirmed for. */
  readonly team: string | undefined;
}

/** Stores the sign-ins of programs, for all nodes of a service. */
export interface DeviceLoginStore {
  /** Stores a sign-in; returns false when another one has its code. */
  add(login: DeviceLogin): Promise<boolean>;
  countPending(now: number): Promise<number>;
  findByDevice(deviceDigest: string): Promise<DeviceLogin | undefined>;
  /** The one with this code that nobody has decided about, and that has not expired. */
  findPending(userCode: string, now: number): Promise<DeviceLogin | undefined>;
  /** Decides about such a one; returns whether there was one. */
  decide(userCode: string, decision: Pick<DeviceLogin, 'state' | 'team'>, now: number): Promise<boolean>;
  notePoll(deviceDigest: string, poll: Pick<DeviceLogin, 'intervalMs' | 'nextPollAt'>): Promise<void>;
  /** Deletes a sign-in; returns whether it was there, which is true for one caller alone. */
  take(deviceDigest: string): Promise<boolean>;
  /** Deletes those that were confirmed for a team and have not got their key. */
  forgetConfirmed(team: string): Promise<void>;
  forgetExpired(before: number): Promise<void>;
}

export class SqlDeviceLogins implements DeviceLoginStore {
  readonly #db: Kysely<Tables>;

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add({ deviceDigest, userCode, client, createdAt, expiresAt, ...login }: DeviceLogin): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('device_logins')
      .values({
        device_digest: deviceDigest,
        user_code: userCode,
        client,
        created_at: createdAt,
        expires_at: expiresAt,
        interval_ms: login.intervalMs,
        next_poll_at: login.nextPollAt,
        state: login.state,
        team: login.team ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async countPending(now: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('device_logins')
      .where('state', '=', 'pending')
      .where('expires_at', '>', now)
      .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async findByDevice(deviceDigest: string): Promise<DeviceLogin | undefined> {
    const row = await this.#db
      .selectFrom('device_logins')
      .where('device_digest', '=', deviceDigest)
      .selectAll()
      .executeTakeFirst();
    return row && loginOf(row);
  }

  async findPending(userCode: string, now: number): Promise<DeviceLogin | undefined> {
    const row = await this.#db
      .selectFrom('device_logins')
      .where('user_code', '=', userCode)
      .where('state', '=', 'pending')
      .where('expires_at', '>', now)
      .selectAll()
      .executeTakeFirst();
    return row && loginOf(row);
  }

  async decide(userCode: string, { state, team }: Pick<DeviceLogin, 'state' | 'team'>, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('device_logins')
      .set({ state, team: team ?? null })
      .where('user_code', '=', userCode)
      .where('state', '=', 'pending')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async notePoll(
    deviceDigest: string,
    { intervalMs, nextPollAt }: Pick<DeviceLogin, 'intervalMs' | 'nextPollAt'>,
  ): Promise<void> {
    await this.#db
      .updateTable('device_logins')
      .set({ interval_ms: intervalMs, next_poll_at: nextPollAt })
      .where('device_digest', '=', deviceDigest)
      .execute();
  }

  async take(deviceDigest: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('device_logins')
      .where('device_digest', '=', deviceDigest)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async forgetConfirmed(team: string): Promise<void> {
    await this.#db.deleteFrom('device_logins').where('state', '=', 'confirmed').where('team', '=', team).execute();
  }

  async forgetExpired(before: number): Promise<void> {
    await this.#db.deleteFrom('device_logins').where('expires_at', '<', before).execute();
  }
}

function loginOf(row: Selectable<DeviceLoginTable>): DeviceLogin {
  return {
    deviceDigest: row.device_digest,
    userCode: row.user_code,
    client: row.client,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    intervalMs: row.interval_ms,
    nextPollAt: row.next_poll_at,
    state: row.state,
    team: row.team ?? undefined,
  };
}
