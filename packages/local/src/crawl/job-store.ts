import type { Document, JobError } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import type { Job, JobKind, JobProgress, JobRequest, JobStatus } from './job.js';
import { JOB_TABLES, type JobRow, jobOf } from './job-tables.js';
import type { FailedPages } from './job-warning.js';

/** How long a job is stored after its last request. */
const KEPT_MS = 24 * 60 * 60_000;

export interface NewJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly team: string;
  readonly request: JobRequest;
}

/** Stores crawls and batches, their documents by position, and their errors. */
export interface JobStore {
  create(job: NewJob): Job;
  /** Deletes expired jobs and idempotency keys. */
  forgetExpired(): void;
  find(id: string): Job | undefined;
  /** The last jobs of all teams, the latest first. */
  latest(limit: number): Job[];
  /** Whether nothing of the job may be kept elsewhere. */
  isPrivate(id: string): boolean;
  /** All running jobs, oldest first. */
  unfinished(): Job[];
  /** The ids of the running crawls of a team, oldest first. */
  crawling(team: string): string[];
  /** When the last job of the team was completed. */
  lastCompletion(team: string): number | undefined;
  /** Extends the retention of the job; returns when it expires. */
  touch(job: Job): number;
  setProgress(job: Job, progress: JobProgress): void;
  end(job: Job, status: Exclude<JobStatus, 'scraping'>, error?: string): void;
  /** Sets an ended job to running again. */
  reopen(job: Job): void;
  addDocument(job: Job, document: Document, credits: number): void;
  /** Documents as JSON text, from a position on, as many as fit; at least one if there is any. */
  documents(job: Job, page: { skip: number; limit: number; maxBytes: number }): string[];
  /** The document of a page by the id of its scrape, and the request of its job, as JSON text; none for jobs with zero data retention. */
  findDocument(
    scrapeId: string,
  ): { readonly team: string; readonly document: string; readonly request: string } | undefined;
  addError(job: Job, error: Omit<Required<JobError>, 'timestamp'>): void;
  errors(job: Job): JobError[];
  addBlocked(job: Job, url: string): void;
  blocked(job: Job): string[];
  /** How many pages of the job are no results, with the first error. */
  failedPages(job: Job): FailedPages;
  /** Stores an idempotency key; returns whether it is new for the team. */
  claimKey(team: string, key: string): boolean;
}

export interface JobStoreDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Called with the id of a job when it gets a document and when it ends. */
  readonly onChange?: ((jobId: string) => void) | undefined;
}

export function createJobStore(dependencies: JobStoreDependencies): JobStore {
  return new StoredJobs(dependencies);
}

