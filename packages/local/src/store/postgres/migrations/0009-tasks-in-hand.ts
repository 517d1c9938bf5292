/**
 * The row of a task says which node has it in hand, where a lease was a row of another table. `pool` names what its node
 * counts against the limits of the job and its team. Taking a task is a function, because each of its statements has to see
 * what the one before has waited for, in one round trip.
 */
export const TASKS_IN_HAND = `
  alter table job_tasks add column node text, add column pool text, add column taken_at timestamptz;
  create index job_tasks_free on job_tasks (job, position) where state = 'waiting' and node is null;
  create index job_tasks_in_hand on job_tasks (pool, job) where node is not null;
  create table job_preparations (
    job bigint primary key references jobs (number) on delete cascade, node text,
    taken_at timestamptz not null default now());
  insert into job_preparations (job) select job from task_leases where task = 0;
  drop function take_task;
  drop table task_leases;

  create function take_task(
    job_number bigint, node_id text, pool_name text, now_ms bigint, job_limit bigint, team_limit bigint, result_limit bigint,
    out is_running boolean, out completed bigint, out progress text,
    out "position" bigint, out task text, out attempts integer, out due_at bigint,
    out more bigint, out is_team_busy boolean)
  language plpgsql as $function$
  declare
    of_job bigint;
    of_team bigint;
    places bigint;
    waiting bigint;
  begin
    is_running := false;
    is_team_busy := false;
    more := 0;
    -- What a crash of the database forgets is taken again: nobody has to wait for the disk.
    perform set_config('synchronous_commit', 'off', true);
    -- Whoever takes a task of the team waits here, so that each counts what was taken before.
    perform pg_advisory_xact_lock(hashtextextended(pool_name, 0));
    -- Counted before the job is read: a result that is stored in between counts twice, and never not at all.
    select count(*) filter (where tasks.job = job_number), count(*) into of_job, of_team
      from job_tasks tasks where tasks.pool = pool_name and tasks.node is not null;
    select true, jobs.completed, jobs.progress into is_running, completed, progress
      from jobs where number = job_number and status = 'running';
    if is_running is not true then
      is_running := false;
      return;
    end if;
    places := least(job_limit - of_job, result_limit - completed - of_job);
    if places <= 0 then
      return;
    end if;
    if of_team >= team_limit then
      is_team_busy := true;
      return;
    end if;
    places := least(places, team_limit - of_team);
    -- Results take tasks of the job, too, and wait for nobody here.
    select tasks."position", tasks.task, tasks.attempts, tasks.due_at into "position", task, attempts, due_at
      from job_tasks tasks
      where tasks.job = job_number and tasks.state = 'waiting' and tasks.node is null
      order by tasks."position" limit 1 for no key update skip locked;
    if "position" is null or due_at > now_ms then
      "position" := null;
      return;
    end if;
    update job_tasks tasks set node = node_id, pool = pool_name, taken_at = now()
      where tasks."position" = take_task."position";
    if places > 1 then
      select count(*) into waiting from (
        select from job_tasks tasks
        where tasks.job = job_number and tasks.state = 'waiting' and tasks.node is null
        limit places - 1) as others;
      if waiting > 0 then
        more := of_job + 1 + waiting;
      end if;
    end if;
  end
  $function$;
`;
