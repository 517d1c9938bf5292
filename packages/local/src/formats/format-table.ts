import type { Format, FormatOptions, ScrapeOptions } from '@trawl/client';
import type { Missing } from '../options/option-row.js';
import { optionsAskForBrowser } from '../options/scrape-options.js';
import { audio } from './audio.js';
import { changeTracking } from './change-tracking.js';
import { deterministicJson } from './deterministic-json.js';
import type { FormatAbilities, FormatDefinition, FormatRow, FormatType, OptionsOf } from './format-definition.js';
import { json } from './json.js';
import { query } from './query.js';
import { question } from './question.js';
import { rawBase64 } from './raw-base64.js';
import { screenshot } from './screenshot.js';
import { summary } from './summary.js';
import { video } from './video.js';

/** All formats. The compiler refuses a contract with a format that has no row here. */
const table: { readonly [Type in FormatType]: FormatRow<Type> } = {
  markdown: { field: 'markdown', isConverted: () => true, isOfBytes: true },
  summary,
  html: { field: 'html', isConverted: () => true },
  rawHtml: { field: 'rawHtml', isConverted: () => true },
  links: { field: 'links', isConverted: () => true },
  images: { field: 'images', isConverted: () => true },
  screenshot,
  json,
  deterministicJson,
  changeTracking,
  branding: {
    field: 'branding',
    isConverted: () => true,
    limit:
      'It is read from the rules of style sheets, up to 24 of them and 3 MiB, and not from what scripts change. In `lockdown` and with `minAge`, style sheets in other files are not loaded.',
  },
  product: { field: 'product', isConverted: () => true },
  menu: { field: 'menu', isConverted: () => true },
  audio,
  video,
  question,
  highlights: { field: 'highlights', isConverted: () => true },
  query,
  attributes: { field: 'attributes', isConverted: () => true },
  rawBase64,
};

export const formatDefinitions: Readonly<Record<FormatType, FormatDefinition>> = table;

/** The requested formats, each with its options. A format given by its name has none. */
export function requestedFormats({ formats = [] }: Pick<ScrapeOptions, 'formats'>): FormatOptions[] {
  return formats.map(withOptions);
}

/** The options of a format; undefined where it is not requested. */
export function requestedFormat<Type extends FormatType>(
  options: Pick<ScrapeOptions, 'formats'>,
  type: Type,
): OptionsOf<Type> | undefined {
  return requestedFormats(options).find((format): format is OptionsOf<Type> => format.type === type);
}

export function definitionOf({ type }: FormatOptions): FormatDefinition {
  return formatDefinitions[type];
}

/** Whether the browser has to take a picture of the page. */
export function asksForScreenshot(options: Pick<ScrapeOptions, 'formats'>): boolean {
  return requestedFormats(options).some((format) => definitionOf(format).needsBrowser);
}

/** Whether an option or a format asks for what only a browser can do. */
export function asksForBrowser(options: ScrapeOptions): boolean {
  return optionsAskForBrowser(options) || asksForScreenshot(options);
}

/** What the formats ask for and this server lacks. */
export function missingForFormats(options: Pick<ScrapeOptions, 'formats'>, abilities: FormatAbilities): Missing[] {
  return requestedFormats(options).flatMap((format) => definitionOf(format).missing?.(format, abilities) ?? []);
}

function withOptions(format: Format): FormatOptions {
  // The compiler does not know that every name is the type of a format without required options.
  return typeof format === 'string' ? ({ type: format } as FormatOptions) : format;
}
