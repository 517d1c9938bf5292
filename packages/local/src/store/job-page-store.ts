import type { Clock } from '@trawl/base/clock';
import type { Document, JobError } from '@trawl/client';
import { type Kysely, sql } from 'kysely';
import { pack } from '../base/compression.js';
import { type PackedText, unpackText } from '../base/long-text.js';
import { fittingCount } from './fitting-count.js';
import type { Job } from './job-store.js';
import { statement } from './statement.js';
import type { StoreContext } from './store-context.js';
import type { PageJobDocumentTable, Tables } from './tables.js';

/** The pages of a job that are no results. */
export interface FailedPages {
  /** The number of errors of the job. */
  readonly failed: number;
  readonly firstError: JobError | undefined;
  /** The number of pages that robots.txt forbids. */
  readonly blocked: number;
}

/** Which documents to return: from a position on, as many as fit; at least one if there is any. */
export interface DocumentSlice {
  readonly skip: number;
  readonly limit: number;
  readonly maxBytes: number;
}

/** A document of a job, as JSON text, with the request of the job. */
export interface DocumentOfScrape {
  readonly team: string;
  readonly document: string;
  readonly request: string;
}

/** The fastest level, because a crawl writes many documents. */
const COMPRESSION_LEVEL = 1;

/** Compresses a document for storage: before the transaction, which waits for nothing but its own statements. */
export async function packDocument(document: Document): Promise<PackedText> {
  const json = Buffer.from(JSON.stringify(document));
  return { length: json.length, packed: await pack(json, COMPRESSION_LEVEL) };
}

type JobNumber = Pick<Job, 'number'>;

/** A document as JSON text. Those of older versions are not compressed. */
export type StoredDocument = string | PackedText;

/** Stores what jobs have read: documents by position, errors, and pages that robots.txt forbids. */
export interface JobPageStore {
  /** Adds a document; it can be found by the id of its scrape if there is one. */
  addDocument(job: JobNumber, position: number, document: PackedText, scrapeId?: string): Promise<void>;
  /** Documents as JSON text. */
  documents(job: JobNumber, slice: DocumentSlice): Promise<string[]>;
  /** Documents as they are stored: JSON text, or compressed. */
  storedDocuments(job: JobNumber, slice: DocumentSlice): Promise<StoredDocument[]>;
  findDocument(scrapeId: string): Promise<DocumentOfScrape | undefined>;
  addError(job: JobNumber, error: Omit<Required<JobError>, 'timestamp'>): Promise<void>;
  errors(job: JobNumber): Promise<JobError[]>;
  addBlocked(job: JobNumber, url: string): Promise<void>;
  blocked(job: JobNumber): Promise<string[]>;
  /** How many pages of the job are no results, with the first error. */
  failedPages(job: JobNumber): Promise<FailedPages>;
}

interface NewDocument extends JobNumber, PackedText {
  readonly position: number;
}

const NO_DOCUMENT = sql.lit('{}');

const insertDocument = statement((db, { number, position, length, packed }: NewDocument) =>
  db.insertInto('page_job_documents').values({ job: number, position, bytes: length, document: NO_DOCUMENT, packed }),
);

interface NewScrape {
  readonly scrapeId: string;
}

const insertScrape = statement((db, { scrapeId, number, position }: Omit<NewDocument, keyof PackedText> & NewScrape) =>
  db.insertInto('page_job_scrapes').values({ id: scrapeId, job: number, position }),
);

const insertBoth = statement((db, { number, position, length, packed, scrapeId }: NewDocument & NewScrape) =>
  db
    .with('scrape', (db) => db.insertInto('page_job_scrapes').values({ id: scrapeId, job: number, position }))
    .insertInto('page_job_documents')
    .values({ job: number, position, bytes: length, document: NO_DOCUMENT, packed }),
);

type Slice = JobNumber & Pick<DocumentSlice, 'skip' | 'limit'>;

const selectSizes = statement((db, slice: Slice) => sliceOf(db, slice).select('bytes'));
const selectDocuments = statement((db, slice: Slice) => sliceOf(db, slice).select(['document', 'packed', 'bytes']));

function sliceOf(db: Kysely<Tables>, { number, skip, limit }: Slice) {
  return db
    .selectFrom('page_job_documents')
    .where('job', '=', number)
    .where('position', '>=', skip)
    .orderBy('position')
    .limit(limit);
}

