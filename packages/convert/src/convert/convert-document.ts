import type { ReadDocument, ReadPage } from '../documents/document.js';
import type { DocumentFile, DocumentKind } from '../documents/document-kind.js';
import { readDocument } from '../documents/reader.js';
import type { DocumentPage } from '../page/data.js';
import type { ConversionOptions, PdfParser } from '../page/options.js';
import type { ConversionRequest, ConversionResult, ConversionWarning } from '../page/page.js';
import { convertPage } from './convert-page.js';

/** Converts a file that is no HTML page into the requested formats; throws a `ConvertError`. */
export async function convertDocument(file: DocumentFile, request: ConversionRequest): Promise<ConversionResult> {
  const { kind } = file;
  const { options } = request;
  const parser = pdfParser(options.parsers);
  const document = await readDocument(file, request, parser);
  if (kind !== 'pdf') return convertRead(kind, document, request);
  const unread = document.unreadPages?.length ? { unreadPages: [...document.unreadPages] } : {};
  const pages = parser.pages || parser.pageMarkers ? await markdownOf(document.pages ?? [], request) : undefined;
  const markdown = parser.pageMarkers ? pages?.map(withPageMarker).join('\n\n') : undefined;
  const result = { ...(await convertRead(kind, { ...document, markdown }, request)), ...unread };
  const withPages = parser.pages && pages ? { ...result, pages } : result;
  if (!parser.blocks || !document.blocks) return withPages;
  if (options.redactPII) return { ...withPages, warnings: [...result.warnings, BLOCKS_LEFT_OUT] };
  return { ...withPages, blocks: [...document.blocks] };
}

const BLOCKS_LEFT_OUT: ConversionWarning = {
  code: 'partial',
  message: 'The blocks of the PDF are left out: personal data is redacted from Markdown only.',
};

const NO_RAW_HTML: ConversionWarning = {
  code: 'no data',
  message: 'There is no rawHtml: the file is no HTML page.',
  format: 'rawHtml',
};

async function convertRead(
  kind: DocumentKind,
  read: ReadDocument,
  request: ConversionRequest,
): Promise<ConversionResult> {
  // A document has no navigation around its content: what looks like navigation is text.
  const options = { ...request.options, onlyMainContent: false };
  const { metadata, rawHtml, warnings, ...result } = await convertPage(read, { ...request, options });
  const { links, pageLinks, searchEntry } = result;
  const more = read.links ?? [];
  const hasNoRawHtml = rawHtml !== undefined && read.source === undefined;
  if (read.numPages !== undefined) metadata.numPages = read.numPages;
  if (read.totalPages !== undefined) metadata.totalPages = read.totalPages;
  return {
    ...result,
    ...(rawHtml !== undefined && { rawHtml: hasNoRawHtml ? null : rawHtml }),
    ...(links && { links: union(links, more) }),
    ...(pageLinks && { pageLinks: union(pageLinks, more) }),
    ...(searchEntry && {
      searchEntry: { ...searchEntry, title: searchEntry.title || titleOf(read, request.filename ?? request.url) },
    }),
    kind,
    metadata,
    warnings: [...(read.warnings ?? []).map(asWarning), ...(hasNoRawHtml ? [NO_RAW_HTML] : []), ...warnings],
  };
}

function asWarning(message: string): ConversionWarning {
  return { code: 'partial', message };
}

/** The title of a document without one: its first heading, or else the name of the file. */
function titleOf({ html }: ReadDocument, address: string): string {
  const heading = /<h1>([^<]{1,200})<\/h1>/.exec(html)?.[1];
  const name = address.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? '';
  try {
    return heading ?? decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function markdownOf(pages: readonly ReadPage[], request: ConversionRequest): Promise<DocumentPage[]> {
  const options: ConversionOptions = { ...request.options, formats: ['markdown'], onlyMainContent: false };
  const converted: DocumentPage[] = [];
  for (const { pageNumber, html } of pages) {
    const { markdown = '' } = await convertPage({ html }, { ...request, options });
    converted.push({ pageNumber, markdown });
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
