import type { Generated } from 'kysely';

/**
 * The tables of the database, as statements see them. The migrations create them, and their declared types say what an
 * import accepts.
 */
export interface Tables {
  ledger: LedgerTable;
}

export interface LedgerTable {
  seq: Generated<number>;
  team: string;
  endpoint: string;
  credits: number;
  job_id: string;
  target: string | null;
  at: number;
  position: number;
}
