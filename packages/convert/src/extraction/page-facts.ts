import type { Content } from '../html/content.js';
import type { Document } from '../html/html.js';
import type { Metadata, RemovedPart } from '../page/data.js';
import type { ConversionOptions } from '../page/options.js';
import type { ConversionWarning } from '../page/page.js';
import type { Entity } from './entity.js';

/** A page of HTML, or a file that has been turned into one. */
export interface PageSource {
  readonly html: string;
  /** The Markdown, when it is not made from the HTML. */
  readonly markdown?: string | undefined;
  /** The text, when it is not made from the HTML. */
  readonly text?: string | undefined;
  /** The original source, returned as `rawHtml` instead of the HTML. */
  readonly source?: string | undefined;
}

/** The input of every format. */
export interface PageFacts {
  readonly url: string;
  /** Links are relative to it. */
  readonly baseUrl: string;
  readonly source: PageSource;
  readonly options: ConversionOptions;
  /** The whole page. */
  readonly page: Document;
  /** The part of the page that the options select. */
  readonly content: Content;
  /** The part of the page whose links are listed. */
  readonly linked: Content;
  /** The main content, whatever the options select. */
  readonly main: Content;
  /** What the options leave out of the page, with the reasons. */
  readonly removed: () => RemovedPart[];
  readonly metadata: Metadata;
  /** Its structured data, parsed on the first call. */
  readonly entities: () => readonly Entity[];
}

/** The value of a format, or a warning that says why there is none, or what is wrong with it. */
export interface FormatResult<Value = unknown> {
  readonly value?: Value;
  readonly warning?: FormatWarning;
}

export type FormatWarning = Pick<ConversionWarning, 'code' | 'message'>;
