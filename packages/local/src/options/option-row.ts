import type { ScrapeOptions } from '@trawl/client';

/** What a server can do beyond fetching and converting pages. */
export interface Abilities {
  /** Whether it has a browser. */
  readonly canRender: boolean;
  /** Whether it has a language model. */
  readonly hasModel: boolean;
  /** Whether it has a proxy for requests that want an enhanced one. */
  readonly hasEnhancedProxy: boolean;
}

/** What a request asks for and this server lacks: the name of a feature, or a sentence about the result. */
export type Missing = { readonly feature: string } | { readonly warning: string };

/** What this server does with one option of a scrape. */
export type OptionRow = UsedOption | IgnoredOption;

export interface UsedOption {
  /**
   * The step of a scrape that reads the option. The code of each step begins in one file:
   *
   * - plan: `scrape/scrape-plan.ts`
   * - cache: `scrape/cache-rules.ts` and `scrape/retention.ts`
   * - fetch: `scrape/page-source.ts`
   * - render: `browser/renderer.ts`
   * - convert: `convert/convert-page.ts`, and for one format its file in `formats/`
   * - model: `model/page-model.ts`
   */
  readonly step: 'plan' | 'cache' | 'fetch' | 'render' | 'convert' | 'model';
  /** The conversion of a page reads the option. A stored conversion answers only requests with the same value. */
  readonly decidesConversion?: true;
  /**
   * A fix that the support proposes may change the option. No other one is tried: a page, whose words stand in what a call
   * was answered, may have proposed it, and others send keys elsewhere, run scripts, lift protections or cost more.
   */
  readonly isFixable?: true;
  /** What this server does not do with some values of the option, as a sentence. */
  readonly limit?: string;
  /** The part of the key of a cached page that tells apart copies fetched with other values. */
  copyKey?(options: ScrapeOptions, canRender: boolean): string | undefined;
  /** Whether the page may show personal content because of the option. Such a page is not cached. */
  isPersonal?(options: ScrapeOptions): boolean;
  /** Whether only a browser can do what the option asks for. */
  asksForBrowser?(options: ScrapeOptions): boolean;
  /** What the option asks for and this server lacks. */
  missing?(options: ScrapeOptions, abilities: Abilities): Missing | undefined;
}

export interface IgnoredOption {
  /** Why this server accepts the option and ignores it, as a sentence. */
  readonly ignoredBecause: string;
}

/** Ends warnings about results that need a language model. */
export const NO_MODEL = 'this server has no language model (--model-url)';
