import type { Job, JobKind, JobStatus } from './job.js';

export const JOB_TABLES = `
  create table if not exists page_jobs (
    number integer primary key,
    id text not null unique,
    kind text not null,
    team text not null,
    status text not null,
    request json text not null,
    progress json text not null default '{}',
    created_at integer not null,
    ended_at integer,
    expires_at integer not null,
    completed integer not null default 0,
    credits real not null default 0,
    error text
  );
  create index if not exists page_jobs_by_expiry on page_jobs (expires_at);
  create table if not exists page_job_documents (
    job integer not null references page_jobs on delete cascade,
    position integer not null,
    bytes integer not null,
    document json text not null,
    unique (job, position)
  );
  create table if not exists page_job_scrapes (
    id text primary key,
    job integer not null references page_jobs on delete cascade,
    position integer not null
  ) without rowid;
  create index if not exists page_job_scrapes_by_job on page_job_scrapes (job);
  create table if not exists page_job_errors (
    job integer not null references page_jobs on delete cascade,
    error json text not null
  );
  create index if not exists page_job_errors_by_job on page_job_errors (job);
  create table if not exists page_job_blocked (
    job integer not null references page_jobs on delete cascade,
    url text not null
  );
  create index if not exists page_job_blocked_by_job on page_job_blocked (job);
  create table if not exists page_job_keys (
    team text not null,
    key text not null,
    expires_at integer not null,
    primary key (team, key)
  );
`;

/** A row of `page_jobs`. */
export interface JobRow {
  readonly number: number;
  readonly id: string;
  readonly kind: JobKind;
  readonly team: string;
  readonly status: JobStatus;
  readonly request: string;
  readonly progress: string;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly expires_at: number;
  readonly completed: number;
  readonly credits: number;
  readonly error: string | null;
}

export function jobOf(row: JobRow): Job {
  return {
    number: row.number,
    id: row.id,
    kind: row.kind,
    team: row.team,
    status: row.status,
    request: JSON.parse(row.request),
    progress: JSON.parse(row.progress),
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.expires_at,
    completed: row.completed,
    credits: row.credits,
    error: row.error ?? undefined,
  };
}
