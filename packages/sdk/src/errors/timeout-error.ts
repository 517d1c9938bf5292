import { TrawlError } from './trawl-error.js';

/** The answer was not complete within `timeoutMs`, or the call not done within `totalTimeoutMs`. */
export class TimeoutError extends TrawlError {
  override get name(): string {
    return 'TimeoutError';
  }
}
