import type { DocumentPage, PageLayout } from '../page/data.js';
import type { UnreadPage } from '../page/page.js';

/** A file that was converted to an HTML page, so that every format of pages works for it. */
export interface ReadDocument {
  /** A whole page with the metadata of the file in its head. */
  readonly html: string;
  /** The Markdown, where it is not converted from the HTML. */
  readonly markdown?: string | undefined;
  /** The text for readers, where its lines are as they are written. */
  readonly text?: string | undefined;
  /** The text of the file, which `rawHtml` returns; undefined for binary files. */
  readonly source?: string | undefined;
  /** Absolute links that are not in the HTML. */
  readonly links?: readonly string[] | undefined;
  readonly numPages?: number | undefined;
  readonly totalPages?: number | undefined;
  readonly pages?: readonly ReadPage[] | undefined;
  readonly blocks?: readonly PageLayout[] | undefined;
  readonly unreadPages?: readonly UnreadPage[] | undefined;
  /** One sentence for each part of the document that was not read. */
  readonly warnings?: readonly string[] | undefined;
}

/** One page. It becomes a `DocumentPage` when its HTML is converted to Markdown. */
export interface ReadPage {
  readonly pageNumber: DocumentPage['pageNumber'];
  readonly html: string;
}
