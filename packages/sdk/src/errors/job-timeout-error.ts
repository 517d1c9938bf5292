import { TrawlError } from './trawl-error.js';

/** A job was not finished by its deadline. It goes on without us: resume or cancel it by `jobId`. */
export class JobTimeoutError extends TrawlError {
  override get name(): string {
    return 'JobTimeoutError';
  }
}
