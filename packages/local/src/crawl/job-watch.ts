import type { JobEngine } from '../jobs/engine.js';
import { observe } from '../jobs/observe.js';
import type { WatchRequest } from '../jobs/watch.js';
import type { PageJob } from './job.js';
import { jobAnswer } from './job-answer.js';
import { JobFeed } from './job-feed.js';
import type { Jobs } from './jobs.js';

/**
 * The documents of one message about the state of a job. It holds less than the page of an answer, because the server keeps
 * it in memory while a client reads slowly.
 */
const PAGE = { skip: 0, limit: 100, maxBytes: 1024 * 1024 };

/** Documents that are read from the database at once. */
const NEXT = { limit: 10, maxBytes: 1024 * 1024 };

/** A job that somebody follows. */
interface FollowedJob {
  readonly number: number;
  readonly feed: JobFeed;
  /** How many follow it. */
  followers: number;
}

/** Tells clients what becomes of crawls and batches. */
export class JobWatch {
  readonly #jobs: Jobs;
  readonly #engine: Pick<JobEngine, 'onChange'>;
  /** What is followed, by the numbers of the jobs. */
  readonly #followed = new Map<number, FollowedJob>();

  constructor(jobs: Jobs, engine: Pick<JobEngine, 'onChange'>) {
    this.#jobs = jobs;
    this.#engine = engine;
  }

  /**
   * Returns the messages to a client that watches a job, as JSON text: the state at first, and then each document that is not
   * in it. After that, the client asks for the state of the job, as with other servers of this API.
   */
  async *messages({ team, id, url, signal }: WatchRequest): AsyncGenerator<string | Buffer> {
    const state = await this.#jobs.state(team, id);
    const { job } = state;
    const documents = await this.#jobs.documents(job, PAGE);
    const isRunning = job.status === 'running';
    const isWhole = documents.length === job.completed;
    // A client takes the state of an ended job for all of it.
    const sendsState = isRunning || isWhole;
    if (sendsState) yield `{"type":"catchup","data":${jobAnswer(state, documents, PAGE, url).join('')}}`;
    if (isRunning || !isWhole) yield* this.#documents(job, sendsState ? documents.length : 0, signal);
  }

  async *#documents(job: PageJob, from: number, signal: AbortSignal): AsyncGenerator<string | Buffer> {
    const followed = this.#follow(job);
    const { feed } = followed;
    const changes = observe(feed, job.id, signal);
    let position = from;
    try {
      for (;;) {
        signal.throwIfAborted();
        const message = feed.message(position);
        if (message) {
          yield message;
          position += 1;
        } else if (position < feed.end) {
          // It has fallen behind what is kept in memory.
          const documents = await this.#jobs.documents(feed.job, { skip: position, ...NEXT });
          if (documents.length === 0) return;
          for (const document of documents) yield documentMessage(document);
          position += documents.length;
        } else if (feed.isOver) {
          feed.throwFailure();
          return;
        } else {
          await changes.next();
        }
      }
    } finally {
      changes.stop();
      this.#leave(followed);
    }
  }

  #follow(job: PageJob): FollowedJob {
    const existing = this.#followed.get(job.number);
    // A batch that gets more pages runs again.
    if (existing && !existing.feed.isOver) {
      existing.followers += 1;
      return existing;
    }
    const feed = new JobFeed(job, {
      state: async () => (await this.#jobs.state(job.team, job.id)).job,
      read: (current, skip) => this.#jobs.documents(current, { skip, ...NEXT }),
      messageOf: documentMessage,
      engine: this.#engine,
    });
    const followed = { feed, number: job.number, followers: 1 };
    this.#followed.set(job.number, followed);
    return followed;
  }

  #leave(followed: FollowedJob): void {
    followed.followers -= 1;
    if (followed.followers > 0) return;
    followed.feed.close();
    if (this.#followed.get(followed.number) === followed) this.#followed.delete(followed.number);
  }
}

function documentMessage(document: string): Buffer {
  return Buffer.from(`{"type":"document","data":${document}}`);
}
