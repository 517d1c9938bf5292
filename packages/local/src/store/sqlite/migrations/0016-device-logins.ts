import type { Database } from '../database.js';

/** Keeps the sign-ins of programs until somebody has decided about them. */
export function addDeviceLogins(database: Database): void {
  database.execute(`
    create table device_logins (
      device_digest text not null primary key, user_code text not null unique, client text not null,
      created_at integer not null, expires_at integer not null, interval_ms integer not null, next_poll_at integer not null,
      state text not null, team text
    ) without rowid;
  `);
}
