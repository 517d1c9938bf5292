import type { ScrapeOptions } from '@trawl/client';
import type { RecognizedPage } from '@trawl/convert';
import { contractDefaults } from '../contract/contract.js';
import { type Abilities, type Missing, NO_MODEL, type OptionRow, type UsedOption } from './option-row.js';
import { pageHeaders } from './page-headers.js';
import { wantsEnhancedProxy } from './proxy-wish.js';

type OptionName = keyof ScrapeOptions;

/**
 * What this server does with each option of a scrape. The compiler refuses a contract with an option that has no row here.
 * The parts of the key of a cached page stand in the order of the rows, so that copies of earlier versions are found.
 */
const table = {
  formats: { step: 'plan', decidesConversion: true },
  timeout: { step: 'plan', isFixable: true },
  auditMetadata: { step: 'plan' },
  threatProtection: {
    step: 'plan',
    limit:
      'URLs are checked against the lists, and pages with the risk service that the operator has named (`--risk-service-url`). Without one, a warning says so.',
  },
  maxAge: { step: 'cache', isFixable: true },
  minAge: { step: 'cache', isFixable: true },
  lockdown: { step: 'cache' },
  storeInCache: { step: 'cache' },
  headers: {
    step: 'fetch',
    copyKey: (options) => pageHeaders(options)['Accept-Language'] ?? '',
    isPersonal: ({ headers = {} }) => Object.keys(headers).length > 0,
  },
  skipTlsVerification: { step: 'fetch' },
  mobile: {
    step: 'fetch',
    isFixable: true,
    copyKey: ({ mobile = false }) => (mobile ? 'mobile' : undefined),
    asksForBrowser: ({ mobile = false }) => mobile,
  },
  waitFor: {
    step: 'render',
    isFixable: true,
    copyKey: ({ waitFor = 0 }, canRender) => (canRender && waitFor > 0 ? `waitFor ${waitFor}` : undefined),
    asksForBrowser: ({ waitFor = 0 }) => waitFor > 0,
    missing: ({ waitFor = 0 }, { canRender }) => (waitFor > 0 && !canRender ? { feature: 'waitFor' } : undefined),
  },
  location: {
    step: 'fetch',
    decidesConversion: true,
    isFixable: true,
    limit:
      'Pages get the languages and the time zone of the location. Requests leave from its country only if the service has a proxy there.',
    copyKey: ({ location }) => (location?.country === undefined ? undefined : `country ${location.country}`),
    asksForBrowser: ({ location }) => Boolean(location?.languages?.length),
  },
  blockAds: {
    step: 'convert',
    decidesConversion: true,
    isFixable: true,
    copyKey: ({ blockAds = true }, canRender) => (canRender && !blockAds ? 'with ads' : undefined),
  },
  profile: {
    step: 'render',
    isPersonal: ({ profile }) => profile !== undefined,
    asksForBrowser: ({ profile }) => profile !== undefined,
    missing: ({ profile }, { canRender }) => (profile && !canRender ? { feature: 'profile' } : undefined),
  },
  actions: {
    step: 'render',
    isPersonal: ({ actions = [] }) => actions.length > 0,
    asksForBrowser: ({ actions = [] }) => actions.length > 0,
  },
  proxy: {
    step: 'fetch',
    isFixable: true,
    limit:
      '`enhanced` and `stealth` leave through a proxy of that kind, and `auto` tries it when a page refuses another one, except after actions and with a profile. Without one they fetch like `basic`, and a warning says so.',
    copyKey: (options) => (wantsEnhancedProxy(options) ? 'enhanced proxy' : undefined),
    missing: (options, { hasEnhancedProxy }) =>
      wantsEnhancedProxy(options) && !hasEnhancedProxy ? { feature: 'stealthProxy' } : undefined,
  },
  onlyMainContent: { step: 'convert', decidesConversion: true, isFixable: true },
  includeTags: { step: 'convert', decidesConversion: true, isFixable: true },
  excludeTags: { step: 'convert', decidesConversion: true, isFixable: true },
  removeBase64Images: { step: 'convert', decidesConversion: true, isFixable: true },
  parsers: {
    step: 'convert',
    decidesConversion: true,
    limit:
      'Characters are recognized where there are the programs `tesseract` and, for PDFs, `pdftoppm`. Without them images have no text, and `ocr` reads the text layer of a PDF.',
  },
  redactPII: { step: 'convert', decidesConversion: true },
  onlyCleanContent: {
    step: 'model',
    missing: ({ onlyCleanContent = false }, { hasModel }) =>
      onlyCleanContent && !hasModel ? { warning: `onlyCleanContent was ignored: ${NO_MODEL}.` } : undefined,
  },
  fastMode: {
    step: 'render',
    limit:
      'The scripts of a page that is empty without them are not run, and a warning says so. Other pages are fetched without a browser in any case, unless an option or a format needs it.',
  },
  useMock: { ignoredBecause: 'The recorded pages that it names exist only at the hosted service.' },
} as const satisfies { readonly [Name in OptionName]-?: OptionRow };

type ConvertingOption = {
  [Name in keyof typeof table]: (typeof table)[Name] extends { readonly decidesConversion: true } ? Name : never;
}[keyof typeof table];

/** Asks for the structured data of the page, and for what they give for each schema. No caller can send it. */
interface EvidenceOptions {
  readonly evidence?: { readonly schemas: readonly Readonly<Record<string, unknown>>[] };
  /** What was recognized in the pictures of the file. */
  readonly recognizedPages?: readonly RecognizedPage[];
}

/** The options that decide what a page is converted to. A conversion reads no others, because its result is stored by them. */
export type ConversionOptions = Pick<ScrapeOptions, ConvertingOption> & EvidenceOptions;

export const scrapeOptions: Readonly<Record<OptionName, OptionRow>> = table;

const names = Object.keys(table) as OptionName[];

const usedOptions: readonly UsedOption[] = Object.values<OptionRow>(table).filter((row) => 'step' in row);

const CONVERTING = names.filter((name) => 'decidesConversion' in scrapeOptions[name]);

/** The options that a fix of the support may change. */
export const fixableOptions: ReadonlySet<string> = new Set(names.filter((name) => 'isFixable' in scrapeOptions[name]));

let defaults: ScrapeOptions | undefined;

/** Those of the options that decide the conversion, with their defaults, in an order that is always the same. */
export function conversionOptions(options: ConversionOptions): ConversionOptions {
  // Read once, because the defaults are the same for every page.
  defaults ??= contractDefaults('ScrapeOptions');
  const complete: ScrapeOptions & EvidenceOptions = { ...defaults, ...options };
  return Object.fromEntries(
    [...CONVERTING, 'evidence' as const, 'recognizedPages' as const].map((name) => [name, complete[name]]),
  );
}

/** The parts of the key of a cached page that come from its options: a page has a copy for each of their values. */
export function copyKeys(options: ScrapeOptions, canRender: boolean): string[] {
  return usedOptions.flatMap((option) => option.copyKey?.(options, canRender) ?? []);
}

/** Whether the options may change what the page shows to this caller alone. */
export function isPersonalized(options: ScrapeOptions): boolean {
  return usedOptions.some((option) => option.isPersonal?.(options));
}

/** Whether an option asks for what only a browser can do. */
export function optionsAskForBrowser(options: ScrapeOptions): boolean {
  return usedOptions.some((option) => option.asksForBrowser?.(options));
}

/** What the options ask for and this server lacks. */
export function missingForOptions(options: ScrapeOptions, abilities: Abilities): Missing[] {
  return usedOptions.flatMap((option) => option.missing?.(options, abilities) ?? []);
}
