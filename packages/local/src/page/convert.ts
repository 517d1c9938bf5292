import { decodeText } from './charset.js';
import { convertPage } from './convert-page.js';
import type { Converted, ConvertRequest } from './converted.js';

/** Makes of a fetched page or file what the options ask for. Pure: it neither fetches nor keeps anything. */
export async function convert(request: ConvertRequest): Promise<Converted> {
  const { url, contentType, body } = request;
  if (/^image\//i.test(contentType ?? '')) return convertPage({ html: '', markdown: `![](${url})` }, request);
  const text = decodeText(body, contentType);
  if (/^text\/(?!html)|json|[/+]xml(?!.*xhtml)/i.test(contentType ?? '')) {
    return convertPage({ html: '', markdown: text.trim(), source: text }, request);
  }
  return convertPage({ html: text }, request);
}
