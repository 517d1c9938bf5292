import { jsonSize } from '../workers/json-size.js';
import { WorkFailure } from '../workers/work-failure.js';

/**
 * Bytes of all formats of a page together, as JSON. Characters do not tell how long sending, storing and serializing them
 * holds up other requests: a control character becomes six bytes.
 */
const MAX_BYTES = 12_000_000;

/** Throws for a page whose formats, and its body as base64, are too long together: nothing of them is cut. */
export function refuseLarge(document: object, bytesForBase64 = 0): void {
  const base64Characters = Math.ceil(bytesForBase64 / 3) * 4;
  if (jsonSize(document, MAX_BYTES) + base64Characters <= MAX_BYTES) return;
  const advice =
    bytesForBase64 > 0
      ? 'Request the Markdown of the file instead of its bytes.'
      : 'Request fewer formats, or parts of the page by `includeTags`.';
  const limit = `its formats have more than ${MAX_BYTES} bytes together as JSON, which an answer cannot have`;
  throw new WorkFailure('error', `${limit}. ${advice}`);
}
