import { decodeText } from '../html/charset.js';
import type { PdfParser } from '../page/options.js';
import type { ConvertRequest } from '../page/page.js';
import type { ReadDocument } from './document.js';
import type { DocumentKind } from './document-kind.js';

/** Reads a file of the given kind. Each reader is loaded for its first file. */
export async function readDocument(
  kind: DocumentKind,
  { body, contentType, url }: ConvertRequest,
  parser: PdfParser,
): Promise<ReadDocument> {
  const text = () => decodeText(body, contentType);
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.js')).readPdf(body, parser);
    case 'docx':
      return (await import('./docx.js')).readDocx(body);
    case 'odt':
      return (await import('./odt.js')).readOdt(body);
    case 'pptx':
      return (await import('./pptx.js')).readPptx(body);
    case 'epub':
      return (await import('./epub.js')).readEpub(body);
    case 'rtf':
      return (await import('./rtf.js')).readRtf(body);
    case 'spreadsheet':
      return (await import('./spreadsheet.js')).readSpreadsheet(body);
    case 'csv':
      return (await import('./csv.js')).readCsv(text());
    case 'markdown':
      return (await import('./text.js')).readMarkdown(text(), url);
    case 'json':
    case 'xml':
      return (await import('./text.js')).readCode(text(), kind);
    case 'text':
      return (await import('./text.js')).readText(text());
  }
}
