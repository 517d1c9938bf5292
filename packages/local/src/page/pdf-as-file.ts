import type { ScrapeOptions } from '@trawl/client';
import type { Converted } from './converted.js';

interface File {
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** A PDF that is not to be parsed, as base64 in place of Markdown; undefined for all else. */
export function pdfAsFile(file: File, { parsers }: Pick<ScrapeOptions, 'parsers'>): Converted | undefined {
  if (parsers?.length !== 0 || !isPdf(file)) return undefined;
  const { buffer, byteOffset, byteLength } = file.body;
  const markdown = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  const searchable = { title: '', description: '', text: '', isArticle: false, images: [] };
  return { document: { markdown }, metadata: {}, links: [], searchable, warnings: [] };
}

function isPdf({ contentType = '', body }: File): boolean {
  return /^application\/(x-)?pdf\b/i.test(contentType) || String.fromCharCode(...body.subarray(0, 5)) === '%PDF-';
}
