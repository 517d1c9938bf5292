import type { Parser, ScrapeOptions } from '@trawl/client';
import { documentKind } from '@trawl/convert/detect';
import { type Converted, type ConvertedFile, NO_ENTRY } from '../convert/convert.js';
import { definitionOf, requestedFormat, requestedFormats } from '../formats/format-table.js';
import { refuseLargeDocument } from './document-size.js';

const NOT_PARSED =
  'cannot be had of a PDF that is not parsed: `parsers` is empty, so that its bytes stand in `markdown` as base64.';

/** A PDF that must not be parsed, and that has its base64 as Markdown. Returns undefined for all other files. */
export function pdfAsFile(
  file: ConvertedFile,
  options: Pick<ScrapeOptions, 'parsers' | 'formats'>,
): Converted | undefined {
  const { parsers } = options;
  const isRaw = hasRawBase64(options);
  if (!isRaw && (!parsers || parsers.some(isPdfParser))) return undefined;
  if (documentKind(file) !== 'pdf') return undefined;
  const unavailableFormats = requestedFormats(options).filter((format) => !definitionOf(format).isOfBytes);
  const warnings =
    unavailableFormats.length > 0 ? [`${unavailableFormats.map(({ type }) => type).join(', ')} ${NOT_PARSED}`] : [];
  if (!isRaw) refuseLargeDocument({}, file.body.length);
  const document = isRaw ? {} : { markdown: base64Of(file.body) };
  return { document, metadata: {}, links: [], searchEntry: NO_ENTRY, isEmptyShell: false, warnings };
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
