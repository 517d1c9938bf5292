import { TrawlError } from './trawl-error.js';

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends TrawlError {
  override get name(): string {
    return 'AbortedError';
  }
}
