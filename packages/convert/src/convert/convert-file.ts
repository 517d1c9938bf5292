import { fileKind } from '../documents/file-kind.js';
import { decodeText } from '../html/charset.js';
import { imageMarkdown } from '../markdown/markdown.js';
import { ConvertError } from '../page/convert-error.js';
import type { ConversionRequest, ConversionResult } from '../page/page.js';
import { convertPage } from './convert-page.js';

/** Converts a page or file into the requested formats; throws a `ConvertError`. */
export async function convertFile(request: ConversionRequest): Promise<ConversionResult> {
  const file = fileKind(request);
  switch (file.kind) {
    case 'html':
      return convertPage({ html: textOf(request) }, request);
    case 'image':
      return { ...(await convertPage({ html: '', markdown: imageLink(request) }, request)), kind: 'image' };
    case 'unreadable':
      throw new ConvertError('unreadable', `The input is ${file.what}, which cannot be converted.`);
    default: {
      // Loaded on demand: most pages are HTML, and the readers of other files are large.
      const { convertDocument } = await import('./convert-document.js');
      return convertDocument(file, request);
    }
  }
}

function imageLink({ url, filename = '' }: ConversionRequest): string {
  const address = url || encodeURIComponent(filename);
  if (address === '') {
    throw new ConvertError('unreadable', 'An image becomes a link to its address, and it has no URL and no name.');
  }
  return imageMarkdown(address);
}

/** The text of a page. A string has been decoded already. */
function textOf({ body, contentType }: ConversionRequest): string {
  return typeof body === 'string' ? body : decodeText(body, contentType);
}
