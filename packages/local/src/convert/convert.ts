import { type Observe, unobserved } from '@trawl/base/observe';
import type { ConversionWarning, Evidence, Metadata, PageDocument, SearchEntry, UnreadPage } from '@trawl/convert';
import type { Converter, WorkOwner } from '@trawl/convert/workers';
import type { StyleSheet } from '@trawl/web/style-sheets';
import { NO_MODEL } from '../options/option-row.js';
import type { ConversionOptions } from '../options/scrape-options.js';
import { converterOptions } from './converter-options.js';

/** Bytes of all formats of a page together, as JSON, that an answer can have. */
export const MAX_ANSWER_BYTES = 12_000_000;

/** A fetched page or an uploaded file. */
export interface ConvertedFile {
  /** After redirects: links are resolved against it. */
  readonly url: string;
  /** The header as the server sent it. */
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

export interface ConvertLimits {
  readonly owner: WorkOwner;
  readonly signal: AbortSignal;
  /** When what a page can do without has to be done, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** Whether to return the compressed body as well, for the cache. */
  readonly pack?: boolean;
  /** The style sheets that the page links. */
  readonly styleSheets?: readonly StyleSheet[] | undefined;
}

/** What the service needs of a converted page. */
export interface Converted {
  /** The requested formats that need nothing but the page, by their names in a `Document`. */
  readonly document: PageDocument;
  readonly metadata: Metadata;
  /** All links of the page for crawls and maps, whatever the formats and tags are. */
  readonly links: readonly string[];
  /** The data that search indexes. */
  readonly searchEntry: SearchEntry;
  /** Whether the page shows nothing before its scripts have run in a browser. */
  readonly isEmptyShell: boolean;
  /** What a language model gets beside the Markdown, where the options ask for it. */
  readonly evidence?: Evidence;
  /** Sentences about requested things that the page cannot provide. */
  readonly warnings: readonly string[];
  /** Pages of a PDF that may show text in pictures. */
  readonly unreadPages?: readonly UnreadPage[] | undefined;
  readonly packed?: Uint8Array | undefined;
}

/** Converts a page in a worker; throws a `WorkFailure`. */
export type Convert = (file: ConvertedFile, options: ConversionOptions, limits: ConvertLimits) => Promise<Converted>;

export type ObserveConversion = Observe<ConvertedFile, Converted>;

export function convertWith(converter: Pick<Converter, 'convert'>, observe: ObserveConversion = unobserved): Convert {
  const convert = converting(converter);
  return (file, options, limits) => observe(file, () => convert(file, options, limits));
}

function converting(converter: Pick<Converter, 'convert'>): Convert {
  return async ({ body, ...file }, options, { owner, signal, pack = false, styleSheets }) => {
    const result = await converter.convert(body, {
      ...converterOptions(options),
      ...file,
      styleSheets,
      // The service has bounded the body when it read it.
      maxBytes: Number.POSITIVE_INFINITY,
      owner,
      signal,
      deflatesInput: pack,
    });
    const {
      metadata,
      kind: _,
      isEmptyShell,
      warnings,
      deflatedInput,
      unreadPages,
      pageLinks,
      searchEntry,
      evidence,
      ...document
    } = result;
    return {
      document,
      metadata,
      links: pageLinks ?? [],
      searchEntry: searchEntry ?? NO_ENTRY,
      isEmptyShell,
      ...(evidence && { evidence }),
      warnings: warnings.map(sentenceOf),
      unreadPages,
      packed: deflatedInput,
    };
  };
}

/** What search indexes of a file that is not converted. */
export const NO_ENTRY: SearchEntry = { title: '', description: '', text: '', links: '', isArticle: false, images: [] };

/** What a model could have done about a warning of the format. */
const MODEL_ADVICE: Readonly<Record<string, Partial<Record<ConversionWarning['code'], string>>>> = {
  json: {
    'no schema': `Without one it needs a language model, and ${NO_MODEL}.`,
    'no data': 'To read them from its text, this server needs a language model (--model-url).',
    'prompt unused': `It needs a language model, and ${NO_MODEL}.`,
  },
  summary: { extract: `It is not written anew: ${NO_MODEL}.` },
};

function sentenceOf({ code, format = '', message }: ConversionWarning): string {
  const advice = MODEL_ADVICE[format]?.[code];
  return advice === undefined ? message : `${message} ${advice}`;
}
