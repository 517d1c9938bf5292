import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import type { FormatOptions } from '../page/formats.js';
import type { PageDocument } from '../page/page.js';

export type FormatType = FormatOptions['type'];

export type OptionsOf<Type extends FormatType> = Extract<FormatOptions, { readonly type: Type }>;

/** How one format is made of a page. */
export interface FormatDefinition<Options = unknown> {
  /** The field of the document that has the format. */
  readonly field: keyof PageDocument;
  make(page: PageFacts, options: Options): FormatResult | Promise<FormatResult>;
  /** It is text for readers, from which personal data is redacted on request. HTML and extracted data stay as they are. */
  readonly isRedacted?: true;
}
