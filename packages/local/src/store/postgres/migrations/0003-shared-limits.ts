/**
 * The limits of the calls of keys, and where scrapes and browser sessions are. A crash of the database forgets the limits, so
 * that no call waits for the disk. Beginning a call is a function, because each of its statements has to see what the one
 * before has waited for, in one round trip.
 */
export const SHARED_LIMITS = `
  create unlogged table call_allowances (key text primary key, calls float8 not null, counted_at timestamptz not null);
  create unlogged table calls_in_progress (id text primary key, key text not null, process text not null);
  create index calls_in_progress_by_key on calls_in_progress (key);
  create index calls_in_progress_by_process on calls_in_progress (process);

  create function begin_call(
    call_id text, key_id text, process_id text, rate float8, concurrency bigint,
    out wait_ms float8, out is_busy boolean)
  language plpgsql as $function$
  declare
    allowed float8;
  begin
    wait_ms := 0;
    is_busy := false;
    -- Whoever begins a call of the key waits here, so that each counts the calls of all before.
    perform pg_advisory_xact_lock(hashtextextended('calls of ' || key_id, 0));
    if rate is not null then
      -- What is allowed grows by the rate, up to the calls of a minute.
      select least(rate, calls + greatest(0, extract(epoch from clock_timestamp() - counted_at)::float8) * rate / 60)
        into allowed from call_allowances where key = key_id;
      allowed := coalesce(allowed, rate);
      if allowed < 1 then
        wait_ms := (1 - allowed) * 60000 / rate;
        return;
      end if;
      insert into call_allowances (key, calls, counted_at) values (key_id, allowed - 1, clock_timestamp())
        on conflict (key) do update set calls = excluded.calls, counted_at = excluded.counted_at;
    end if;
    if concurrency is not null then
      -- A process that is no node has ended, or is about to enter.
      if (
        select count(*) from calls_in_progress calls
        where calls.key = key_id and exists (select from nodes where nodes.process = calls.process)
      ) >= concurrency then
        is_busy := true;
        return;
      end if;
      insert into calls_in_progress (id, key, process) values (call_id, key_id, process_id);
    end if;
  end
  $function$;

  alter table finished_scrapes add column process text;
  alter table nodes add column sessions integer not null default 0, add column session_room integer not null default 0;
`;
