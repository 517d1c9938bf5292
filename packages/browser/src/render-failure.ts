/**
 * `ended`: the browser could not be started, or ended while it rendered. `failed`: the page could not be rendered.
 * `action`: an action of the caller cannot be done on this page.
 */
export type RenderFailureReason = 'ended' | 'failed' | 'action';

/** A page that was not rendered; `reason` says why. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure';
  readonly reason: RenderFailureReason;
  /** The place of the action in the request. */
  readonly action: number | undefined;
  /** The part of the message that the page, its scripts or the driver have written. Logs leave it out. */
  readonly foreign: string | undefined;

  constructor(reason: RenderFailureReason, message: string, options: RenderFailureOptions = {}) {
    super(message, options);
    this.reason = reason;
    this.action = options.action;
    this.foreign = options.foreign;
  }
}

export interface RenderFailureOptions extends ErrorOptions {
  readonly action?: number;
  readonly foreign?: string | undefined;
}
