import type { ScrapeOptions } from '@trawl/client';
import { documentKind, type FetchedFile } from '../documents/document-kind.js';
import type { Converted } from '../page/page.js';
import { formatName } from './unsupported.js';

/** What there is of a file that nobody looks into: its bytes, and whether they are others than before. */
const WITH_BYTES = new Set<string>(['markdown', 'changeTracking']);

const IN_MARKDOWN =
  'cannot be had of a PDF that is not parsed: `parsers` is empty, so that its bytes stand in `markdown` as base64.';

/** A PDF that is not to be parsed, as base64 in place of Markdown; undefined for all else. */
export function pdfAsFile(
  file: FetchedFile,
  { parsers, formats = [] }: Pick<ScrapeOptions, 'parsers' | 'formats'>,
): Converted | undefined {
  if (parsers?.length !== 0 || documentKind(file) !== 'pdf') return undefined;
  const { buffer, byteOffset, byteLength } = file.body;
  const markdown = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  const searchable = { title: '', description: '', text: '', isArticle: false, images: [] };
  const missing = formats.map(formatName).filter((name) => !WITH_BYTES.has(name));
  const warnings = missing.length > 0 ? [`${missing.join(', ')} ${IN_MARKDOWN}`] : [];
  return { document: { markdown }, metadata: {}, links: [], searchable, warnings };
}
