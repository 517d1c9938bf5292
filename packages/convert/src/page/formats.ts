/** The name of a format without options. */
export type FormatName =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'images'
  | 'summary'
  | 'product'
  | 'menu'
  | 'branding';

/** A format by its name, or with its options. */
export type Format = FormatName | FormatOptions;

/** A format with its options. */
export type FormatOptions =
  | { readonly type: FormatName }
  | AttributesFormat
  | HighlightsFormat
  | JsonFormat
  | QueryFormat;

/** Values of attributes, from the whole page. */
export interface AttributesFormat {
  readonly type: 'attributes';
  readonly selectors: readonly AttributeSelector[];
}

/** An attribute of the elements that a CSS selector matches. */
export interface AttributeSelector {
  readonly selector: string;
  readonly attribute: string;
}

/** The passages of the page that match a query best. */
export interface HighlightsFormat {
  readonly type: 'highlights';
  readonly query: string;
}

/** The same as `highlights`, in the field `answer`. */
export interface QueryFormat {
  readonly type: 'query';
  readonly prompt: string;
  readonly mode: 'directQuote';
}

/** A JSON Schema that is filled from the structured data and the meta tags of the page. */
export interface JsonFormat {
  readonly type: 'json' | 'deterministicJson';
  readonly schema?: Readonly<Record<string, unknown>> | null | undefined;
  /** It has no effect: schemas are filled by code. */
  readonly prompt?: string | undefined;
}
