import type { ScrapeOptions } from '@trawl/client';
import { documentKind, type FetchedFile } from '../documents/document-kind.js';
import type { Converted } from './converted.js';

/** A PDF that is not to be parsed, as base64 in place of Markdown; undefined for all else. */
export function pdfAsFile(file: FetchedFile, { parsers }: Pick<ScrapeOptions, 'parsers'>): Converted | undefined {
  if (parsers?.length !== 0 || documentKind(file) !== 'pdf') return undefined;
  const { buffer, byteOffset, byteLength } = file.body;
  const markdown = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  const searchable = { title: '', description: '', text: '', isArticle: false, images: [] };
  return { document: { markdown }, metadata: {}, links: [], searchable, warnings: [] };
}
