import type * as Wire from '@trawl/client';

/** The metadata of a page. Both URLs are always there: if a server sends only one of them, it is used for both. */
export interface Metadata extends Wire.Metadata {
  /** The final URL after all redirects. */
  url: string;
  /**
   * The URL that was requested. It may differ from the final URL after redirects. For a parsed file it is the name of
   * the file.
   */
  sourceURL: string;
}
