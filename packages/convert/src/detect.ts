/** Says what a page or file is, before it is converted. */
import { isStillLoading as isDocumentStillLoading } from './html/client-rendered.js';
import { parseHtml } from './html/html.js';
import { showShadowRoots } from './html/shadow-roots.js';
import { placeStreamedParts } from './html/streamed-parts.js';

export { DOCUMENT_EXTENSIONS, type DocumentKind } from './documents/document-kind.js';
export { documentKind, type FetchedFile, isImage } from './documents/file-kind.js';
export { LAYOUT_SELECTOR, MAX_TEXT_OF_SHELL } from './html/client-rendered.js';

/**
 * Whether a page whose scripts have begun to run still shows nothing of what a reader comes for: it has hardly any text, and
 * the place for the rest is empty or says that it loads. `html` is what a browser has of the page at that moment.
 */
export function isStillLoading(html: string): boolean {
  const document = parseHtml(html);
  showShadowRoots(document);
  placeStreamedParts(document);
  return isDocumentStillLoading(document);
}
