import type { Generated } from 'kysely';

/**
 * The tables of the database, as statements see them. The migrations create them, and their declared types say what an
 * import accepts.
 */
export interface Tables {
  ledger: LedgerTable;
  threat_policies: { team: string; policy: string };
  feedback: { id: string; team: string; job_id: string; body: string; at: number };
  model_answers: { team: string; key: string; answer: string; at: number };
  model_tokens: { team: string; period: number; tokens: number };
  recordings: { key: string; about: string; body: Uint8Array };
  profiles: { team: string; name: string; state: string; used_at: number };
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
