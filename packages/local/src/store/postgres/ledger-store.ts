import { sql } from 'kysely';
import type { Charge } from '../ledger-store.js';
import { SqlLedger } from '../sql-ledger.js';

/**
 * The ledger where many transactions charge at once. Two of them must not give the same position to their entries: the
 * next one of each team stands in a row of its own, which a new entry locks until it is stored.
 */
export class PostgresLedger extends SqlLedger {
  protected override async insertCharge({
    team,
    apiKey = null,
    endpoint,
    credits,
    jobId,
    target,
    at,
  }: Charge & { readonly at: number }) {
    await sql`
      with added as (
        update ledger set credits = ledger.credits + ${credits} where team = ${team} and job_id = ${jobId}
        returning team, api_key, at),
      next as (
        insert into ledger_positions (team, position) select ${team}, 1 where not exists (select from added)
        on conflict (team) do update set position = ledger_positions.position + 1 returning position),
      inserted as (
        insert into ledger (team, api_key, endpoint, credits, job_id, target, at, position)
        select ${team}, ${apiKey}, ${endpoint}, ${credits}, ${jobId}, ${target}, ${at}, next.position from next
        on conflict (team, job_id) do update set credits = ledger.credits + excluded.credits returning team, api_key, at)
      update credit_use set used = credit_use.used + ${credits}
      from (select * from added union all select * from inserted) as entry
      where credit_use.payer in ('team:' || entry.team, 'key:' || entry.api_key)
        and credit_use.month_start <= entry.at and entry.at < credit_use.month_end`.execute(this.db);
  }
}
