import { randomUUID } from 'node:crypto';
import { checkedUrlCredits, pageCredits } from '../accounts/credits.js';
import type { ThreatPolicies } from '../accounts/threat-policies.js';
import type { RenderedFile } from '../browser/capture.js';
import { RenderFailure } from '../browser/render-failure.js';
import type { ChangeTracker } from '../changes/tracker.js';
import { contractDefaults } from '../contract/contract.js';
import { refuseLarge } from '../convert/converted-size.js';
import type { PageAnswers, PageModel } from '../model/page-model.js';
import { FetchFailure } from '../web/fetch-types.js';
import { cacheRules } from './cache-rules.js';
import type { Conversion } from './conversions.js';
import { untilForExtras, withDeadline } from './deadline.js';
import { documentOf } from './document.js';
import { missingWarnings } from './missing-abilities.js';
import { createPageConversion, type PageConversionDependencies } from './page-conversion.js';
import { createPageSource, type Page, type PageSourceDependencies } from './page-source.js';
import { refuseImpossible } from './refused-options.js';
import { dataUrl, renderedContent } from './rendered-content.js';
import { retentionOf } from './retention.js';
import { asRefusal, timedOut } from './scrape-failure.js';
import type { PageOpener, ScrapeResult, Scraper, ScrapeTask } from './scrape-task.js';
import { threatGuard } from './threat-protection.js';
import {
  changesOf,
  comparedByModel,
  isComparable,
  trackingOf,
  withComparedJson,
  withoutAddedJson,
} from './tracked-changes.js';
import { base64Of, hasRawBase64 } from './unparsed-pdf.js';

/** A scrape on behalf of a user, for the audit log. */
export interface AuditEvent {
  readonly scrapeId: string;
  readonly team: string;
  readonly username: string;
  /** Null when the URL must not be logged. */
  readonly url: string | null;
}

export interface ScraperDependencies extends PageSourceDependencies, PageConversionDependencies {
  readonly policies: Pick<ThreatPolicies, 'get'>;
  readonly tracker: ChangeTracker;
  readonly audit: (event: AuditEvent) => void;
  /** Makes the formats that need a language model, if there is one. */
  readonly model?: PageModel | undefined;
  /** Stores what the browser makes of a page, and returns its URL, which begins with the address that the caller used, if that is known. */
  readonly linkTo?: ((file: RenderedFile, page: string, baseUrl: string | undefined) => string) | undefined;
}

