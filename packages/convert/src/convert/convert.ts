import { documentKind } from '../documents/document-kind.js';
import { decodeText } from '../html/charset.js';
import type { ConversionResult, ConvertRequest } from '../page/page.js';
import { convertPage } from './convert-page.js';

/** Converts a fetched page or file into the requested formats. It neither fetches nor stores anything. */
export async function convert(request: ConvertRequest): Promise<ConversionResult> {
  const { url, contentType, body } = request;
  if (/^image\//i.test(contentType ?? '')) return convertPage({ html: '', markdown: `![](${url})` }, request);
  const kind = documentKind(request);
  if (kind) {
    // Loaded on demand: most pages are HTML, and the readers of other files are large.
    const { convertDocument } = await import('./convert-document.js');
    return convertDocument(kind, request);
  }
  return convertPage({ html: decodeText(body, contentType) }, request);
}
