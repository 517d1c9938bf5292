import { TrawlError } from './trawl-error.js';

/** A listing or the pages of a job broke off: `received` is what had come, `cursor` is where to go on, `cause` is why. */
export class PaginationError extends TrawlError {
  override get name(): string {
    return 'PaginationError';
  }
}
