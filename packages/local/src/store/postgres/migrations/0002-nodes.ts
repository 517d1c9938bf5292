/**
 * What the nodes of a service share: who they are, which tasks each has in hand, which of them has a browser session, and
 * when each host may be asked. Taking a task is a function, because each of its statements has to see what the one before has waited for, in one round trip.
 */
export const NODES = `
  create table nodes (
    id text primary key, name text not null, role text not null, version text not null, address text,
    process text not null, secret text not null, worker text not null, started_at timestamptz not null default now(), seen_at timestamptz not null default now());
  create table task_leases (
    job bigint not null references jobs (number) on delete cascade, task bigint not null, node text,
    slots text not null, team text not null, taken_at timestamptz not null default now(), primary key (job, task));
  create index task_leases_by_task on task_leases (task);
  create index task_leases_by_team on task_leases (team, slots);
  create index task_leases_by_node on task_leases (node);
  create table session_places (
    id text primary key, team text not null, process text not null, is_over boolean not null default false,
    added_at timestamptz not null default now());
  create index session_places_by_process on session_places (process);
  create table host_turns (host text primary key, last_at timestamptz not null);

  create function take_task(
    job_number bigint, node_id text, slots_name text, team_name text, now_ms bigint,
    job_limit bigint, team_limit bigint, result_limit bigint,
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
    -- A lease that a crash of the database forgets is taken again: nobody has to wait for the disk.
    perform set_config('synchronous_commit', 'off', true);
    -- Whoever takes a task of the team waits here, so that each counts the leases of all before.
    perform pg_advisory_xact_lock(hashtextextended(slots_name || ' ' || team_name, 0));
    -- Counted before the job is read: a result that is stored in between counts twice, and never not at all.
    select count(*) filter (where leases.job = job_number), count(*) into of_job, of_team
      from task_leases leases
      where leases.slots = slots_name and leases.team = team_name and leases.task <> 0;
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
    select tasks."position", tasks.task, tasks.attempts, tasks.due_at into "position", task, attempts, due_at
      from job_tasks tasks
      where tasks.job = job_number and tasks.state = 'waiting'
        and not exists (select from task_leases leases where leases.task = tasks."position")
      order by tasks."position" limit 1;
    if "position" is null or due_at > now_ms then
      "position" := null;
      return;
    end if;
    insert into task_leases (job, task, node, slots, team)
      values (job_number, "position", node_id, slots_name, team_name);
    if places > 1 then
      select count(*) into waiting from (
        select from job_tasks tasks
        where tasks.job = job_number and tasks.state = 'waiting'
          and not exists (select from task_leases leases where leases.task = tasks."position")
        limit places - 1) as others;
      if waiting > 0 then
        more := of_job + 1 + waiting;
      end if;
    end if;
  end
  $function$;
`;
