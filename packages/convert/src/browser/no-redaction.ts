import { ConvertError } from '../page/convert-error.js';

/** Stands for the redaction of personal data in the bundle for browsers, which has no dictionaries. */
export async function redactPii(): Promise<never> {
  throw new ConvertError(
    'unsupported',
    'Personal data is redacted in Node.js, Bun and Deno only: leave out `redactPII`.',
  );
}
