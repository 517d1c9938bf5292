import type { Database } from '../database.js';

/** Counts the credits of payers with a limit by month, and keeps what calls in progress have reserved of them. */
export function addCreditUse(database: Database): void {
  database.execute(`
    create table credit_use (
      payer text not null, month_start integer not null, month_end integer not null, used real not null,
      reserved real not null, primary key (payer, month_start)
    ) without rowid;
    create table credit_reservations (
      id text not null, payer text not null, month_start integer not null, process text not null, credits real not null,
      primary key (id, payer)
    ) without rowid;
  `);
}
