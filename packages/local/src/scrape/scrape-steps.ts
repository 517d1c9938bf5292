import { STATUS_CODES } from 'node:http';
import { RenderFailure } from '@trawl/browser/render-failure';
import type { Document } from '@trawl/client';
import { FetchFailure } from '@trawl/web/fetch-types';
import { pageCredits } from '../accounts/credits.js';
import { isNotShown } from '../changes/page-status.js';
import type { ChangeTracker } from '../changes/tracker.js';
import { requestedFormat } from '../formats/format-table.js';
import type { PageAnswers, PageModel } from '../model/page-model.js';
import { cacheRules } from './cache-rules.js';
import { type DocumentFacts, dataUrl, documentOf, renderedContent } from './document.js';
import { refuseLargeDocument } from './document-size.js';
import { missingWarnings } from './missing-abilities.js';
import type { Page } from './page.js';
import type { ConvertFetchedPage, PageConversion } from './page-conversion.js';
import { type MediaTools, mediaLinks, type PageMedia } from './page-media.js';
import type { PageSource } from './page-source.js';
import type { KeptFile } from './rendered-files.js';
import type { ScrapePlan } from './scrape-plan.js';
import { changesOf, isComparable, type PageChanges, withoutTrackedJson } from './tracked-changes.js';
import { base64Of, hasRawBase64 } from './unparsed-pdf.js';

/** The parts of the service that the steps of a scrape use. */
export interface ScrapeTools extends MediaTools {
  readonly source: PageSource;
  readonly convertPage: ConvertFetchedPage;
  readonly tracker: ChangeTracker;
  /** Makes the formats that need a language model, if there is one. */
  readonly model?: Pick<PageModel, 'answer' | 'conversionOptions'> | undefined;
  /** Stores what was made of a page, and resolves to its URL, which begins with the address that the caller used, if that is known. */
  readonly linkTo?: ((file: KeptFile, page: string, baseUrl: string | undefined) => Promise<string>) | undefined;
}

/** A page as it was read, with what it was converted to. */
export interface ReadPage {
  readonly page: Page;
  readonly content: PageConversion;
  /** Whether the page shows nothing before its scripts have run, and there is a browser to run them. */
  readonly isShell: boolean;
  readonly warnings: readonly string[];
}

/** Reads the page from the cache, from the web or in the browser, and converts it. */
export async function readPage(plan: ScrapePlan, { source, convertPage }: ScrapeTools): Promise<ReadPage> {
  const page = await source.read(plan.request);
  // The shell of a page that is read in a hurry is not stored either: the next request may have its scripts run.
  const mayBeShell = source.canRender() && !page.isCached && !page.renderedPage;
  const content = await convertPage(conversionOf(plan, page, source, mayBeShell));
  const isShell = mayBeShell && content.isEmptyShell;
  if (isShell && plan.request.options.fastMode) return { page, content, isShell: false, warnings: [SCRIPTS_NOT_RUN] };
  return { page, content, isShell, warnings: [] };
}

/** Reads the page again in the browser, where it is a shell. What was fetched of it stays if that fails. */
export async function renderShell(
  plan: ScrapePlan,
  fetchedPage: ReadPage,
  { source, convertPage }: ScrapeTools,
): Promise<ReadPage> {
  if (!fetchedPage.isShell) return fetchedPage;
  try {
    const page = await source.renderShell(plan.request, fetchedPage.page);
    const content = await convertPage(conversionOf(plan, page, source, false));
    return { page, content, isShell: false, warnings: [] };
  } catch (error) {
    plan.request.signal.throwIfAborted();
    if (!(error instanceof RenderFailure || error instanceof FetchFailure)) throw error;
    const warning = `The scripts that make this page were not run: ${error.message}`;
    return { ...fetchedPage, warnings: [warning] };
  }
}

function conversionOf(
  { task, conversionOptions, request, extrasUntil }: ScrapePlan,
  page: Page,
  source: PageSource,
  rendersShells: boolean,
) {
  // A request for copies alone loads nothing from the site.
  const readsStyles = requestedFormat(request.options, 'branding') && cacheRules(request.options).miss === undefined;
  return {
    loadStyleSheets: readsStyles ? () => source.styleSheets(request, page) : undefined,
    page,
    options: conversionOptions,
    indexFor: request.cacheFor,
    owner: request.owner,
    signal: request.signal,
    until: extrasUntil,
    rendersShells,
    isStoredByCaller: task.isStoredByCaller ?? false,
  };
}

/** Asks the language model for the formats that need it. Without a model the page has what was converted. */
export async function askModel(
  plan: ScrapePlan,
  { page, content }: ReadPage,
  { model, tracker }: ScrapeTools,
): Promise<PageAnswers> {
  if (!model) return { document: content.document, warnings: [], billedFormats: 0 };
  const { task, request, tracking, trackedData } = plan;
  const isTracked = trackedData !== undefined && isComparable(page, request.isStored);
  return model.answer({
    page: content,
    options: plan.options,
    trackedQuestion: isTracked
      ? { ...trackedData, previous: (await tracker.last(task, tracking?.tag))?.json }
      : undefined,
    team: task.team,
    deadline: plan.extrasUntil,
    signal: request.signal,
    isStored: request.cacheFor.includes(task.team),
    // A caller who takes no copy of the page takes no earlier answer about it.
    asksAgain: task.options.maxAge === 0 && !task.comparesAnswers,
    isPrivate: plan.isSecret,
  });
}

