import { EventEmitter } from 'node:events';
import type { JobEngine } from '../jobs/engine.js';
import { observe } from '../jobs/observe.js';
import type { PageJob } from './job.js';

/** Bytes of the last messages of a job that stay in memory. Who is further behind reads the documents again. */
const MAX_BYTES = 1024 * 1024;

export interface JobFeedOptions {
  /** The job as it is stored now. */
  readonly state: () => Promise<PageJob>;
  /** Some documents from a position on, as JSON text. */
  readonly read: (job: PageJob, skip: number) => Promise<readonly string[]>;
  readonly messageOf: (document: string) => Buffer;
  readonly engine: Pick<JobEngine, 'onChange'>;
}

/** Reads the documents of a job once as they come, and keeps the last ones for all who follow the job. */
export class JobFeed {
  readonly #options: JobFeedOptions;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();
  /** The last messages, of which the first is that of the document at `#first`. */
  #messages: Buffer[] = [];
  #first: number;
  #bytes = 0;
  #job: PageJob;
  #isOver = false;
  #failure: unknown;

  /** Begins with the documents that come after those that the job has. */
  constructor(job: PageJob, options: JobFeedOptions) {
    this.#job = job;
    this.#first = job.completed;
    this.#options = options;
    this.#follow().catch((error: unknown) => {
      this.#failure = error;
      this.#end();
    });
  }

  /** The job as it was when the last documents were read. */
  get job(): PageJob {
    return this.#job;
  }

  /** The position after the last document. */
  get end(): number {
    return this.#first + this.#messages.length;
  }

  /** Whether no more documents come. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Throws why the documents cannot be read, if they cannot. */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The message with the document at a position; undefined when it is not kept. */
  message(position: number): Buffer | undefined {
    return this.#messages[position - this.#first];
  }

  /** Calls the listener after each change; returns a function that stops the calls. */
  onChange(_id: string, listener: () => void): () => void {
    this.#changes.on('change', listener);
    return () => this.#changes.off('change', listener);
  }

  close(): void {
    this.#closing.abort();
  }

  async #follow(): Promise<void> {
    const { engine, state } = this.#options;
    const { signal } = this.#closing;
    const changes = observe(engine, this.#job.id, signal);
    try {
      while (!signal.aborted) {
        const job = await state();
        await this.#read(job);
        if (job.status !== 'running') return this.#end();
        await changes.next();
      }
    } finally {
      changes.stop();
    }
  }

  async #read(job: PageJob): Promise<void> {
    while (this.end < job.completed) {
      const documents = await this.#options.read(job, this.end);
      if (documents.length === 0) return;
      this.#job = job;
      for (const document of documents) this.#keep(this.#options.messageOf(document));
      this.#changes.emit('change');
    }
  }

  #keep(message: Buffer): void {
    this.#messages.push(message);
    this.#bytes += message.length;
    let dropped = 0;
    while (this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#messages[dropped]?.length ?? 0;
      dropped += 1;
    }
    this.#messages.splice(0, dropped);
    this.#first += dropped;
  }

  #end(): void {
    this.#isOver = true;
    this.#changes.emit('change');
  }
}
