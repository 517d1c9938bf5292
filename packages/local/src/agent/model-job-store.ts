import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import type { ModelJob, ModelJobKind, ModelJobResult, ModelJobStatus } from './model-job.js';

/** How long a job is stored after its end. */
const KEPT_MS = 24 * 60 * 60_000;

const TABLE = `
  create table if not exists model_jobs (
    number integer primary key,
    id text not null unique,
    kind text not null,
    team text not null,
    status text not null,
    request json text not null,
    progress json text,
    steps integer not null default 0,
    result json text,
    credits real not null default 0,
    tokens integer not null default 0,
    created_at integer not null,
    ended_at integer,
    expires_at integer not null,
    error text
  );
  create index if not exists model_jobs_by_expiry on model_jobs (expires_at);
`;

interface Row {
  readonly id: string;
  readonly kind: ModelJobKind;
  readonly team: string;
  readonly status: ModelJobStatus;
  readonly request: string;
  readonly progress: string | null;
  readonly steps: number;
  readonly result: string | null;
  readonly credits: number;
  readonly tokens: number;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly expires_at: number;
  readonly error: string | null;
}

/** What a job used since the last write. */
export interface Usage {
  readonly credits: number;
  readonly tokens: number;
}

export interface ModelJobStore {
  create(job: Pick<ModelJob, 'id' | 'kind' | 'team' | 'request'>): ModelJob;
  find(id: string): ModelJob | undefined;
  /** The last jobs of all teams, the latest first. */
  latest(limit: number): ModelJob[];
  /** All running jobs, the oldest first. */
  unfinished(): ModelJob[];
  /** Stores a finished step. */
  step(id: string, progress: unknown, usage: Usage): void;
  /** Stores the end, and deletes what was kept to go on. */
  end(
    id: string,
    end: { status: ModelJobStatus; result?: ModelJobResult | undefined; error?: string | undefined },
    usage: Usage,
  ): void;
  forgetExpired(): void;
}

export function createModelJobStore(dependencies: { database: Database; clock: Clock }): ModelJobStore {
  return new StoredModelJobs(dependencies);
}

class StoredModelJobs implements ModelJobStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    this.#database.execute(TABLE);
  }

  find(id: string): ModelJob | undefined {
    const row = this.#database.get<Row>('select * from model_jobs where id = ?', id.toLowerCase());
    if (!row || (row.status !== 'processing' && row.expires_at <= this.#clock.now())) return undefined;
    return jobOf(row);
  }

  create({ id, kind, team, request }: Pick<ModelJob, 'id' | 'kind' | 'team' | 'request'>): ModelJob {
    const now = this.#clock.now();
    this.#database.run(
      `insert into model_jobs (id, kind, team, status, request, created_at, expires_at)
         values (?, ?, ?, 'processing', ?, ?, ?)`,
      id,
      kind,
      team,
      JSON.stringify(request),
      now,
      now + KEPT_MS,
    );
    const job = this.find(id);
    if (!job) throw new Error(`The job ${id} was stored and cannot be found.`);
    return job;
  }

  latest(limit: number): ModelJob[] {
    return this.#database
      .all<Row>(
        "select * from model_jobs where status = 'processing' or expires_at > ? order by number desc limit ?",
        this.#clock.now(),
        limit,
      )
      .map(jobOf);
  }

  unfinished(): ModelJob[] {
    return this.#database.all<Row>("select * from model_jobs where status = 'processing' order by number").map(jobOf);
  }

  step(id: string, progress: unknown, { credits, tokens }: Usage): void {
    const sql =
      'update model_jobs set progress = ?, steps = steps + 1, credits = credits + ?, tokens = tokens + ? where id = ?';
    this.#database.run(sql, JSON.stringify(progress), credits, tokens, id);
  }

  end(
    id: string,
    {
      status,
      result,
      error,
    }: { status: ModelJobStatus; result?: ModelJobResult | undefined; error?: string | undefined },
    { credits, tokens }: Usage,
  ): void {
    const now = this.#clock.now();
    this.#database.run(
      `update model_jobs set status = ?, result = ?, error = ?, progress = null, credits = credits + ?,
         tokens = tokens + ?, ended_at = ?, expires_at = ? where id = ?`,
      status,
      result === undefined ? null : JSON.stringify(result),
      error ?? null,
      credits,
      tokens,
      now,
      now + KEPT_MS,
      id,
    );
  }

  forgetExpired(): void {
    this.#database.run("delete from model_jobs where expires_at <= ? and status <> 'processing'", this.#clock.now());
  }
}

function jobOf(row: Row): ModelJob {
  return {
    id: row.id,
    kind: row.kind,
    team: row.team,
    status: row.status,
    steps: row.steps,
    request: JSON.parse(row.request),
    progress: row.progress === null ? undefined : JSON.parse(row.progress),
    result: row.result === null ? undefined : JSON.parse(row.result),
    credits: row.credits,
    tokens: row.tokens,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at ?? undefined,
    error: row.error ?? undefined,
  };
}
