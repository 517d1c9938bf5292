import { documentKind } from '../documents/document-kind.js';
import type { Converted, ConvertRequest } from '../page/page.js';
import { decodeText } from '../web/charset.js';
import { convertPage } from './convert-page.js';

/** Makes of a fetched page or file what the options ask for. Pure: it neither fetches nor keeps anything. */
export async function convert(request: ConvertRequest): Promise<Converted> {
  const { url, contentType, body } = request;
  if (/^image\//i.test(contentType ?? '')) return convertPage({ html: '', markdown: `![](${url})` }, request);
  const kind = documentKind(request);
  if (kind) {
    // Most pages are HTML, and the readers of everything else are large.
    const { convertDocument } = await import('./convert-document.js');
    return convertDocument(kind, request);
  }
  return convertPage({ html: decodeText(body, contentType) }, request);
}
