import type { ScrapeOptions } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';

const NAMES = [
  'formats',
  'onlyMainContent',
  'includeTags',
  'excludeTags',
  'blockAds',
  'removeBase64Images',
  'parsers',
  'location',
  'redactPII',
] as const satisfies readonly (keyof ScrapeOptions)[];

/** Asks for the structured data of the page, and for what they give for each schema. No caller can send it. */
interface EvidenceOptions {
  readonly evidence?: { readonly schemas: readonly Readonly<Record<string, unknown>>[] };
}

/** The options that decide what a page is converted to. A conversion reads no others, because its result is stored by them. */
export type ConversionOptions = Pick<ScrapeOptions, (typeof NAMES)[number]> & EvidenceOptions;

let defaults: ScrapeOptions | undefined;

/** Those of the options that decide the conversion, with their defaults, in an order that is always the same. */
export function conversionOptions(options: ConversionOptions): ConversionOptions {
  // Read once, because the defaults are the same for every page.
  defaults ??= contractDefaults('ScrapeOptions');
  const complete: ConversionOptions = { ...defaults, ...options };
  return Object.fromEntries([...NAMES, 'evidence' as const].map((name) => [name, complete[name]]));
}
