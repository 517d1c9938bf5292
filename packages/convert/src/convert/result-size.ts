import { ConvertError } from '../page/convert-error.js';
import { jsonSize } from '../workers/json-size.js';

/** The formats that programs go on working with, such as a crawler or a search index. They are no part of an answer. */
const WITHOUT_FORMATS_FOR_PROGRAMS = {
  pageLinks: undefined,
  searchEntry: undefined,
  evidence: undefined,
  removed: undefined,
};

/**
 * Throws for a result whose formats for readers have more than `maxBytes` as JSON: nothing of it is cut. Characters do not
 * tell how long sending, storing and serializing them takes: a control character becomes six bytes.
 */
export function refuseLargeResult(result: object, maxBytes: number): void {
  if (jsonSize({ ...result, ...WITHOUT_FORMATS_FOR_PROGRAMS }, maxBytes) <= maxBytes) return;
  throw new ConvertError(
    'too large',
    `its formats have more than ${maxBytes} bytes together as JSON, which is the limit. Request fewer formats, or parts of the page by \`includeTags\`.`,
  );
}
