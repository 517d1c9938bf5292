import type { Database } from '../database.js';

/** Moves the jobs of a language model to the jobs of all kinds. */
export function moveModelJobs(database: Database): void {
  database.execute(`
    insert into jobs
      (id, kind, team, status, request, progress, result, completed, credits, tokens, created_at, ended_at, expires_at,
       error)
    select id, kind, team, iif(status = 'processing', 'running', status), request, progress, result, steps, credits,
      tokens, created_at, ended_at, expires_at, error
    from model_jobs order by number;
    drop table model_jobs;
    insert into job_tasks (job, key, task, state)
    select number, 'work', '{}', 'waiting' from jobs where status = 'running' and kind in ('agent', 'extract');
  `);
}
