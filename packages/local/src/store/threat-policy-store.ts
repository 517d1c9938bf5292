import type { ThreatProtectionPolicy } from '@trawl/client';
import { statement } from './statement.js';
import type { StoreContext } from './store-context.js';

/** The threat policies that teams have set. */
export interface ThreatPolicyStore {
  get(team: string): Promise<Required<ThreatProtectionPolicy> | undefined>;
  set(team: string, policy: Required<ThreatProtectionPolicy>): Promise<void>;
}

const findPolicy = statement((db, { team }: { readonly team: string }) =>
  db.selectFrom('threat_policies').where('team', '=', team).select('policy'),
);

export class SqlThreatPolicies implements ThreatPolicyStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async get(team: string): Promise<Required<ThreatProtectionPolicy> | undefined> {
    const { rows } = await findPolicy(this.#db, { team });
    return rows[0] && JSON.parse(rows[0].policy);
  }

  async set(team: string, policy: Required<ThreatProtectionPolicy>): Promise<void> {
    await this.#db
      .insertInto('threat_policies')
      .values({ team, policy: JSON.stringify(policy) })
      .onConflict((conflict) => conflict.column('team').doUpdateSet({ policy: ({ ref }) => ref('excluded.policy') }))
      .execute();
  }
}
