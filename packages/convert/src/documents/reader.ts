import { decodeText } from '../html/charset.js';
import { ConvertError } from '../page/convert-error.js';
import type { PdfParser } from '../page/options.js';
import type { ConversionRequest } from '../page/page.js';
import { bodyOf } from './body.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import type { DocumentFile } from './document-kind.js';
import { fileKind, isText } from './file-kind.js';
import { htmlOfArchive } from './web-archive.js';

/**
 * Reads a file of the given kind, with a budget that bounds what it may cost; throws a `ConvertError`. Each reader is loaded
 * for its first file.
 */
export async function readDocument(
  file: DocumentFile,
  request: ConversionRequest,
  parser: PdfParser,
): Promise<ReadDocument> {
  const budget = new DocumentBudget(request.body.length);
  try {
    const read = await readKind(file, request, parser, budget);
    // Whatever a reader has counted: formats are made of all of it.
    budget.spend('character', read.html.length);
    return read;
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    // Of a file that nests its content deeper than the stack, or that is broken in a way that no reader foresees.
    throw new ConvertError('unreadable', `The file of the type ${file.kind} is broken.`, { cause: error });
  }
}

async function readKind(
  { kind, language = '' }: DocumentFile,
  { body, url, options }: ConversionRequest,
  parser: PdfParser,
  budget: DocumentBudget,
): Promise<ReadDocument> {
  // Files of text have been decoded.
  const text = () => String(body);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.js')).readPdf(bytes, parser, { budget, recognized: options.recognizedPages });
    case 'docx':
      return (await import('./docx.js')).readDocx(bytes, budget, partReader(parser, budget));
    case 'odt':
      return (await import('./odt.js')).readOdt(bytes, budget);
    case 'pptx':
      return (await import('./pptx.js')).readPptx(bytes, budget);
    case 'epub':
      return (await import('./epub.js')).readEpub(bytes, budget);
    case 'rtf':
      return (await import('./rtf.js')).readRtf(bytes, budget);
    case 'spreadsheet':
      return (await import('./spreadsheet.js')).readSpreadsheet(bytes, budget);
    case 'csv':
      return (await import('./csv.js')).readCsv(text(), budget);
    case 'markdown':
      return (await import('./text.js')).readMarkdown(text(), url);
    case 'json':
    case 'xml':
      return (await import('./text.js')).readCode(text(), kind);
    case 'code':
      return (await import('./text.js')).readCode(text(), language);
    case 'text':
      return (await import('./text.js')).readText(text());
  }
}

/** Reads a file that stands in another one, such as a page in a Word document, as the content of a body. */
function partReader(
  parser: PdfParser,
  budget: DocumentBudget,
): (name: string, bytes: Uint8Array) => Promise<string | undefined> {
  return async (filename, bytes) => {
    const page = htmlOfArchive(bytes) ?? bytes;
    const file = fileKind({
      url: '',
      filename: page === bytes ? filename : 'page.html',
      contentType: undefined,
      body: page,
    });
    const text = () => (typeof page === 'string' ? page : decodeText(page, undefined).text);
    switch (file.kind) {
      case 'image':
      case 'unreadable':
        return undefined;
      case 'html':
        return bodyOf(text()) || text();
      default: {
        const request = { url: '', contentType: undefined, body: isText(file) ? text() : page, options: {} };
        return bodyOf((await readKind(file, request, parser, budget)).html);
      }
    }
  };
}
