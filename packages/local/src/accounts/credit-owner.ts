import { Refusal } from '../contract/refusal.js';
import type { ApiKey } from '../store/api-key-store.js';
import type { Stores } from '../store/stores.js';

/** Refuses work that all credits of a team pay for to a key that has a limit of its own. */
export function refuseLimitedKey(key: ApiKey | undefined, work: string): void {
  if (key?.limits.credits === undefined) return;
  throw new Refusal(
    'forbidden',
    `${work} costs credits of the team, and the key "${key.name}" has a limit of credits. Use a key of the team without one.`,
  );
}

/** Refuses to add work to a job that another key pays for, if one of the two has a limit of credits. */
export async function refuseForeignPayer(
  job: { readonly team: string; readonly id: string },
  key: ApiKey | undefined,
  { ledger, apiKeys }: Pick<Stores, 'ledger' | 'apiKeys'>,
): Promise<void> {
  const payingKey = await ledger.keyOf(job.team, job.id);
  if (payingKey === key?.id) return;
  const limits = [key?.limits.credits, payingKey && (await apiKeys.creditsOf(payingKey))];
  if (limits.every((limit) => limit === undefined)) return;
  throw new Refusal(
    'forbidden',
    'Another key pays for this job, and one of the two keys has a limit of credits. Start a job of your own.',
  );
}
