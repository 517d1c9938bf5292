import type * as Wire from '@trawl/client';

// Interfaces of their own, so that editors show `metadata: Metadata` instead of forty lines.
export interface ActionResults extends Wire.ActionResults {}
export interface AttributeValues extends Wire.AttributeValues {}
export interface Branding extends Wire.Branding {}
export interface ChangeTracking extends Wire.ChangeTracking {}
export interface DocumentPage extends Wire.DocumentPage {}
export interface Menu extends Wire.Menu {}
export interface PageLayout extends Wire.PageLayout {}
export interface Product extends Wire.Product {}

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

/** Those fields of a page that are objects, when they are there. */
export interface PageParts {
  actions: ActionResults;
  attributes: AttributeValues[];
  blocks: PageLayout[];
  branding: Branding;
  changeTracking: ChangeTracking;
  menu: Menu;
  metadata: Metadata;
  pages: DocumentPage[];
  product: Product;
}
