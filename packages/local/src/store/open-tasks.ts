import { type RawBuilder, sql } from 'kysely';

/** The number of tasks of a job that are not done: as the database keeps it, or counted. */
export function openTasks(keepsTaskCounts: boolean, job: RawBuilder<unknown>): RawBuilder<number> {
  return keepsTaskCounts
    ? sql<number>`coalesce((select open from job_task_counts where job_task_counts.job = ${job}), 0)`
    : sql<number>`(select count(*) from job_tasks where job_tasks.job = ${job} and state = 'waiting')`;
}
