import { decodeText } from '../html/charset.js';
import type { PdfParser } from '../page/options.js';
import type { ConversionRequest } from '../page/page.js';
import type { ReadDocument } from './document.js';
import type { DocumentFile } from './document-kind.js';

/** Reads a file of the given kind. Each reader is loaded for its first file. */
export async function readDocument(
  { kind, language = '' }: DocumentFile,
  { body, contentType, url }: ConversionRequest,
  parser: PdfParser,
): Promise<ReadDocument> {
  const text = () => (typeof body === 'string' ? body : decodeText(body, contentType));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.js')).readPdf(bytes, parser);
    case 'docx':
      return (await import('./docx.js')).readDocx(bytes);
    case 'odt':
      return (await import('./odt.js')).readOdt(bytes);
    case 'pptx':
      return (await import('./pptx.js')).readPptx(bytes);
    case 'epub':
      return (await import('./epub.js')).readEpub(bytes);
    case 'rtf':
      return (await import('./rtf.js')).readRtf(bytes);
    case 'spreadsheet':
      return (await import('./spreadsheet.js')).readSpreadsheet(bytes);
    case 'csv':
      return (await import('./csv.js')).readCsv(text());
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
