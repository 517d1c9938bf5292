import type { FileKind } from '../documents/document-kind.js';
import { fileKind, isText } from '../documents/file-kind.js';
import { decodeText } from '../html/charset.js';
import { imageMarkdown } from '../markdown/markdown.js';
import { ConvertError } from '../page/convert-error.js';
import type { ConversionRequest, ConversionResult, ConversionWarning } from '../page/page.js';
import { convertPage } from './convert-page.js';

/** Converts a page or file into the requested formats; throws a `ConvertError`. */
export async function convertFile(request: ConversionRequest): Promise<ConversionResult> {
  const file = fileKind(request);
  if (!isText(file)) return convertAs(file, request);
  const { body, warnings } = decodedText(request);
  const result = await convertAs(file, { ...request, body });
  return { ...result, warnings: [...warnings, ...result.warnings] };
}

async function convertAs(file: FileKind, request: ConversionRequest): Promise<ConversionResult> {
  switch (file.kind) {
    case 'html':
      return convertPage({ html: String(request.body) }, request);
    case 'image': {
      if (request.options.recognizedPages?.some(({ lines }) => lines.length > 0)) {
        // Loaded on demand, as documents are.
        const { recognizedHtml } = await import('../documents/recognized-image.js');
        const html = recognizedHtml(request.options.recognizedPages, request.body.length);
        const options = { ...request.options, onlyMainContent: false };
        return { ...(await convertPage({ html }, { ...request, options })), kind: 'image' };
      }
      return { ...(await convertPage({ html: '', markdown: imageLink(request) }, request)), kind: 'image' };
    }
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

/** The text of a page or file. A string has been decoded already. */
function decodedText({ body, contentType }: ConversionRequest): {
  body: string;
  warnings: readonly ConversionWarning[];
} {
  if (typeof body === 'string') return { body, warnings: [] };
  const { text, unsureEncoding } = decodeText(body, contentType);
  if (unsureEncoding === undefined) return { body: text, warnings: [] };
  const message = `The input does not tell its encoding. It was read as ${unsureEncoding}, and another one is about as likely: name the charset in its media type.`;
  return { body: text, warnings: [{ code: 'unsure encoding', message }] };
}