/** The document as JSON text. */
async function textOf({ document, packed }: Pick<PageJobDocumentTable, 'document' | 'packed'>): Promise<string> {
  return packed === null ? document : unpackText(packed);
}

export class SqlJobPages implements JobPageStore {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  readonly #writesTogether: boolean;

  constructor({ db, clock, dialect }: StoreContext) {
    this.#db = db;
    this.#clock = clock;
    this.#writesTogether = dialect.writesTogether;
  }

  async addDocument({ number }: JobNumber, position: number, document: PackedText, scrapeId?: string): Promise<void> {
    const row = { number, position, ...document };
    if (scrapeId !== undefined && this.#writesTogether) {
      await insertBoth(this.#db, { ...row, scrapeId });
      return;
    }
    await insertDocument(this.#db, row);
    if (scrapeId !== undefined) await insertScrape(this.#db, { scrapeId, number, position });
  }

  async documents(job: JobNumber, slice: DocumentSlice): Promise<string[]> {
    return Promise.all((await this.#documentsOf(job, slice)).map(textOf));
  }

  async storedDocuments(job: JobNumber, slice: DocumentSlice): Promise<StoredDocument[]> {
    const rows = await this.#documentsOf(job, slice);
    return rows.map(({ document, packed, bytes }) => (packed === null ? document : { length: bytes, packed }));
  }

  async findDocument(scrapeId: string): Promise<DocumentOfScrape | undefined> {
    const found = await this.#db
      .selectFrom('page_job_scrapes as scrape')
      .innerJoin('jobs', 'jobs.number', 'scrape.job')
      .innerJoin('page_job_documents as page', (join) =>
        join.onRef('page.job', '=', 'scrape.job').onRef('page.position', '=', 'scrape.position'),
      )
      .where('scrape.id', '=', scrapeId.toLowerCase())
      .where(({ eb, or }) => or([eb('jobs.status', '=', 'running'), eb('jobs.expires_at', '>', this.#clock.now())]))
      .select(['jobs.team', 'page.document', 'page.packed', 'jobs.request'])
      .executeTakeFirst();
    return found && { team: found.team, request: found.request, document: await textOf(found) };
  }

  async addError({ number }: JobNumber, { id, ...rest }: Omit<Required<JobError>, 'timestamp'>): Promise<void> {
    const timestamp = new Date(this.#clock.now()).toISOString();
    const error = JSON.stringify({ id, timestamp, ...rest });
    await this.#db.insertInto('page_job_errors').values({ job: number, error }).execute();
  }

  async errors({ number }: JobNumber): Promise<JobError[]> {
    const rows = await this.#errorsOf(number).execute();
    return rows.map(({ error }) => JSON.parse(error));
  }

  async addBlocked({ number }: JobNumber, url: string): Promise<void> {
    await this.#db.insertInto('page_job_blocked').values({ job: number, url }).execute();
  }

  async blocked({ number }: JobNumber): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('page_job_blocked')
      .where('job', '=', number)
      .select('url')
      .orderBy(sql`rowid`)
      .execute();
    return rows.map(({ url }) => url);
  }

  async failedPages({ number }: JobNumber): Promise<FailedPages> {
    const { failed, blocked, first } = await this.#db
      .selectNoFrom(({ selectFrom }) => [
        selectFrom('page_job_errors')
          .where('job', '=', number)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('failed'),
        selectFrom('page_job_blocked')
          .where('job', '=', number)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('blocked'),
        this.#errorsOf(number).limit(1).as('first'),
      ])
      .executeTakeFirstOrThrow();
    return { failed: failed ?? 0, firstError: first === null ? undefined : JSON.parse(first), blocked: blocked ?? 0 };
  }

  async #documentsOf({ number }: JobNumber, { skip, limit, maxBytes }: DocumentSlice) {
    const sizes = (await selectSizes(this.#db, { number, skip, limit })).rows;
    return (await selectDocuments(this.#db, { number, skip, limit: fittingCount(sizes, maxBytes) })).rows;
  }

  #errorsOf(job: number) {
    return this.#db.selectFrom('page_job_errors').where('job', '=', job).select('error').orderBy(sql`rowid`);
  }
}
