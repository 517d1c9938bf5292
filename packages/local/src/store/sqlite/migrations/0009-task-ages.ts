import type { Database } from '../database.js';

/** Notes when a task was added, because the age of the oldest one says how far the work is behind. */
export function addTaskAges(database: Database): void {
  database.execute('alter table job_tasks add column added_at integer');
}
