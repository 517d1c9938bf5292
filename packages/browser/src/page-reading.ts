import { setTimeout as sleep } from 'node:timers/promises';
import type { ScrapeOptions } from '@trawl/client';
import { FetchFailure } from '@trawl/web/fetch-types';
import { type ConsentPage, closeConsentBanners } from './consent.js';
import type { LoadingPage } from './navigation.js';
import type { PageScripts } from './page-scripts.js';
import { RenderFailure } from './render-failure.js';
import { MAX_SETTLING_MS, type PageLoads, settled, settledValue } from './settled.js';
import { CONTENT, contentShown, type PageContent, pageContent, type ReadContent } from './shell.js';

/** A page that has been opened, and that is read when its scripts have run. */
export interface ReadablePage extends LoadingPage, ConsentPage {
  url(): string;
}

/** How a page is read. */
export interface Reading {
  readonly page: ReadablePage;
  readonly scripts: PageScripts;
  readonly loads: PageLoads;
  readonly options: ScrapeOptions;
  /** When the time of the request is over. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** The share of the time of a request in which its page has to show its content: the rest is for what comes after. */
const MAX_SETTLING_SHARE = 1 / 2;

/**
 * Waits until the page shows its content, and for what the request asks besides. Resolves to the content, if nothing may have
 * changed it since it was read.
 */
export async function readShownContent(reading: Reading): Promise<PageContent | undefined> {
  const { page, scripts, loads, options, deadline, signal } = reading;
  const end = performance.now() + Math.min(MAX_SETTLING_MS, (deadline - performance.now()) * MAX_SETTLING_SHARE);
  const settleInTime = () => settledValue<ReadContent>(page, loads, scripts, CONTENT, end);
  const shown = await contentShown(scripts, settleInTime, end);
  if (options.waitFor) await sleep(options.waitFor, undefined, { signal });
  const content = options.waitFor ? undefined : shown;
  if (options.blockAds === false) return content;
  const hasClosedBanner = await closeConsentBanners(page, {
    settle: () => settled(page, loads, scripts),
    scripts,
    isOnlyInFrames: content?.hasBanner === false,
  });
  return hasClosedBanner ? undefined : content;
}

/**
 * Reads the page as it is now, unless it was read already.
 *
 * @throws a `FetchFailure`, a `RenderFailure` or what the rules of the proxy threw, for a page that must not be read or
 * cannot be shown.
 */
export async function finalContent(
  { page, scripts }: Pick<Reading, 'page' | 'scripts'>,
  read: PageContent | undefined,
  failure: () => unknown,
): Promise<PageContent> {
  const content = read ?? (await pageContent(page, scripts));
  if ([content.url, page.url()].some((shown) => shown.startsWith(ERROR_PAGE)))
    throw failure() ?? new RenderFailure('failed', 'The page led to one that cannot be opened.');
  const frames = page.frames().map((frame) => frame.url());
  refuseOtherSchemes([content.url, ...frames.filter((url) => !url.startsWith(PDF_VIEWER))]);
  return content;
}

/** The page that Chromium shows in place of one that it cannot open. */
const ERROR_PAGE = 'chrome-error:';

/** A whole browser shows a PDF in a frame with this page of its own, which web pages cannot open. */
const PDF_VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/** A browser reads files of the machine, and pages of its own, by other schemes. */
function refuseOtherSchemes(urls: readonly string[]): void {
  const other = urls.find((url) => !/^(?:https?:|data:|blob:|about:(?:blank|srcdoc)|chrome-error:|$)/.test(url));
  if (other !== undefined)
    throw new FetchFailure('forbidden', `Only http: and https: are read, not ${new URL(other).protocol}`);
}
