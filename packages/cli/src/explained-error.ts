interface ExplainedErrorOptions extends ErrorOptions {
  /** What a person can type next, as a line of its own. */
  readonly nextStep?: string | undefined;
}

/** A failure whose message is all that a user needs: what happened, and what to do. The cause decides the exit status. */
export class ExplainedError extends Error {
  override name = 'ExplainedError';
  /** What happened, without the next step. */
  readonly reason: string;
  readonly nextStep: string | undefined;

  constructor(reason: string, { nextStep, ...options }: ExplainedErrorOptions = {}) {
    super(nextStep === undefined ? reason : `${reason}\n${nextStep}`, options);
    this.reason = reason;
    this.nextStep = nextStep;
  }
}
