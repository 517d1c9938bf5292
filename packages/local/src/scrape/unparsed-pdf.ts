import type { Parser, ScrapeOptions } from '@trawl/client';
import { refuseLarge } from '../convert/converted-size.js';
import { documentKind, type FetchedFile } from '../documents/document-kind.js';
import type { ConversionResult } from '../page/page.js';
import { formatName } from './unsupported.js';

/** The formats of a file that is not parsed: its bytes, and whether they have changed. */
const FORMATS_OF_BYTES = new Set<string>(['markdown', 'rawBase64', 'changeTracking']);

const NOT_PARSED =
  'cannot be had of a PDF that is not parsed: `parsers` is empty, so that its bytes stand in `markdown` as base64.';

/** A PDF that must not be parsed, and that has its base64 as Markdown. Returns undefined for all other files. */
export function pdfAsFile(
  file: FetchedFile,
  { parsers, formats = [] }: Pick<ScrapeOptions, 'parsers' | 'formats'>,
): ConversionResult | undefined {
  const isRaw = hasRawBase64(formats);
  if (!isRaw && (!parsers || parsers.some(isPdfParser))) return undefined;
  if (documentKind(file) !== 'pdf') return undefined;
  const searchable = { title: '', description: '', text: '', isArticle: false, images: [] };
  const missing = formats.map(formatName).filter((name) => !FORMATS_OF_BYTES.has(name));
  const warnings = missing.length > 0 ? [`${missing.join(', ')} ${NOT_PARSED}`] : [];
  if (!isRaw) refuseLarge({}, file.body.length);
  const document = isRaw ? {} : { markdown: base64Of(file.body) };
  return { document, metadata: {}, links: [], searchable, warnings };
}

/** Whether the bytes are wanted as they came, in a field of their own. */
export function hasRawBase64(formats: ScrapeOptions['formats'] = []): boolean {
  return formats.map(formatName).includes('rawBase64');
}

export function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function isPdfParser(parser: Parser): boolean {
  return (typeof parser === 'string' ? parser : parser.type) === 'pdf';
}
