export { DOCUMENT_EXTENSIONS, type DocumentKind, documentKind, type FetchedFile } from './documents/document-kind.js';
export { isStillLoading, LAYOUT_SELECTOR, MAX_TEXT_OF_SHELL } from './html/client-rendered.js';
export { parseHtml } from './html/html.js';
export { showShadowRoots } from './html/shadow-roots.js';
