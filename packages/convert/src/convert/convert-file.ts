import { decodeText } from '../html/charset.js';
import { imageMarkdown } from '../markdown/markdown.js';
import { ConvertError } from '../page/convert-error.js';
import type { ConversionRequest, ConversionResult } from '../page/page.js';
import { convertPage } from './convert-page.js';
import { kindOfFile } from './kind-of-file.js';

/** Converts a page or file into the requested formats; throws a `ConvertError`. */
export async function convertFile(request: ConversionRequest): Promise<ConversionResult> {
  const { contentType, body } = request;
  if (/^image\//i.test(contentType ?? '')) {
    return { ...(await convertPage({ html: '', markdown: imageLink(request) }, request)), kind: 'image' };
  }
  const kind = kindOfFile(request);
  if (kind) {
    // Loaded on demand: most pages are HTML, and the readers of other files are large.
    const { convertDocument } = await import('./convert-document.js');
    return convertDocument(kind, request);
  }
  const html = textOf(body, contentType);
  if (contentType === undefined && isBinary(html)) {
    throw new ConvertError('unreadable', 'The input is not text, and nothing tells what it is: give its media type.');
  }
  return convertPage({ html }, request);
}

function imageLink({ url, filename = '' }: ConversionRequest): string {
  const address = url || encodeURIComponent(filename);
  if (address === '') {
    throw new ConvertError('unreadable', 'An image becomes a link to its address, and it has no URL and no name.');
  }
  return imageMarkdown(address);
}

/** Whether what was read as text is another file: there are no null characters at the start of a text. */
function isBinary(text: string): boolean {
  return text.slice(0, 1024).includes('\0');
}

/** The text of a page or file. A string has been decoded already. */
function textOf(body: string | Uint8Array, contentType: string | undefined): string {
  return typeof body === 'string' ? body : decodeText(body, contentType);
}
