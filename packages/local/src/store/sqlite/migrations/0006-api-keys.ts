import type { Database } from '../database.js';

/** Creates the table of the keys of teams, and lets a charge name the key that pays for it. */
export function addApiKeys(database: Database): void {
  database.execute(`
    create table api_keys (
      id text primary key,
      name text not null,
      team text not null,
      digest text not null unique,
      scopes text,
      rate integer,
      concurrency integer,
      credits integer,
      created_at integer not null,
      revoked_at integer
    );
    create unique index api_keys_by_name on api_keys (name) where revoked_at is null;

    alter table ledger add column api_key text;
    create index ledger_by_api_key on ledger (api_key, at) where api_key is not null;
  `);
}