export function createScraper(dependencies: ScraperDependencies): Scraper & PageOpener {
  const { policies, tracker, audit, linkTo, model, clock } = dependencies;
  const source = createPageSource(dependencies);
  const convert = createPageConversion(dependencies);
  const { timeout: defaultTimeout = 0 } = contractDefaults('ScrapeOptions');

  async function scrape(task: ScrapeTask, timeoutMs: number, signal: AbortSignal): Promise<ScrapeResult> {
    // In the queue for workers, the single pages of a team count as one more job.
    const { url, team, options, job = `pages of ${team}` } = task;
    const scrapeId = randomUUID();
    const until = untilForExtras(clock.now(), timeoutMs);
    const isSecret = task.zeroDataRetention || options.lockdown;
    if (options.auditMetadata) {
      audit({ scrapeId, team, username: options.auditMetadata.username, url: isSecret ? null : url });
    }
    const retention = retentionOf(task);
    const guard = threatGuard(policies.get(team), options.threatProtection);
    const { cacheFor, version: isStored } = retention;
    const hold = task.hold?.bind(undefined, scrapeId);
    const request = {
      url,
      options,
      team,
      cacheFor,
      isStored,
      timeoutMs,
      signal,
      hold,
      admit: guard.admit,
      admitPage: task.admit,
    };
    const tracking = trackingOf(options);
    const compared = model && comparedByModel(tracking, options);
    const answered = model ? options : withComparedJson(options, tracking);
    const convertOptions = model?.conversionOptions(answered, compared) ?? answered;
    const work = { options: convertOptions, indexFor: cacheFor, group: job, signal };
    const fetched = await source.read(request);
    const rendersShells = source.canRender() && !fetched.isCached && !fetched.rendered;
    const first = { page: fetched, converted: await convert({ ...work, page: fetched, rendersShells }) };
    const browsed =
      rendersShells && first.converted.isClientRendered
        ? await inBrowser(async () => {
            const page = await source.render(request);
            return { page, converted: await convert({ ...work, page, rendersShells: false }) };
          }, signal)
        : undefined;
    const { page, converted } = browsed?.result ?? first;
    const previous = tracking && isComparable(page, isStored) ? tracker.last(task, tracking.tag)?.json : undefined;
    const answers: PageAnswers = (await model?.answer({
      ...{ page: converted, options: answered, team, until, signal },
      ...(compared && isComparable(page, isStored) && { tracked: { ...compared, previous } }),
      isStored: cacheFor.includes(team),
      // A caller who takes no copy of the page takes no earlier answer about it.
      asksAgain: options.maxAge === 0 && !task.comparesAnswers,
      isPrivate: isSecret === true,
    })) ?? { document: converted.document, warnings: [], billed: 0 };

    const creditsUsed = pageCredits({
      pdfPages: converted.metadata.numPages ?? undefined,
      pdfAsFile: converted.isUnparsed,
      lockdown: options.lockdown ? 'hit' : undefined,
      checkedUrls: guard.isOn ? 1 : 0,
      modelFormats: answers.billed,
    });
    const facts = {
      scrapeId,
      sourceURL: url,
      url: page.url,
      statusCode: page.status,
      contentType: page.contentType,
      creditsUsed,
      ...(page.isCached
        ? ({ cacheState: 'hit', cachedAt: new Date(page.fetchedAt).toISOString() } as const)
        : cacheRules(options).read && ({ cacheState: 'miss' } as const)),
    };
    const changes =
      tracking &&
      (await changesOf(
        tracker,
        tracking,
        { ...task, signal },
        {
          ...{ page, isStored, hasModel: model !== undefined, markdown: converted.document.markdown },
          json: compared ? answers.trackedData : answers.document.json,
        },
      ));
    const warnings = [
      ...converted.warnings,
      ...answers.warnings,
      ...(converted.isClientRendered && !source.canRender() ? [NO_BROWSER] : []),
      ...(browsed?.warnings ?? []),
      ...(page.rendered?.warnings ?? []),
      ...(page.rendered && options.profile && options.profile.saveChanges !== false && !isStored ? [NOT_SAVED] : []),
      ...missingWarnings(options, {
        canRender: source.canRender(),
        hasScreenshot: page.rendered?.screenshot !== undefined,
        hasModel: model !== undefined,
      }),
      ...guard.warnings,
      ...(changes?.warnings ?? []),
    ];
    const content = withoutAddedJson(answers.document, answered, options);
    const bytes = hasRawBase64(options) ? await rawBase64Of(page, content) : {};
    const link = (file: RenderedFile) => (isSecret || !linkTo ? dataUrl(file) : linkTo(file, url, task.baseUrl));
    const rendered = page.rendered && renderedContent(page.rendered, link);
    const document = documentOf(
      { ...content, ...bytes, ...changes?.document, ...rendered },
      converted.metadata,
      facts,
      warnings,
    );
    return { document, scrapeId, creditsUsed, links: converted.links, remember: changes?.remember };
  }

  /** Reads a page again, in the browser; what was fetched of it stays where that fails. */
  async function inBrowser<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ readonly result?: Result; readonly warnings: readonly string[] }> {
    try {
      return { result: await work(), warnings: [] };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RenderFailure || error instanceof FetchFailure)) throw error;
      return { warnings: [`The scripts that make this page were not run: ${error.message}`] };
    }
  }

  async function inTime<Result>(
    { options, signal: outer }: Pick<ScrapeTask, 'options' | 'signal'>,
    work: (timeoutMs: number, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    refuseImpossible(options, defaultTimeout, source.canRender());
    const timeoutMs = options.timeout ?? defaultTimeout;
    try {
      return await withDeadline(
        timeoutMs,
        () => timedOut(timeoutMs),
        outer,
        (signal) => work(timeoutMs, signal),
      );
    } catch (error) {
      throw asRefusal(error);
    }
  }

  return {
    scrape: (task) => inTime(task, (timeoutMs, signal) => scrape(task, timeoutMs, signal)),
    open: (task, hold) =>
      inTime(task, async (timeoutMs, signal) => {
        const { url, team } = task;
        const { formats: _, ...options } = task.options;
        const { admit, isOn } = threatGuard(policies.get(team), options.threatProtection);
        const { version: isStored } = retentionOf(task);
        await source.render({ url, options, team, cacheFor: [], isStored, timeoutMs, signal, hold, admit });
        return checkedUrlCredits(isOn ? 1 : 0);
      }),
  };
}

/** The body of the page as base64; throws when it is too long together with the other formats. */
async function rawBase64Of(page: Page, content: Conversion['document']): Promise<{ readonly rawBase64: string }> {
  const body = await page.readBody();
  refuseLarge(content, body.length);
  return { rawBase64: base64Of(body) };
}

const NO_BROWSER =
  'The scripts of this page make its content, and this server has no browser to run them: content may be missing.';

const NOT_SAVED = 'The profile was not saved: nothing of this call may be stored.';
