import type { ScrapeOptions, SearchRequest } from '@trawl/client';
import { contractDefaults, creditRules, type RegularCredits, regularCredits } from '../contract/contract.js';
import { wantsEnhancedProxy } from '../options/proxy-wish.js';

const RESULTS_PER_CHARGE = 10;

/** A map costs the same for any number of links. */
export const MAP_CREDITS = 1;

/** Credits for each minute of a browser session that has begun. */
export const SESSION_MINUTE_CREDITS = 1;

/** What work can cost before it is done. */
export interface CreditEstimate {
  readonly least: number;
  readonly most: number;
}

/** An estimate of work that costs the same whatever it finds. */
export const exactly = (credits: number): CreditEstimate => ({ least: credits, most: credits });

/** The options of a page that decide what it can cost. */
export type PricedOptions = Pick<ScrapeOptions, 'formats' | 'lockdown' | 'parsers' | 'proxy' | 'threatProtection'>;

/**
 * What a page can cost with these options. A page counts as one page also where it may turn out to be a longer PDF, unless
 * the options bound its length, and as one that needs no enhanced proxy, unless the options ask for one.
 */
export function pageEstimate({
  formats = [],
  lockdown,
  parsers = [],
  proxy,
  threatProtection,
}: PricedOptions): CreditEstimate {
  const checkedUrls = (threatProtection?.mode ?? 'off') === 'off' ? 0 : 1;
  const { formats: billed = [] } = regularEntry('model-format');
  const modelFormats = formats.filter((format) =>
    billed.includes(typeof format === 'string' ? format : format.type),
  ).length;
  const maxPages = parsers.map((parser) =>
    typeof parser === 'object' && 'maxPages' in parser ? (parser.maxPages ?? 1) : 1,
  );
  const pdfPages = Math.max(1, ...maxPages);
  return {
    least: lockdown ? pageCredits({ lockdown: 'miss' }) : pageCredits(),
    most: pageCredits({
      pdfPages,
      lockdown: lockdown ? 'hit' : undefined,
      isEnhanced: wantsEnhancedProxy({ proxy }),
      checkedUrls,
      modelFormats,
    }),
  };
}

/**
 * What a search can cost, with the pages that it scrapes. As little as one without results needs the credits of as many as its limit
 * allows, because what it finds is known only when the work is done.
 */
export function searchEstimate({ limit, sources, enterprise, scrapeOptions = {} }: SearchRequest): CreditEstimate {
  const { limit: defaultLimit = 0 } = contractDefaults('SearchRequest');
  const results = (limit ?? defaultLimit) * Math.max(1, sources?.length ?? 1);
  const pages = scrapeOptions.formats?.length ? results : 0;
  const costOf = (options: ScrapeOptions) => searchCredits(results, enterprise) + pages * pageEstimate(options).most;
  // Pages that turn out to be long PDFs are charged at the end.
  return { least: costOf({ ...scrapeOptions, parsers: [] }), most: costOf(scrapeOptions) };
}

/** The facts that decide what a page costs. */
export interface PageCost {
  /** Pages of a PDF that was parsed. */
  readonly pdfPages?: number | undefined;
  /** Whether a PDF was returned as a file, without parsing. */
  readonly pdfAsFile?: boolean | undefined;
  readonly lockdown?: 'hit' | 'miss' | undefined;
  /** Whether an enhanced proxy showed the page. */
  readonly isEnhanced?: boolean | undefined;
  /** URLs that were checked by the threat policy. */
  readonly checkedUrls?: number | undefined;
  /** Formats that a language model extracted: `json` and `answer`. */
  readonly modelFormats?: number | undefined;
}

/** Credits for a format that a language model makes, in addition to the credits of its page. */
export const modelFormatCredits = (): number => regular('model-format');

/** Credits for one page, scraped or parsed. */
export function pageCredits({
  pdfPages,
  pdfAsFile,
  lockdown,
  isEnhanced = false,
  checkedUrls = 0,
  modelFormats = 0,
}: PageCost = {}): number {
  const read = readCredits(pdfPages, pdfAsFile, lockdown);
  // The rule is about the whole request: a PDF of many pages costs more already.
  const readAndShown = isEnhanced ? Math.max(read, rule('proxy-enhanced')) : read;
  return readAndShown + checkedUrlCredits(checkedUrls) + modelFormats * modelFormatCredits();
}

/** Credits for checks by the threat policy, on top of other costs of the URLs. */
export function checkedUrlCredits(urls: number): number {
  return urls * rule('threat-protection');
}

function readCredits(pdfPages = 0, pdfAsFile = false, lockdown: PageCost['lockdown'] = undefined): number {
  if (lockdown) return rule(`lockdown-${lockdown}`);
  if (pdfAsFile) return rule('pdf-without-parser');
  return pdfPages > 0 ? pdfPages * rule('pdf-pages') : regular('page');
}

/** Credits for a search, without the pages that it scrapes. */
export function searchCredits(results: number, enterprise: readonly string[] = []): number {
  const charges = Math.ceil(results / RESULTS_PER_CHARGE);
  // `zdr` includes `anon`.
  const special = ['zdr', 'anon'].find((value) => enterprise.includes(value));
  return charges * (special ? rule(`enterprise-${special}`) : regular('results'));
}

function rule(id: string): number {
  const creditRule = creditRules().find((candidate) => candidate.id === id);
  if (!creditRule) throw new Error(`The contract has no credit rule ${id}`);
  return creditRule.most;
}

function regular(id: string): number {
  return regularEntry(id).credits;
}

function regularEntry(id: string): RegularCredits {
  const entry = regularCredits().find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`The contract has no regular credits ${id}`);
  return entry;
}
