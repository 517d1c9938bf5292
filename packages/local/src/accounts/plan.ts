import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { LackingPayer, LimitedPayer } from '../store/credit-store.js';
import { createEndWhenPossible } from '../store/end-when-possible.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import { type Period, periodOf } from './billing-period.js';
import type { Caller } from './caller.js';
import type { CreditEstimate } from './credits.js';

export interface PlanOptions {
  readonly stores: Pick<Stores, 'ledger' | 'credits' | 'apiKeys'>;
  readonly clock: Clock;
  /** Credits per month; undefined for a server that only counts them. */
  readonly credits: number | undefined;
  /** The id of this process, in a service of several; its reservations end with it. */
  readonly process?: string | undefined;
  readonly log: (line: string) => void;
}

/** Credits that are reserved for work in progress. */
export interface Hold {
  /** The credits that the work may cost: infinite for a payer without a limit. */
  readonly credits: number;
  /** Reserves more if the work costs more than is reserved. @throws CreditsLacking when there is not enough. */
  cover(credits: number): Promise<void>;
  /**
   * Ends the reservation, when the work was charged or has failed.
   *
   * @param stores - The transaction that charges the work. Default: one of its own, as soon as the database is there.
   */
  release(stores?: Pick<Stores, 'credits' | 'afterCommit'>): Promise<void>;
}

/** The refusal of work for which there are too few credits. */
export class CreditsLacking extends Refusal {
  /** Whether there may be enough when the work in progress has ended. */
  readonly isForNow: boolean;

  constructor(error: string, isForNow: boolean) {
    super('too_few_credits', error);
    this.isForNow = isForNow;
  }
}

/** Means "unlimited" to clients, which read a number. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** How long the limit of a key counts after it was read: each page of a job asks for it. */
const LIMIT_MS = 1000;

/** What work of a payer without a limit gets. */
export const NO_HOLD: Hold = {
  credits: Number.POSITIVE_INFINITY,
  cover: async () => undefined,
  release: async () => undefined,
};

/** The credits of a team: how many a month has, and how many remain. */
export class Plan {
  readonly credits: number;
  /** Whether calls are refused when the credits are used up. */
  readonly isLimited: boolean;
  readonly #options: PlanOptions;
  readonly #process: string;
  readonly #limits = new Map<string, { readonly credits: number | undefined; readonly until: number }>();
  readonly #releases: ReturnType<typeof createEndWhenPossible>;
  #ready: Promise<void> | undefined;

  constructor(options: PlanOptions) {
    const { credits, process, stores, log } = options;
    this.credits = credits ?? UNLIMITED;
    this.isLimited = credits !== undefined;
    this.#options = options;
    this.#process = process ?? randomUUID();
    this.#releases = createEndWhenPossible('The end of a reservation', (id) => stores.credits.release(id), log);
  }

