import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import { sql } from 'kysely';
import type { Charge, Entry, EntryFilter, LedgerStore, TeamEntry } from './ledger-store.js';
import { statement } from './statement.js';
import { type StoreContext, together } from './store-context.js';

const ENTRY = ['position', 'job_id as id', 'endpoint', 'target', 'at'] as const;

/** Adds an entry, or the credits to the entry of the job. */
const addCharge = statement(
  (db, { team, apiKey, endpoint, credits, jobId, target, at }: Charge & { readonly at: number }) =>
    db
      .insertInto('ledger')
      .values(({ selectFrom }) => ({
        team,
        api_key: apiKey as string | null,
        endpoint,
        credits,
        job_id: jobId,
        target,
        at,
        position: selectFrom('ledger')
          .where('team', '=', team)
          .select(({ eb, fn, lit }) => eb(fn.coalesce(fn.max('position'), lit(0)), '+', lit(1)).as('next')),
      }))
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'job_id'])
          .doUpdateSet(({ eb, ref }) => ({ credits: eb('ledger.credits', '+', ref('excluded.credits')) })),
      ),
);

/** Adds the credits to what the payers of the entry have used in its month, where that is counted. */
const addUse = statement((db, { team, jobId, credits }: Pick<Charge, 'team' | 'jobId' | 'credits'>) =>
  db
    .updateTable('credit_use')
    .from('ledger')
    .where('ledger.team', '=', team)
    .where('ledger.job_id', '=', jobId)
    .where('credit_use.payer', 'in', [sql<string>`'team:' || ledger.team`, sql<string>`'key:' || ledger.api_key`])
    .whereRef('credit_use.month_start', '<=', 'ledger.at')
    .whereRef('ledger.at', '<', 'credit_use.month_end')
    .set(({ eb }) => ({ used: eb('credit_use.used', '+', credits) })),
);

export class SqlLedger implements LedgerStore {
  protected readonly db: StoreContext['db'];
  readonly #context: StoreContext;
  readonly #clock: Clock;
  readonly #observer: StoreContext['observer'];

  constructor(context: StoreContext) {
    const { db, clock, observer } = context;
    this.db = db;
    this.#context = context;
    this.#clock = clock;
    this.#observer = observer;
  }

  async charge({ team, apiKey = null, endpoint, credits, jobId, target }: Charge): Promise<void> {
    const at = this.#clock.now();
    await this.insertCharge({ team, apiKey, endpoint, credits, jobId: jobId || randomUUID(), target, at });
    this.#observer.charge(endpoint, credits);
  }

  protected async insertCharge(charge: Charge & { readonly at: number }): Promise<void> {
    await together(this.#context, async ({ db }) => {
      await addCharge(db, charge);
      if (charge.credits !== 0) await addUse(db, charge);
    });
  }

  used(team: string, from: number, until: number): Promise<number> {
    return this.#used('team', team, from, until);
  }

  usedByKey(apiKey: string, from: number, until: number): Promise<number> {
    return this.#used('api_key', apiKey, from, until);
  }

  async #used(column: 'team' | 'api_key', payer: string, from: number, until: number): Promise<number> {
    const row = await this.db
      .selectFrom('ledger')
      .where(column, '=', payer)
      .where('at', '>=', from)
      .where('at', '<', until)
      .select(({ fn }) => fn.sum<number | null>('credits').as('credits'))
      .executeTakeFirst();
    return row?.credits ?? 0;
  }

  async usedByKeys(team: string, from: number, until: number): Promise<Map<string | undefined, number>> {
    const rows = await this.db
      .selectFrom('ledger')
      .where('team', '=', team)
      .where('at', '>=', from)
      .where('at', '<', until)
      .select(({ fn }) => ['api_key', fn.sum<number>('credits').as('credits')])
      .groupBy('api_key')
      .execute();
    return new Map(rows.map(({ api_key, credits }) => [api_key ?? undefined, credits]));
  }

  async since(team: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('ledger')
      .where('team', '=', team)
      .select(({ fn }) => fn.min<number | null>('at').as('at'))
      .executeTakeFirst();
    return row?.at ?? undefined;
  }

  entries(team: string, { endpoint, limit, before }: EntryFilter): Promise<Entry[]> {
    return this.db
      .selectFrom('ledger')
      .where('team', '=', team)
      .$if(before !== undefined, (query) => query.where('position', '<', Number(before)))
      .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', String(endpoint)))
      .select(ENTRY)
      .orderBy('position', 'desc')
      .limit(limit)
      .execute();
  }

  latest(limit: number): Promise<TeamEntry[]> {
    return this.db
      .selectFrom('ledger')
      .select(['seq as number', 'team', 'endpoint', 'target', 'at', 'credits'])
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
  }

  async keyOf(team: string, jobId: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('ledger')
      .where('team', '=', team)
      .where('job_id', '=', jobId)
      .select('api_key')
      .executeTakeFirst();
    return row?.api_key ?? undefined;
  }

  find(team: string, jobId: string): Promise<Entry | undefined> {
    return this.db
      .selectFrom('ledger')
      .where('team', '=', team)
      .where('job_id', '=', jobId)
      .select(ENTRY)
      .executeTakeFirst();
  }
}
