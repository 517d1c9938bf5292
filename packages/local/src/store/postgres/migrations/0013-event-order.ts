/** Lets tasks wait for the first attempts of others, and counts the events of a job. Events of before stay in their order. */
export const EVENT_ORDER = `
  alter table job_tasks add column sequence text, add column is_alone integer not null default 0;
  alter table jobs add column events bigint not null default 0;
  update job_tasks set sequence = 'events', is_alone = 1
  where job in (select number from jobs where kind = 'webhook');
  create index job_tasks_untried on job_tasks (job, sequence, position)
    where sequence is not null and state = 'waiting' and attempts = 0;
`;
