import { TrawlError } from './trawl-error.js';

/** What came back does not fit the schema that was asked for; `details` lists the places. */
export class SchemaMismatchError extends TrawlError {
  override get name(): string {
    return 'SchemaMismatchError';
  }
}
