import { ConvertError } from '../page/convert-error.js';
import { jsonSize } from '../workers/json-size.js';

/**
 * Throws for a result with more than `maxBytes` as JSON: nothing of it is cut. Characters do not tell how long sending,
 * storing and serializing them takes: a control character becomes six bytes.
 */
export function refuseLargeResult(result: object, maxBytes: number): void {
  if (jsonSize(result, maxBytes) <= maxBytes) return;
  throw new ConvertError(
    'too large',
    `its formats have more than ${maxBytes} bytes together as JSON, which is the limit. Request fewer formats, or parts of the page by \`includeTags\`.`,
  );
}
