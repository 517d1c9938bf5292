import type { Document, FormatName, FormatOptions } from '@trawl/client';
import type { FormatOptions as ConverterFormat } from '@trawl/convert';
import type { Abilities, Missing } from '../options/option-row.js';

/** Every format of the contract, whether it has options or only a name. */
export type FormatType = FormatOptions['type'] | FormatName;

export type OptionsOf<Type extends FormatType> = Extract<FormatOptions, { readonly type: Type }>;

/** The row of a format. Only one that `@trawl/convert` has can be converted. */
export type FormatRow<Type extends FormatType> = Type extends ConverterFormat['type']
  ? FormatDefinition<OptionsOf<Type>>
  : Omit<FormatDefinition<OptionsOf<Type>>, 'isConverted'>;

/** What this server does with one format. */
export interface FormatDefinition<Options extends FormatOptions = FormatOptions> {
  /** The field of the document that has the format. */
  readonly field: keyof Document;
  /** Whether `@trawl/convert` makes it of the page with these options. */
  isConverted?(options: Options): boolean;
  /** How a language model makes the format, where the server has one. */
  readonly model?: ModelFormat<Options>;
  /** Only a browser can make it. */
  readonly needsBrowser?: true;
  /** The page has to be fetched: a cached copy cannot give the format. */
  readonly needsFreshPage?: true;
  /** It can be had of the bytes of a file that is not parsed. */
  readonly isOfBytes?: true;
  /** The formats that it cannot be combined with, and the error for that. */
  readonly excludes?: { readonly formats: readonly FormatType[] | 'all'; readonly error: string };
  /** What is taken of the page as a media file, and the error code where there is none. */
  readonly media?: {
    readonly kind: 'audio' | 'video';
    readonly unsupported: 'SCRAPE_AUDIO_UNSUPPORTED_URL' | 'SCRAPE_VIDEO_UNSUPPORTED_URL';
  };
  /** What this server does not do for some options of the format, as a sentence. */
  readonly limit?: string;
  /** What the format asks for and this server lacks. */
  missing?(options: Options, abilities: FormatAbilities): Missing | undefined;
}

export interface FormatAbilities extends Abilities {
  /** Whether the browser took a picture of the page. */
  readonly hasScreenshot: boolean;
}

/** How a language model makes a format. */
interface ModelFormat<Options> {
  /** The question for the model. It is undefined if these options do not need the model. */
  task(options: Options): ModelTask | undefined;
  /** Whether it costs credits beside those of the page. */
  readonly isBilled: boolean;
  /** The warning when the model fails. */
  failed(reason: string): string;
  /** The value when the model fails; without it, the field is missing. */
  readonly fallback?: null;
}

/** What a language model is asked about a page. */
export type ModelTask =
  | ({ readonly use: 'json' } & JsonQuestion)
  | { readonly use: 'answer'; readonly question: string }
  | { readonly use: 'summary' };

/** What data a language model extracts: by a schema, a prompt, or both. */
export interface JsonQuestion {
  /** Null says the same as no schema. */
  readonly schema?: Readonly<Record<string, unknown>> | null | undefined;
  readonly prompt?: string | undefined;
}
