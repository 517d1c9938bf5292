import { type ErrorFacts, TrawlError } from './trawl-error.js';

/** A job ended without success: it failed, or was cancelled. `received` is what it had brought until then. */
export class JobFailedError extends TrawlError {
  override get name(): string {
    return 'JobFailedError';
  }

  /** How it ended, in the server's word: `failed` or `cancelled`. */
  declare readonly jobStatus: string;

  constructor(message: string, jobStatus: string, facts: ErrorFacts) {
    super(message, facts);
    this.jobStatus = jobStatus;
  }
}