/** Compares the page with its last version, where the caller tracks changes. */
export async function comparePage(
  plan: ScrapePlan,
  { page, content }: ReadPage,
  answers: PageAnswers,
  { tracker, model }: ScrapeTools,
): Promise<PageChanges | undefined> {
  const { tracking, task, request, trackedData } = plan;
  if (!tracking) return undefined;
  return changesOf(
    tracker,
    tracking,
    { ...task, signal: request.signal },
    {
      page,
      isStored: request.isStored,
      hasModel: model !== undefined,
      markdown: content.document.markdown,
      json: trackedData ? answers.trackedData : answers.document.json,
    },
  );
}

/** The credits for the page, for what a language model made of it, and for the check of its URL. */
export function priceOf({ task, guard }: ScrapePlan, { page, content }: ReadPage, answers: PageAnswers): number {
  return pageCredits({
    isEnhanced: page.proxyUsed === 'enhanced' && !page.isCached && !page.isRefusal,
    pdfPages: content.metadata.numPages ?? undefined,
    pdfAsFile: content.isUnparsed,
    lockdown: task.options.lockdown ? 'hit' : undefined,
    checkedUrls: guard.isOn ? 1 : 0,
    modelFormats: answers.billedFormats,
  });
}

/** All results of the steps of a scrape. */
export interface ScrapeParts {
  readonly readPage: ReadPage;
  readonly media: PageMedia;
  readonly answers: PageAnswers;
  readonly changes: PageChanges | undefined;
  readonly creditsUsed: number;
}

/** Builds the document from the results of the other steps; throws when it is too long. */
export async function assembleDocument(plan: ScrapePlan, parts: ScrapeParts, tools: ScrapeTools): Promise<Document> {
  const { task, options } = plan;
  const { page, content } = parts.readPage;
  const formats = withoutTrackedJson(parts.answers.document, options, task.options);
  const bytes = hasRawBase64(task.options) ? await rawBase64Of(page, formats) : {};
  const linkTo = plan.isSecret ? undefined : tools.linkTo;
  const link = async (file: KeptFile) => linkTo?.(file, task.url, task.baseUrl) ?? dataUrl(file);
  const media = await mediaLinks(parts.media, formats, link, linkTo !== undefined);
  const browserContent = page.renderedPage && (await renderedContent(page.renderedPage, link));
  return documentOf(
    { ...formats, ...bytes, ...parts.changes?.document, ...browserContent, ...media },
    content.metadata,
    factsOf(plan, parts),
    warningsOf(plan, parts, tools),
  );
}

function factsOf({ scrapeId, task }: ScrapePlan, { readPage: { page }, creditsUsed }: ScrapeParts): DocumentFacts {
  const facts = {
    scrapeId,
    sourceURL: task.url,
    url: page.url,
    statusCode: page.status,
    contentType: page.contentType,
    proxyUsed: page.proxyUsed,
    creditsUsed,
  };
  if (page.isCached) return { ...facts, cacheState: 'hit', cachedAt: new Date(page.fetchedAt).toISOString() };
  return cacheRules(task.options).ageLimits ? { ...facts, cacheState: 'miss' } : facts;
}

function warningsOf(
  { task: { options }, request, guard }: ScrapePlan,
  { readPage: { page, content, warnings }, answers, changes }: ScrapeParts,
  { source, model }: ScrapeTools,
): string[] {
  const canRender = source.canRender();
  const savesProfile = page.renderedPage && options.profile && options.profile.saveChanges !== false;
  return [
    ...(isNotShown(page.status) ? [notShown(page.status)] : []),
    ...(page.isRefusal && page.status < 400 ? [WALL] : []),
    ...(page.proxyWarning ? [page.proxyWarning] : []),
    ...content.warnings,
    ...answers.warnings,
    ...(content.isEmptyShell && !canRender ? [NO_BROWSER] : []),
    ...warnings,
    ...(page.renderedPage?.warnings ?? []),
    ...(savesProfile && !request.isStored ? [NOT_SAVED] : []),
    ...missingWarnings(options, {
      canRender,
      hasScreenshot: page.renderedPage?.screenshot !== undefined,
      hasModel: model !== undefined,
      hasEnhancedProxy: page.proxyUsed === 'enhanced',
    }),
    ...guard.warnings,
    ...(changes?.warnings ?? []),
  ];
}

function notShown(status: number): string {
  const reason = [status, STATUS_CODES[status]].filter(Boolean).join(' ');
  return `The site did not show the page: it answered ${reason}, and this is what it says in place of the page.`;
}

const WALL = 'The site did not show the page: its protection from programs answered, and this is what it says.';

const SCRIPTS_NOT_RUN =
  'The scripts of this page make its content, and `fastMode` runs none: content may be missing. Leave `fastMode` out to have them run.';

const NO_BROWSER =
  'The scripts of this page make its content, and this server has no browser to run them: content may be missing.';

const NOT_SAVED = 'The profile was not saved: nothing of this call may be stored.';

/** The body of the page as base64; throws when it is too long together with the other formats. */
async function rawBase64Of(page: Page, content: Partial<Document>): Promise<{ readonly rawBase64: string }> {
  const body = await page.readBody();
  refuseLargeDocument(content, body.length);
  return { rawBase64: base64Of(body) };
}
