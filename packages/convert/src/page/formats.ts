import type {
  AttributeValues,
  Branding,
  Evidence,
  Menu,
  Product,
  RemovedPart,
  SearchEntry,
  StructuredItem,
} from './data.js';

/** The name of a format without options, which is that of its field. */
export type FormatName = Exclude<keyof FormatValues, FormatWithOptions['type'] | FieldNames[keyof FieldNames]>;

/** A format by its name, or with its options. */
export type Format = FormatName | FormatOptions;

/** A format with its options. */
export type FormatOptions = { readonly type: FormatName } | FormatWithOptions;

type FormatWithOptions = AttributesFormat | HighlightsFormat | QueryFormat | JsonFormat | EvidenceFormat;

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

/** What the structured data of a page say, as input for a language model. */
export interface EvidenceFormat {
  readonly type: 'evidence';
  /** For each of these JSON Schemas, the evidence has the value that the structured data give. */
  readonly schemas: readonly Readonly<Record<string, unknown>>[];
}

/** The fields of a result, by the names of the fields. */
export interface FormatValues {
  /** The content as Markdown, with the tables, task lists and footnotes of GitHub. */
  readonly markdown: string;
  /** The content as HTML without scripts and styles, with absolute links. */
  readonly html: string;
  /** The input as text; null for a file that is not text. */
  readonly rawHtml: string | null;
  /** The content as plain text, one line for each block. */
  readonly text: string;
  /** The links of the content and of lists beside it, absolute, each once. */
  readonly links: string[];
  /** All links of the page for a crawler: absolute HTTP URLs without fragments, each once. */
  readonly pageLinks: string[];
  /** The URLs of the images of the content, absolute, each once. */
  readonly images: string[];
  /** The sentences of the page with its most frequent words; missing on a page without sentences. */
  readonly summary?: string;
  /** Missing where no passage has a word of the query. */
  readonly highlights?: string;
  /** Missing where no passage has a word of the prompt. */
  readonly answer?: string;
  /** The items of JSON-LD, microdata and RDFa. */
  readonly structuredData: StructuredItem[];
  /** The filled schema; null where the page lacks what the schema requires. */
  readonly json: unknown;
  /** Missing on a page without the structured data of a product. */
  readonly product?: Product;
  /** Missing on a page without the structured data of a menu. */
  readonly menu?: Menu;
  /** Missing on a page without styles and images of a brand. */
  readonly branding?: Branding;
  readonly attributes: AttributeValues[];
  /** What an index of pages needs, from the main content whatever the options select. */
  readonly searchEntry: SearchEntry;
  readonly evidence: Evidence;
  /** What the options left out of the content, such as `onlyMainContent`, element by element with the reason. */
  readonly removed: RemovedPart[];
}

type TypeOf<Item extends Format> = Item extends string
  ? Item
  : Item extends { readonly type: infer Type }
    ? Type
    : never;

/** The fields whose name is not the one of their format. */
interface FieldNames {
  readonly query: 'answer';
  readonly deterministicJson: 'json';
}

type FieldOf<Type> = Type extends keyof FieldNames ? FieldNames[Type] : Type & keyof FormatValues;

/** The fields that these formats give. Formats that the compiler does not know give every field, which may be missing. */
export type ValuesOf<Formats extends readonly Format[]> = number extends Formats['length']
  ? Partial<FormatValues>
  : Pick<FormatValues, FieldOf<TypeOf<Formats[number]>>>;