  period(): Period {
    return periodOf(this.#options.clock.now());
  }

  /** What the team has not used. */
  async remaining(team: string): Promise<number> {
    const { stores } = this.#options;
    if (this.isLimited) return this.#left(this.#teamPayer(team));
    const { start, end } = this.period();
    return this.credits - (await stores.ledger.used(team, start, end));
  }

  /** The credits that the caller has left: those of the team, or fewer if its key has a limit of its own. */
  async remainingOf({ team, key }: Caller): Promise<number> {
    const payer = key && keyPayer(key.id, key.limits.credits);
    return Math.min(payer ? await this.#left(payer) : UNLIMITED, await this.remaining(team));
  }

  /** Throws a refusal when the call costs credits, and the team or the key has none left. */
  async requireCredits({ method, statuses }: Operation, { team, key }: Caller): Promise<void> {
    // Reads stay allowed, so that results that were paid for can be fetched.
    if (method !== 'POST' || !statuses.includes(402)) return;
    if (this.isLimited && (await this.remaining(team)) <= 0) throw usedUp(String(this.credits), this.period());
    const payer = key && keyPayer(key.id, key.limits.credits);
    if (payer && (await this.#left(payer)) <= 0) throw usedUp(`${payer.limit} of the key "${key.name}"`, this.period());
  }

  /**
   * Reserves what work may cost, before it begins: the most of the estimate, or what is left if that is at least the least.
   *
   * @param at - A time of the month that pays. Default: now.
   * @throws CreditsLacking when there is less.
   */
  async reserve(payer: Payer, estimate: CreditEstimate, at = this.#options.clock.now()): Promise<Hold> {
    const payers = await this.#limitedPayers(payer);
    if (payers.length === 0) return NO_HOLD;
    await this.#onlyOwn();
    const { stores } = this.#options;
    const month = periodOf(at);
    const id = randomUUID();
    const releases = this.#releases;
    let credits = 0;
    let isReleased = false;
    const reserve = async ({ least, most }: CreditEstimate) => {
      const granted = await stores.credits.reserve({ id, process: this.#process, payers, month, least, most });
      if (typeof granted === 'number') return granted;
      throw lacking(granted, credits + least, month);
    };
    try {
      credits = await reserve(estimate);
    } catch (error) {
      // The reservation may have been stored although the answer was lost.
      if (!(error instanceof CreditsLacking)) releases.endLater(id);
      throw error;
    }
    return {
      get credits() {
        return credits;
      },
      async cover(cost) {
        const more = cost - credits;
        if (more > 0) credits += await reserve({ least: more, most: more });
      },
      async release(stores) {
        if (isReleased) return;
        if (!stores) return releases.end(id);
        await stores.credits.release(id);
        stores.afterCommit(() => {
          isReleased = true;
        });
      },
    };
  }

  /** Releases nothing more: the database is closed. */
  close(): Promise<void> {
    return this.#releases.close();
  }

  #teamPayer(team: string): LimitedPayer {
    return { kind: 'team', id: team, limit: this.credits };
  }

  async #limitedPayers({ team, apiKey }: Payer): Promise<LimitedPayer[]> {
    const key = apiKey == null ? undefined : keyPayer(apiKey, await this.#limitOf(apiKey));
    return [...(this.isLimited ? [this.#teamPayer(team)] : []), ...(key ? [key] : [])];
  }

  async #limitOf(apiKey: string): Promise<number | undefined> {
    const now = this.#options.clock.now();
    const known = this.#limits.get(apiKey);
    if (known && now < known.until) return known.credits;
    const credits = await this.#options.stores.apiKeys.creditsOf(apiKey);
    this.#limits.set(apiKey, { credits, until: now + LIMIT_MS });
    return credits;
  }

  async #left(payer: LimitedPayer): Promise<number> {
    const { used } = await this.#options.stores.credits.use(payer, this.period());
    return Math.max(0, payer.limit - used);
  }

  /** Ends what a process before this one has reserved, where one process works alone. Those of nodes end with the nodes. */
  async #onlyOwn(): Promise<void> {
    const { process, stores } = this.#options;
    if (process !== undefined) return;
    this.#ready ??= stores.credits.releaseOthers(this.#process);
    await this.#ready.catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
  }
}

function keyPayer(id: string, limit: number | undefined): LimitedPayer | undefined {
  return limit === undefined ? undefined : { kind: 'key', id, limit };
}

function usedUp(amount: string, { end }: Period): CreditsLacking {
  const error = `Insufficient credits: the ${amount} of this month are used up. ${newOnes(end)}`;
  return new CreditsLacking(error, false);
}

function lacking({ payer, used, reserved }: LackingPayer, cost: number, { end }: Period): CreditsLacking {
  const whose = payer.kind === 'key' ? ' of the key' : '';
  const left = Math.max(0, payer.limit - used);
  const inProgress = reserved > 0 ? `, and calls and jobs in progress have reserved ${reserved} of them` : '';
  return new CreditsLacking(
    `Insufficient credits: this costs at least ${cost}. Of the ${payer.limit}${whose} for the month, ${left} are left${inProgress}. ${newOnes(end)}`,
    left >= cost,
  );
}

function newOnes(end: number): string {
  return `There are new ones from ${new Date(end).toISOString()} on.`;
}
