import type { Database } from '../database.js';

/** Renames the table of crawls and batches to that of jobs of all kinds, and their pages to tasks. */
export function makeJobsGeneral(database: Database): void {
  database.execute(`
    drop index page_jobs_by_expiry;
    alter table page_jobs rename to jobs;
    alter table jobs rename column progress to page_progress;
    alter table jobs add column progress json text;
    alter table jobs add column result json text;
    alter table jobs add column tokens integer not null default 0;
    update jobs set progress = page_progress where status = 'scraping' and page_progress <> '{}';
    update jobs set status = 'running' where status = 'scraping';
    alter table jobs drop column page_progress;
    create index jobs_by_expiry on jobs (expires_at);
    create index jobs_running on jobs (number) where status = 'running';

    create table job_tasks (
      position integer primary key,
      job integer not null references jobs on delete cascade,
      key text not null,
      task json text not null,
      state text not null,
      unique (job, key)
    );
    insert into job_tasks (position, job, key, task, state)
    select position, job, key, iif(url = '', '{}', json_object('url', url, 'depth', depth)),
      iif(state = 'done', 'done', 'waiting')
    from page_job_frontier where job in (select number from jobs where status = 'running');
    drop table page_job_frontier;
    create index job_tasks_waiting on job_tasks (job, position) where state = 'waiting';
  `);
}
