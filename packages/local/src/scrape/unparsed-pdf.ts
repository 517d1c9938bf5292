import type { Parser, ScrapeOptions } from '@trawl/client';
import { documentKind, type FetchedFile } from '@trawl/convert/detect';
import { type ConversionResult, refuseLarge } from '@trawl/convert/workers';
import { definitionOf, requestedFormat, requestedFormats } from '../formats/format-table.js';

const NOT_PARSED =
  'cannot be had of a PDF that is not parsed: `parsers` is empty, so that its bytes stand in `markdown` as base64.';

/** A PDF that must not be parsed, and that has its base64 as Markdown. Returns undefined for all other files. */
export function pdfAsFile(
  file: FetchedFile,
  options: Pick<ScrapeOptions, 'parsers' | 'formats'>,
): ConversionResult | undefined {
  const { parsers } = options;
  const isRaw = hasRawBase64(options);
  if (!isRaw && (!parsers || parsers.some(isPdfParser))) return undefined;
  if (documentKind(file) !== 'pdf') return undefined;
  const searchable = { title: '', description: '', text: '', isArticle: false, images: [] };
  const unavailableFormats = requestedFormats(options).filter((format) => !definitionOf(format).isOfBytes);
  const warnings =
    unavailableFormats.length > 0 ? [`${unavailableFormats.map(({ type }) => type).join(', ')} ${NOT_PARSED}`] : [];
  if (!isRaw) refuseLarge({}, file.body.length);
  const document = isRaw ? {} : { markdown: base64Of(file.body) };
  return { document, metadata: {}, links: [], searchable, warnings };
}

/** Whether the bytes are wanted as they came, in a field of their own. */
export function hasRawBase64(options: Pick<ScrapeOptions, 'formats'>): boolean {
  return requestedFormat(options, 'rawBase64') !== undefined;
}

export function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function isPdfParser(parser: Parser): boolean {
  return (typeof parser === 'string' ? parser : parser.type) === 'pdf';
}
