import type { Database } from '../database.js';

/** Lets documents of jobs be stored compressed. Those of before stay as they are: they expire within days. */
export function addPackedDocuments(database: Database): void {
  database.execute('alter table page_job_documents add column packed packed json blob');
}
