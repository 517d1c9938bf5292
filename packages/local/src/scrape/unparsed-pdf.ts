import type { ScrapeOptions } from '@trawl/client';
import { documentKind, type FetchedFile } from '../documents/document-kind.js';
import type { ConversionResult } from '../page/page.js';
import { formatName } from './unsupported.js';

/** The formats of a file that is not parsed: its bytes, and whether they have changed. */
const FORMATS_OF_BYTES = new Set<string>(['markdown', 'changeTracking']);

const NOT_PARSED =
  'cannot be had of a PDF that is not parsed: `parsers` is empty, so that its bytes stand in `markdown` as base64.';

/** A PDF that must not be parsed has its base64 as Markdown. Returns undefined for all other files. */
export function pdfAsFile(
  file: FetchedFile,
  { parsers, formats = [] }: Pick<ScrapeOptions, 'parsers' | 'formats'>,
): ConversionResult | undefined {
  if (parsers?.length !== 0 || documentKind(file) !== 'pdf') return undefined;
  const { buffer, byteOffset, byteLength } = file.body;
  const markdown = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  const searchable = { title: '', description: '', text: '', isArticle: false, images: [] };
  const missing = formats.map(formatName).filter((name) => !FORMATS_OF_BYTES.has(name));
  const warnings = missing.length > 0 ? [`${missing.join(', ')} ${NOT_PARSED}`] : [];
  return { document: { markdown }, metadata: {}, links: [], searchable, warnings };
}
