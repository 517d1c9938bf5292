/**
 * Why an input has no result: `too large` for one with more bytes than `maxBytes`, `unreadable` for a file that is broken,
 * encrypted, hostile or of a type that cannot be converted, `unsupported` for a file or an option that only Node.js has the means for, `invalid option` for an
 * option that is none.
 */
export type ConvertErrorCode = 'too large' | 'unreadable' | 'unsupported' | 'invalid option';

/** The error of an input that cannot be converted, with a message for a person. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError';
  readonly code: ConvertErrorCode;

  constructor(code: ConvertErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
