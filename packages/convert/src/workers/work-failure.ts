/** `error` means that the work threw; the other reasons come from the pool. */
export type WorkFailureReason = 'error' | 'deadline' | 'memory' | 'crash' | 'busy';

/** Why a piece of work has no result. */
export class WorkFailure extends Error {
  override readonly name = 'WorkFailure';
  readonly reason: WorkFailureReason;

  constructor(reason: WorkFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
