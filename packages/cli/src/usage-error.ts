/** The command line cannot be understood. The message names the flag or the argument, and what to do. */
export class UsageError extends Error {
  override name = 'UsageError';
}
