/** Turns web pages and documents into Markdown, clean HTML, metadata, links and structured data. */
export { type ConvertOptions, convert, type MarkdownOptions, toMarkdown } from './convert/convert.js';
export type { ConvertInput, InputChunk, InputOptions } from './convert/input.js';
export { ConvertError, type ConvertErrorCode } from './page/convert-error.js';
export type * from './page/data.js';
export type * from './page/formats.js';
export {
  type ConversionOptions,
  DEFAULT_OPTIONS,
  type Parser,
  type PdfParser,
  type PiiEntity,
  type RecognizedLine,
  type RecognizedPage,
  type RedactPiiOptions,
} from './page/options.js';
export type {
  ContentKind,
  ConversionFacts,
  ConversionResult,
  ConversionWarning,
  PageDocument,
  UnreadPage,
  WarningCode,
} from './page/page.js';
