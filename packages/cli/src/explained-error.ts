/** A failure whose message is all that a user needs: what happened, and what to do. The cause decides the exit status. */
export class ExplainedError extends Error {
  override name = 'ExplainedError';
}
