import { type DocumentKind, documentKind } from '../documents/document-kind.js';
import type { ConversionRequest } from '../page/page.js';

/** The type of a file, which its name may tell; undefined for an HTML page. */
export function kindOfFile({
  url,
  filename = url,
  ...file
}: Omit<ConversionRequest, 'options'>): DocumentKind | undefined {
  return documentKind({ ...file, url: filename });
}
