import { TrawlError } from './trawl-error.js';

/** The server could not be reached, or the connection broke before the answer was complete. */
export class ConnectionError extends TrawlError {
  override get name(): string {
    return 'ConnectionError';
  }
}