class StoredJobs implements JobStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #onChange: (jobId: string) => void;

  constructor({ database, clock, onChange = () => {} }: JobStoreDependencies) {
    this.#database = database;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#database.execute(JOB_TABLES);
  }

  find(id: string): Job | undefined {
    const row = this.#database.get<JobRow>('select * from page_jobs where id = ?', id.toLowerCase());
    if (!row || (row.status !== 'scraping' && row.expires_at <= this.#clock.now())) return undefined;
    return jobOf(row);
  }

  forgetExpired(): void {
    this.#database.run("delete from page_jobs where expires_at <= ? and status <> 'scraping'", this.#clock.now());
    this.#database.run('delete from page_job_keys where expires_at <= ?', this.#clock.now());
  }

  create({ id, kind, team, request }: NewJob): Job {
    const now = this.#clock.now();
    this.#database.run(
      "insert into page_jobs (id, kind, team, status, request, created_at, expires_at) values (?, ?, ?, 'scraping', ?, ?, ?)",
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

  latest(limit: number): Job[] {
    return this.#database
      .all<JobRow>(
        "select * from page_jobs where status = 'scraping' or expires_at > ? order by number desc limit ?",
        this.#clock.now(),
        limit,
      )
      .map(jobOf);
  }

  isPrivate(id: string): boolean {
    const secrecy = `select 1 from page_jobs where id = ?
        and (request ->> '$.zeroDataRetention' or request ->> '$.scrapeOptions.lockdown')`;
    return this.#database.get(secrecy, id.toLowerCase()) !== undefined;
  }

  unfinished(): Job[] {
    return this.#database.all<JobRow>("select * from page_jobs where status = 'scraping' order by number").map(jobOf);
  }

  crawling(team: string): string[] {
    return this.#database
      .all<{ id: string }>(
        "select id from page_jobs where team = ? and status = 'scraping' and kind = 'crawl' order by number",
        team,
      )
      .map(({ id }) => id);
  }

  lastCompletion(team: string): number | undefined {
    return (
      this.#database.get<{ at: number | null }>(
        "select max(ended_at) as at from page_jobs where team = ? and status = 'completed'",
        team,
      )?.at ?? undefined
    );
  }

  touch({ number }: Job): number {
    const expiresAt = this.#clock.now() + KEPT_MS;
    this.#database.run('update page_jobs set expires_at = ? where number = ?', expiresAt, number);
    return expiresAt;
  }

  setProgress({ number }: Job, progress: JobProgress): void {
    this.#database.run('update page_jobs set progress = ? where number = ?', JSON.stringify(progress), number);
  }

  end({ id, number, createdAt }: Job, status: Exclude<JobStatus, 'scraping'>, error?: string): void {
    const now = this.#clock.now();
    this.#database.run(
      'update page_jobs set status = ?, error = ?, ended_at = ?, expires_at = ? where number = ?',
      // A clock that was put back lets no job end before it began.
      status,
      error ?? null,
      Math.max(now, createdAt),
      now + KEPT_MS,
      number,
    );
    this.#onChange(id);
  }

  reopen({ number }: Job): void {
    this.#database.run("update page_jobs set status = 'scraping', ended_at = null where number = ?", number);
  }

  addDocument({ id, number, request }: Job, document: Document, credits: number): void {
    // As bytes: a text of megabytes is handed to the database letter by letter.
    const bytes = Buffer.from(JSON.stringify(document));
    const scrapeId = document.metadata?.scrapeId;
    if (scrapeId !== undefined && !request.zeroDataRetention) {
      this.#database.run(
        'insert into page_job_scrapes (id, job, position) select ?, number, completed from page_jobs where number = ?',
        scrapeId,
        number,
      );
    }
    this.#database.run(
      `insert into page_job_documents (job, position, bytes, document)
          select number, completed, ?, cast(? as text) from page_jobs where number = ?`,
      bytes.length,
      bytes,
      number,
    );
    this.#database.run(
      'update page_jobs set completed = completed + 1, credits = credits + ? where number = ?',
      credits,
      number,
    );
    this.#onChange(id);
  }

  documents({ number }: Job, { skip, limit, maxBytes }: { skip: number; limit: number; maxBytes: number }): string[] {
    const sizes = this.#database.all<{ bytes: number }>(
      'select bytes from page_job_documents where job = ? and position >= ? order by position limit ?',
      number,
      skip,
      limit,
    );
    let total = 0;
    const overflow = sizes.findIndex(({ bytes }, index) => {
      total += bytes;
      return index > 0 && total > maxBytes;
    });
    return this.#database
      .all<{ document: string }>(
        'select document from page_job_documents where job = ? and position >= ? order by position limit ?',
        number,
        skip,
        overflow < 0 ? limit : overflow,
      )
      .map(({ document }) => document);
  }

  findDocument(
    scrapeId: string,
  ): { readonly team: string; readonly document: string; readonly request: string } | undefined {
    return this.#database.get<{ team: string; document: string; request: string }>(
      `select team, document, request from page_job_scrapes as scrape
          join page_jobs on number = scrape.job
          join page_job_documents as page on page.job = scrape.job and page.position = scrape.position
          where scrape.id = ? and (status = 'scraping' or expires_at > ?)`,
      scrapeId.toLowerCase(),
      this.#clock.now(),
    );
  }

  addError({ number }: Job, error: Omit<Required<JobError>, 'timestamp'>): void {
    const timestamp = new Date(this.#clock.now()).toISOString();
    const { id, ...rest } = error;
    this.#database.run(
      'insert into page_job_errors (job, error) values (?, ?)',
      number,
      JSON.stringify({ id, timestamp, ...rest }),
    );
  }

  errors({ number }: Job): JobError[] {
    return this.#database
      .all<{ error: string }>('select error from page_job_errors where job = ? order by rowid', number)
      .map(({ error }) => JSON.parse(error));
  }

  addBlocked({ number }: Job, url: string): void {
    this.#database.run('insert into page_job_blocked (job, url) values (?, ?)', number, url);
  }

  blocked({ number }: Job): string[] {
    return this.#database
      .all<{ url: string }>('select url from page_job_blocked where job = ? order by rowid', number)
      .map(({ url }) => url);
  }

  failedPages({ number }: Job): FailedPages {
    const row = this.#database.get<{ failed: number; first: string | null; blocked: number }>(
      `select (select count(*) from page_job_errors where job = ?) as failed,
          (select error from page_job_errors where job = ? order by rowid limit 1) as first,
          (select count(*) from page_job_blocked where job = ?) as blocked`,
      number,
      number,
      number,
    );
    const firstError = row?.first == null ? undefined : JSON.parse(row.first);
    return { failed: row?.failed ?? 0, firstError, blocked: row?.blocked ?? 0 };
  }

  claimKey(team: string, key: string): boolean {
    const now = this.#clock.now();
    const claim = `insert into page_job_keys (team, key, expires_at) values (?, ?, ?)
        on conflict (team, key) do update set expires_at = excluded.expires_at where expires_at <= ?`;
    return this.#database.run(claim, team, key, now + KEPT_MS, now) === 1;
  }
}
