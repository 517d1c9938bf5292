import { ExplainedError } from './explained-error.js';

/** The command line cannot be understood. The message names the flag or the argument, and what to do. */
export class UsageError extends ExplainedError {
  override name = 'UsageError';
}
