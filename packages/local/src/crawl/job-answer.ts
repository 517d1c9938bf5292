import type { JobState } from './jobs.js';

/** Which documents to return with the state of a job. */
export interface JobPage {
  readonly skip: number;
  /** The maximum number of documents; default: as many as one page holds. */
  readonly limit?: number | undefined;
}

const MAX_DOCUMENTS = 100;
const MAX_BYTES = 10 * 1024 * 1024;

export function boundsOf({ skip, limit }: JobPage): { skip: number; limit: number; maxBytes: number } {
  return { skip, limit: Math.min(limit ?? MAX_DOCUMENTS, MAX_DOCUMENTS), maxBytes: MAX_BYTES };
}

/**
 * The state of a job and one page of its documents, as the parts of a JSON text: the documents are stored as text, and a page may
 * hold megabytes of it. `url` is the URL of the job.
 */
export function jobAnswer<Document>(
  { job, total, expiresAt, isHeldUp, warning = isHeldUp ? HELD_UP : undefined }: JobState,
  documents: readonly Document[],
  page: JobPage,
  url: string,
): (string | Document)[] {
  const next = nextPage(job, documents.length, page);
  const head = {
    success: true,
    status: statusOf(job),
    completed: job.completed,
    total,
    creditsUsed: job.credits,
    expiresAt: timestamp(expiresAt),
    ...(next && { next: `${url}?${next}` }),
    createdAt: timestamp(job.createdAt),
    ...(job.endedAt !== undefined && {
      completedAt: timestamp(job.endedAt),
      duration: (job.endedAt - job.createdAt) / 1000,
    }),
    ...(job.error !== undefined && { error: job.error }),
    ...(warning !== undefined && { warning }),
  };
  const list = documents.flatMap((document, index) => (index === 0 ? [document] : [',', document]));
  return [`${JSON.stringify(head).slice(0, -1)},"data":[`, ...list, ']}'];
}

/**
 * The query of the next page; undefined when there is none. Servers of this API return one until a job is completed,
 * even if it is the same page again, and a client that follows it never ends. Here the client polls a running job instead.
 */
function nextPage(job: JobState['job'], count: number, { skip, limit }: JobPage): URLSearchParams | undefined {
  const position = skip + count;
  const query = new URLSearchParams({ skip: String(position) });
  // A caller that requested the state alone finds the documents there.
  if (limit === 0) return skip < job.completed ? query : undefined;
  if (count === 0 || (job.status !== 'running' && position >= job.completed)) return undefined;
  if (limit !== undefined) query.set('limit', String(limit));
  return query;
}

/** The status of a crawl or a batch, as callers know it. */
export function statusOf({
  status,
}: Pick<JobState['job'], 'status'>): 'scraping' | 'completed' | 'failed' | 'cancelled' {
  return status === 'running' ? 'scraping' : status;
}

const HELD_UP =
  'The job waits: what it brings cannot be stored at the moment. The log of the server says why, a full disk for instance.';

const timestamp = (time: number): string => new Date(time).toISOString();
