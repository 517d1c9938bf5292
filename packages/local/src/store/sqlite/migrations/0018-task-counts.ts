import type { Database } from '../database.js';

/** Keeps how many tasks of each job are not done: to count them takes longer with each of them, and callers ask again and again. */
export function addTaskCounts(database: Database): void {
  database.execute(`
    create table job_task_counts (job integer primary key, open integer not null);
    insert into job_task_counts select job, count(*) from job_tasks where state = 'waiting' group by job;

    create trigger job_tasks_added after insert on job_tasks when new.state = 'waiting' begin
      insert into job_task_counts values (new.job, 1) on conflict (job) do update set open = open + 1;
    end;
    create trigger job_tasks_done after update of state on job_tasks when old.state = 'waiting' and new.state <> 'waiting' begin
      update job_task_counts set open = open - 1 where job = old.job;
    end;
    create trigger job_tasks_deleted after delete on job_tasks when old.state = 'waiting' begin
      update job_task_counts set open = open - 1 where job = old.job;
    end;
    create trigger jobs_deleted after delete on jobs begin
      delete from job_task_counts where job = old.number;
    end;
  `);
}
