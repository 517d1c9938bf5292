import type { Format } from './formats.js';

/** How a page or a file is converted. Names and defaults are those of the API's scrape options. */
export interface ConversionOptions {
  /** What to make, as names or, with options, as objects; Markdown, when it is left out. */
  readonly formats?: readonly Format[] | undefined;
  /** Whether to leave out headers, footers and navigation. Default: true. */
  readonly onlyMainContent?: boolean | undefined;
  /** CSS selectors of the elements to keep. They replace `onlyMainContent`. */
  readonly includeTags?: readonly string[] | undefined;
  /** CSS selectors of the elements to leave out. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Whether to leave out ads and cookie banners. Default: true. */
  readonly blockAds?: boolean | undefined;
  /** Whether a placeholder takes the place of images in Markdown that are `data:` URLs. Default: true. */
  readonly removeBase64Images?: boolean | undefined;
  /** What another program has recognized in the pictures of pages: of a PDF, or of an image, which is page 1. */
  readonly recognizedPages?: readonly RecognizedPage[] | undefined;
  /** How PDFs are read. */
  readonly parsers?: readonly Parser[] | undefined;
  /** Whether to redact personal data from text for readers, such as Markdown. Default: false. */
  readonly redactPII?: boolean | RedactPiiOptions | undefined;
  /** The texts of style sheets that the page links, for `branding`. Those that are missing are not read. */
  readonly styleSheets?: readonly StyleSheet[] | undefined;
  /** Where the page is from: phone numbers without a country code are of this country. */
  readonly location?: { readonly country?: string | undefined } | undefined;
}

/** A style sheet in another file. */
export interface StyleSheet {
  /** The absolute URL by which the page links it. */
  readonly url: string;
  readonly css: string;
}

/** A page whose characters were recognized. It stands in place of the text layer of the page. */
export interface RecognizedPage {
  /** From 1. */
  readonly pageNumber: number;
  /** The size of the picture, in the unit of all positions, which count from its left and its top. */
  readonly width: number;
  readonly height: number;
  /** In the order of reading. */
  readonly lines: readonly RecognizedLine[];
}

export interface RecognizedLine {
  /** The size of its letters. */
  readonly size: number;
  readonly baseline: number;
  readonly words: readonly { readonly text: string; readonly left: number; readonly right: number }[];
}

/** How one kind of file is read. `image` has no effect: see `recognizedPages`. */
export type Parser = 'pdf' | 'image' | PdfParser | { readonly type: 'image' };

/** How PDFs are read. */
export interface PdfParser {
  readonly type: 'pdf';
  /** All modes read the text layer. `unreadPages` of a result has the pages to recognize: for `ocr` all, else those without text. */
  readonly mode?: 'fast' | 'auto' | 'ocr' | undefined;
  /** How many pages at most, from 1 to 10,000. */
  readonly maxPages?: number | undefined;
  /** Whether to return the text page by page. Default: false. */
  readonly pages?: boolean | undefined;
  /** Whether to return the layout of each page. Default: false. */
  readonly blocks?: boolean | undefined;
  /** Whether to mark page breaks in the Markdown. Default: false. */
  readonly pageMarkers?: boolean | undefined;
  /** @deprecated An older name of `pages`, which wins when both are set. */
  readonly pageMarkdown?: boolean | undefined;
}

/** How personal data is redacted. */
export interface RedactPiiOptions {
  /**
   * `fast` uses patterns and checksums; `accurate` adds numbering plans and dictionaries of names; `aggressive` also
   * redacts text that only may be personal data. Default: `accurate`.
   */
  readonly mode?: 'accurate' | 'aggressive' | 'fast' | undefined;
  /** What to redact. All kinds, when it is left out. */
  readonly entities?: readonly PiiEntity[] | undefined;
  /** `tag` puts a marker such as `<EMAIL>` in its place, `mask` asterisks, `remove` nothing. Default: `tag`. */
  readonly replaceStyle?: 'tag' | 'mask' | 'remove' | undefined;
}

/** A kind of personal data. */
export type PiiEntity = 'PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET';

type DefaultedOption = 'formats' | 'onlyMainContent' | 'blockAds' | 'removeBase64Images' | 'redactPII';

/** The values of options that are left out. */
export const DEFAULT_OPTIONS: Readonly<Required<Pick<ConversionOptions, DefaultedOption>>> = {
  formats: ['markdown'],
  onlyMainContent: true,
  blockAds: true,
  removeBase64Images: true,
  redactPII: false,
};

/** The options with their defaults. An option that is undefined counts as left out. */
export function withDefaults(options: ConversionOptions): ConversionOptions {
  const stated = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_OPTIONS, ...Object.fromEntries(stated) };
}
