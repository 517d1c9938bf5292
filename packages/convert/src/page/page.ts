import type { DocumentPage, Metadata, PageLayout } from './data.js';
import type { Format, FormatValues, ValuesOf } from './formats.js';
import type { ConversionOptions } from './options.js';

/** A page or file of which all bytes are there, and the options to convert it. It can be cloned for a worker. */
export interface ConversionRequest {
  /** The address after redirects, against which links are resolved; empty where there is none. */
  readonly url: string;
  /** The name of the file; by default the end of the address. Its extension may tell the kind. */
  readonly filename?: string | undefined;
  /** The header as the server sent it. */
  readonly contentType: string | undefined;
  readonly body: string | Uint8Array;
  readonly options: ConversionOptions;
}

/** What every conversion tells of its input, whatever the formats are. */
export interface ConversionFacts {
  /** The metadata of the page or file: title, description, language, Open Graph, `numPages` of a PDF. */
  readonly metadata: Metadata;
  /** What the input is: for a page the kind of its main content, for another file its type. */
  readonly kind: ContentKind;
  /** Whether the page is an empty shell: it shows nothing before its scripts have run in a browser. */
  readonly isEmptyShell: boolean;
  /** What was asked for and could not be made, or not as asked. */
  readonly warnings: readonly ConversionWarning[];
  /** The text of a PDF page by page, where its parser asks for it. */
  readonly pages?: DocumentPage[];
  /** The layout of a PDF, where its parser asks for it. */
  readonly blocks?: PageLayout[];
  /** Pages of a PDF that show what was not read: pictures of text, or of nothing. For the mode `fast` there are none. */
  readonly unreadPages?: UnreadPage[];
}

/** A page of a PDF that another program may recognize. */
export interface UnreadPage {
  /** From 1. */
  readonly pageNumber: number;
  /** In points, of which an inch has 72. */
  readonly width: number;
  readonly height: number;
}

/** The kind of a page by its main content, or the type of another file. */
export type ContentKind =
  | 'article'
  | 'discussion'
  | 'listing'
  | 'wiki'
  | 'other'
  | 'image'
  | 'pdf'
  | 'docx'
  | 'odt'
  | 'pptx'
  | 'epub'
  | 'rtf'
  | 'spreadsheet'
  | 'csv'
  | 'markdown'
  | 'json'
  | 'xml'
  | 'text'
  | 'code';

/** A sentence about what could not be made, and a code for programs. */
export interface ConversionWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** The format that the warning is about. */
  readonly format?: string;
}

/**
 * `invalid selector`: an option holds a CSS selector that is none. `no data`: the page does not have what a format is made
 * of. `no schema`, `unusable schema`: JSON needs a JSON Schema that can be compiled. `partial`: a part is left out, because
 * it does not fit or was not read. `unsure encoding`: the encoding of a text was guessed, and another one is about as likely. `prompt unused`: schemas are filled by code. `extract`: a summary consists of sentences
 * of the page.
 */
export type WarningCode =
  | 'invalid selector'
  | 'no data'
  | 'no schema'
  | 'unusable schema'
  | 'partial'
  | 'unsure encoding'
  | 'prompt unused'
  | 'extract';

/** The values of all formats. A page may lack some of them. */
export type PageDocument = { -readonly [Field in keyof FormatValues]?: FormatValues[Field] };

/** The result of a conversion, with a field for each format that was asked for. */
export type ConversionResult<Formats extends readonly Format[] = readonly Format[]> = ConversionFacts &
  ValuesOf<Formats>;
