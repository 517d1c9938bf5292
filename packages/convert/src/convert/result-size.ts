import { ConvertError } from '../page/convert-error.js';
import { jsonSize } from '../workers/json-size.js';

/** What programs go on working with, such as a crawler or a search index. It is no part of an answer. */
type FormatsForPrograms = Partial<Record<'pageLinks' | 'searchEntry' | 'evidence', unknown>>;

/**
 * Throws for a result whose formats for readers have more than `maxBytes` as JSON: nothing of it is cut. Characters do not
 * tell how long sending, storing and serializing them takes: a control character becomes six bytes.
 */
export function refuseLargeResult(result: object & FormatsForPrograms, maxBytes: number): void {
  const { pageLinks: _links, searchEntry: _entry, evidence: _evidence, ...formats } = result;
  if (jsonSize(formats, maxBytes) <= maxBytes) return;
  throw new ConvertError(
    'too large',
    `its formats have more than ${maxBytes} bytes together as JSON, which is the limit. Request fewer formats, or parts of the page by \`includeTags\`.`,
  );
}
