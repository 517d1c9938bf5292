/**
 * A slot is the right to do tasks of a job, one after the other. The row of a slot says which node uses it, that of a task which
 * node has it in hand: before, both were rows of `task_leases`. Jobs under way get their slots from the first node that starts.
 * The queue has no use for what earlier versions have put into it.
 */
export const SLOTS = `
  create table job_slots (
    job bigint not null references jobs (number) on delete cascade, slot integer not null, pool text not null,
    node text, begun_at timestamptz, waits_since timestamptz, primary key (job, slot));
  create index job_slots_in_use on job_slots (pool) where node is not null;
  create index job_slots_waiting on job_slots (pool, waits_since) where waits_since is not null;
  create table slot_pools (pool text primary key);

  alter table job_tasks add column node text, add column taken_at timestamptz;
  create index job_tasks_free on job_tasks (job, position) where state = 'waiting' and node is null;
  create index job_tasks_in_hand on job_tasks (job) where node is not null;
  drop function take_task;
  drop table task_leases;

  do $block$
  begin
    if to_regclass('graphile_worker.jobs') is not null then
      execute 'select graphile_worker.remove_job(key) from graphile_worker.jobs
        where task_identifier in (''turn'', ''prepare'') and key is not null';
    end if;
  end
  $block$;
`;
