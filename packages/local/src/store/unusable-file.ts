/** Thrown for a file that cannot be imported; the message gives the reason. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}
