import type { Database } from '../database.js';

/** Makes sure that a job is one entry of its team, so that one statement can add to it or begin it. */
export function makeChargesUnique(database: Database): void {
  database.execute(`
    update ledger set credits = (
      select sum(other.credits) from ledger other where other.team = ledger.team and other.job_id = ledger.job_id);
    delete from ledger where seq not in (select min(seq) from ledger group by team, job_id);
    drop index ledger_by_job;
    create unique index ledger_by_job on ledger (team, job_id);
  `);
}
