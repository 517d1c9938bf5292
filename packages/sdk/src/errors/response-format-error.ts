import { TrawlError } from './trawl-error.js';

/** The server answered with success, but not with what the API answers: HTML, broken JSON, or nothing at all. */
export class ResponseFormatError extends TrawlError {
  override get name(): string {
    return 'ResponseFormatError';
  }
}
