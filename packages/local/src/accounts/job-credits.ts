import type { Job } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { CreditEstimate } from './credits.js';
import type { Hold, Plan } from './plan.js';

/** Reserves credits of the payer of a job, in the month in which it began: its charges are one entry of that month. */
export type ReserveForJob = (estimate: CreditEstimate) => Promise<Hold>;

export interface JobCreditsDependencies {
  readonly plan: Pick<Plan, 'reserve'>;
  readonly stores: { readonly ledger: Pick<Stores['ledger'], 'keyOf'> };
}

/** Reserves credits for the tasks of a job. */
export function reserveForJob(
  { id, team, createdAt }: Pick<Job, 'id' | 'team' | 'createdAt'>,
  { plan, stores }: JobCreditsDependencies,
): ReserveForJob {
  let payingKey: Promise<string | undefined> | undefined;
  return async (estimate) => {
    payingKey ??= stores.ledger.keyOf(team, id);
    const apiKey = await payingKey.catch((error: unknown) => {
      payingKey = undefined;
      throw error;
    });
    return plan.reserve({ team, apiKey }, estimate, createdAt);
  };
}
