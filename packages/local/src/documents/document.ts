import type { DocumentPage, PageLayout } from '@trawl/client';

/** A file that is no HTML page, turned into one: whatever is made of pages can then be made of it as well. */
export interface ReadDocument {
  /** A whole page; what the file says of itself stands in its head. */
  readonly html: string;
  /** The Markdown, where it is not that of the HTML. */
  readonly markdown?: string | undefined;
  /** What stands for the HTML as the server sent it; absent where there is no such thing. */
  readonly source?: string | undefined;
  /** Absolute links that do not stand in the HTML. */
  readonly links?: readonly string[] | undefined;
  readonly numPages?: number | undefined;
  readonly totalPages?: number | undefined;
  readonly pages?: readonly ReadPage[] | undefined;
  readonly blocks?: readonly PageLayout[] | undefined;
  /** What the document has and this server cannot read, in sentences. */
  readonly warnings?: readonly string[] | undefined;
}

/** One page, which becomes a `DocumentPage` when its HTML has become Markdown. */
export interface ReadPage {
  readonly pageNumber: NonNullable<DocumentPage['pageNumber']>;
  readonly html: string;
}

/** A file that cannot be read: broken, encrypted, or made to do harm. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
