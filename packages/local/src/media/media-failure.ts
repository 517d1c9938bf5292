/** Nothing could be taken of a page; the message says why, and what to do. */
export class MediaFailure extends Error {
  override readonly name = 'MediaFailure';
  /** The part of the message that a program has written. Logs leave it out. */
  readonly foreign: string | undefined;

  constructor(message: string, foreign?: string) {
    super(message);
    this.foreign = foreign;
  }
}
