/** Nothing could be taken of a page; the message says why, and what to do. */
export class MediaFailure extends Error {
  override readonly name = 'MediaFailure';
}
