import { StorageUnavailable } from './storage-unavailable.js';

/** This error is thrown when the database cannot be reached. What was to be stored can be repeated when it is back. */
export class DatabaseAway extends StorageUnavailable {
  override readonly name = 'DatabaseAway';

  /** What the connection or the database said. */
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(`The database does not answer: ${reason.replace(/\.$/, '')}.`, { cause });
    this.reason = reason;
  }
}
