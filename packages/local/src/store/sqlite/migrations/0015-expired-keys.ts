import type { Database } from '../database.js';

/** Finds expired idempotency keys without reading all of them. */
export function indexExpiredKeys(database: Database): void {
  database.execute('create index page_job_keys_by_expiry on page_job_keys (expires_at)');
}
