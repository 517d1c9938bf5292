import type { ReadDocument, ReadPage } from '../documents/document.js';
import type { DocumentKind } from '../documents/document-kind.js';
import { readDocument } from '../documents/reader.js';
import type { DocumentPage } from '../page/data.js';
import type { ConversionOptions, PdfParser } from '../page/options.js';
import type { ConversionResult, ConvertRequest } from '../page/page.js';
import { convertPage } from './convert-page.js';

/** Converts a file that is no HTML page into the requested formats; throws an `UnreadableDocument`. */
export async function convertDocument(kind: DocumentKind, request: ConvertRequest): Promise<ConversionResult> {
  const { options } = request;
  const parser = pdfParser(options.parsers);
  const document = await readDocument(kind, request, parser);
  if (kind !== 'pdf') return convertRead(document, request);
  const pages = parser.pages || parser.pageMarkers ? await markdownOf(document.pages ?? [], request) : undefined;
  const markdown = parser.pageMarkers ? pages?.map(withPageMarker).join('\n\n') : undefined;
  const converted = await convertRead({ ...document, markdown }, request);
  if (parser.pages && pages) converted.document.pages = pages;
  if (!parser.blocks || !document.blocks) return converted;
  if (options.redactPII) {
    const warning = 'The blocks of the PDF are left out: personal data is redacted from Markdown only.';
    return { ...converted, warnings: [...converted.warnings, warning] };
  }
  converted.document.blocks = [...document.blocks];
  return converted;
}

async function convertRead(read: ReadDocument, request: ConvertRequest): Promise<ConversionResult> {
  // A document has no navigation around its content: what looks like navigation is text.
  const options = { ...request.options, onlyMainContent: false };
  const { document, metadata, links, searchable, warnings, evidence } = await convertPage(read, {
    ...request,
    options,
  });
  const more = read.links ?? [];
  if (document.links) document.links = union(document.links, more);
  const documentWarnings = [...(read.warnings ?? [])];
  if (document.rawHtml !== undefined && read.source === undefined) {
    document.rawHtml = null;
    documentWarnings.push('There is no rawHtml: the file is no HTML page.');
  }
  if (read.numPages !== undefined) metadata.numPages = read.numPages;
  if (read.totalPages !== undefined) metadata.totalPages = read.totalPages;
  return {
    document,
    metadata,
    links: union(links, more),
    searchable: { ...searchable, title: searchable.title || titleOf(read, request.url) },
    ...(evidence && { evidence }),
    warnings: [...documentWarnings, ...warnings],
  };
}

/** The title of a document without one: its first heading, or else the name of the file. */
function titleOf({ html }: ReadDocument, url: string): string {
  const heading = /<h1>([^<]{1,200})<\/h1>/.exec(html)?.[1];
  const name = url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? '';
  try {
    return heading ?? decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function markdownOf(pages: readonly ReadPage[], request: ConvertRequest): Promise<DocumentPage[]> {
  const options: ConversionOptions = { ...request.options, formats: ['markdown'], onlyMainContent: false };
  const converted: DocumentPage[] = [];
  for (const { pageNumber, html } of pages) {
    const { document } = await convertPage({ html }, { ...request, options });
    converted.push({ pageNumber, markdown: document.markdown ?? '' });
  }
  return converted;
}

const withPageMarker = ({ pageNumber, markdown }: DocumentPage) => `<!-- Page ${pageNumber} -->\n\n${markdown}`;

function pdfParser(parsers: ConversionOptions['parsers'] = []): PdfParser {
  const requested = parsers.find((parser) => typeof parser === 'object' && parser.type === 'pdf');
  const { pageMarkdown, pages = pageMarkdown, ...parser }: PdfParser = requested ?? { type: 'pdf' };
  return { ...parser, ...(pages !== undefined && { pages }) };
}

const union = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];
