import type { Database } from '../database.js';

/** Makes checks of monitors and queues of deliveries jobs, and lets tasks be done again later. */
export function makeChecksAndDeliveriesJobs(database: Database): void {
  database.execute(`
    alter table job_tasks add column attempts integer not null default 0;
    alter table job_tasks add column due_at integer;

    insert into jobs (id, kind, team, status, request, progress, created_at, expires_at)
    select checks.id, 'check', team, 'running', json_object('monitor', json(monitors.monitor)),
      iif(checks.status = 'running', json_object('startedAt', record ->> 'startedAt'), null), created, created
    from monitor_checks as checks join monitors on monitors.id = checks.monitor
    where checks.status in ('queued', 'running') order by checks.rowid;
    insert into job_tasks (job, key, task, state)
    select number, target.key, target.value, 'waiting'
    from jobs, json_each(request, '$.monitor.targets') as target where kind = 'check';

    insert into jobs (id, kind, team, status, request, created_at, expires_at)
    select 'events:' || queue, 'webhook',
      coalesce((select team from jobs where id = queue), (
        select team from monitor_checks as checks join monitors on monitors.id = checks.monitor where checks.id = queue
      ), ''), 'running', json_object('about', queue), 0, 0
    from webhook_outbox group by queue order by min(position);
    insert into job_tasks (job, key, task, state)
    select number, position, json_object('url', url, 'headers', json(headers), 'event', json(body)), 'waiting'
    from webhook_outbox join jobs on id = 'events:' || queue order by position;
    drop table webhook_outbox;
  `);
}
