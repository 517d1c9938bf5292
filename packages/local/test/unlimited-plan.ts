import type { JobCreditsDependencies } from '../src/accounts/job-credits.js';
import { NO_HOLD, type Plan } from '../src/accounts/plan.js';

/** The plan of a server that only counts credits. */
export const unlimitedPlan: Pick<Plan, 'reserve'> = { reserve: async () => NO_HOLD };

/** What jobs get of it. */
export const unlimitedCredits: JobCreditsDependencies = {
  plan: unlimitedPlan,
  stores: { ledger: { keyOf: async () => undefined } },
};
