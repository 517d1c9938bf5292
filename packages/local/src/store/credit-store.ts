import { type StoreContext, together } from './store-context.js';

/** Whose credits of a month are limited: a team, or a key. */
export interface LimitedPayer {
  readonly kind: 'team' | 'key';
  /** The name of the team, or the id of the key. */
  readonly id: string;
  /** Credits a month. */
  readonly limit: number;
}

/** A calendar month, in milliseconds since 1970: `start` belongs to it, `end` does not. */
export interface Month {
  readonly start: number;
  readonly end: number;
}

export interface ReservationRequest {
  /** The reservation. It grows when it is made again. */
  readonly id: string;
  /** The process with which it ends. */
  readonly process: string;
  /** All of them have to have the credits. */
  readonly payers: readonly LimitedPayer[];
  readonly month: Month;
  readonly least: number;
  readonly most: number;
}

/** What a payer has used of a month, and what work in progress has reserved. */
export interface CreditUse {
  readonly used: number;
  readonly reserved: number;
}

/** The payer that lacks credits. */
export interface LackingPayer extends CreditUse {
  readonly payer: LimitedPayer;
}

/**
 * Counts the credits of payers with a limit, in one row for each payer and month: what the ledger has charged, and what is
 * reserved. The row is made of the ledger when it is first asked for; from then on, each charge adds to it.
 */
export interface CreditStore {
  /** What the payer has used and reserved. */
  use(payer: LimitedPayer, month: Month): Promise<CreditUse>;
  /**
   * Reserves `most` credits, or what is left if that is at least `least`. Returns the number, or who lacks the credits: then
   * nothing is reserved.
   */
  reserve(request: ReservationRequest): Promise<number | LackingPayer>;
  /** Ends a reservation, if there is one. */
  release(id: string): Promise<void>;
  /** Ends what other processes have reserved: none of them lives. */
  releaseOthers(process: string): Promise<void>;
}

/** What a payer is called in its row. */
const nameOf = ({ kind, id }: Pick<LimitedPayer, 'kind' | 'id'>) => `${kind}:${id}`;

/** All transactions change the rows of payers in one order, as a charge does, so that no two wait for each other. */
const inOrder = (payers: readonly LimitedPayer[]) =>
  [...payers].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

const LEDGER_COLUMNS = { team: 'team', key: 'api_key' } as const;

export class SqlCredits implements CreditStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async use(payer: LimitedPayer, month: Month): Promise<CreditUse> {
    return (await this.#row(payer, month)) ?? this.#count(payer, month);
  }

  async reserve({ id, process, payers, month, least, most }: ReservationRequest): Promise<number | LackingPayer> {
    for (const payer of payers) await this.use(payer, month);
    return together(this.#context, async (context) => {
      const store = new SqlCredits(context);
      let granted = most;
      for (const payer of payers) {
        await context.dialect.lock(context, `credits of ${nameOf(payer)}`);
        const use = await store.use(payer, month);
        const left = payer.limit - use.used - use.reserved;
        if (left < least) return { payer, ...use };
        granted = Math.min(granted, left);
      }
      for (const payer of inOrder(payers)) await store.#add({ id, process, payer, month, credits: granted });
      return granted;
    });
  }

  release(id: string): Promise<void> {
    return this.#releaseWhere('id', '=', id);
  }

  releaseOthers(process: string): Promise<void> {
    return this.#releaseWhere('process', '<>', process);
  }

  #row(payer: LimitedPayer, { start }: Month): Promise<CreditUse | undefined> {
    return this.#context.db
      .selectFrom('credit_use')
      .where('payer', '=', nameOf(payer))
      .where('month_start', '=', start)
      .select(['used', 'reserved'])
      .executeTakeFirst();
  }

  /** Makes the row of what the ledger says. */
  #count(payer: LimitedPayer, month: Month): Promise<CreditUse> {
    return together(this.#context, async (context) => {
      const { db } = context;
      // A charge that is not stored yet would be missing in the sum, and one that comes before the row in the row.
      await context.dialect.lockLedger(context);
      await db
        .insertInto('credit_use')
        .columns(['payer', 'month_start', 'month_end', 'used', 'reserved'])
        .expression(
          db
            .selectFrom('ledger')
            .where(LEDGER_COLUMNS[payer.kind], '=', payer.id)
            .where('at', '>=', month.start)
            .where('at', '<', month.end)
            .select(({ fn, val, lit }) => [
              val(nameOf(payer)).as('payer'),
              val(month.start).as('month_start'),
              val(month.end).as('month_end'),
              fn.coalesce(fn.sum<number>('credits'), lit(0)).as('used'),
              lit(0).as('reserved'),
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await new SqlCredits(context).#row(payer, month)) as CreditUse;
    });
  }

  async #add(part: {
    readonly id: string;
    readonly process: string;
    readonly payer: LimitedPayer;
    readonly month: Month;
    readonly credits: number;
  }): Promise<void> {
    const { id, process, month, credits } = part;
    const { db } = this.#context;
    const payer = nameOf(part.payer);
    await db
      .insertInto('credit_reservations')
      .values({ id, process, payer, month_start: month.start, credits })
      .onConflict((conflict) =>
        conflict
          .columns(['id', 'payer'])
          .doUpdateSet(({ eb, ref }) => ({ credits: eb('credit_reservations.credits', '+', ref('excluded.credits')) })),
      )
      .execute();
    await this.#addReserved(payer, month.start, credits);
  }

  async #addReserved(payer: string, monthStart: number, credits: number): Promise<void> {
    await this.#context.db
      .updateTable('credit_use')
      .where('payer', '=', payer)
      .where('month_start', '=', monthStart)
      .set(({ eb }) => ({ reserved: eb('reserved', '+', credits) }))
      .execute();
  }

  #releaseWhere(column: 'id' | 'process', operator: '=' | '<>', value: string): Promise<void> {
    return together(this.#context, async (context) => {
      const rows = await context.db
        .deleteFrom('credit_reservations')
        .where(column, operator, value)
        .returning(['payer', 'month_start', 'credits'])
        .execute();
      const store = new SqlCredits(context);
      rows.sort((one, other) => (one.payer < other.payer ? -1 : 1));
      for (const { payer, month_start, credits } of rows) await store.#addReserved(payer, month_start, -credits);
    });
  }
}
