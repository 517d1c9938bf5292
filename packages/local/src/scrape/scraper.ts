import { randomUUID } from 'node:crypto';
import type { UsePage } from '@trawl/browser/open-pages';
import { checkedUrlCredits } from '../accounts/credits.js';
import { contractDefaults } from '../contract/contract.js';
import { NO_NETWORK } from '../media/media.js';
import { storedIfPossible } from '../store/stored-if-possible.js';
import { withDeadline } from './deadline.js';
import { createPageConversion, type PageConversionDependencies } from './page-conversion.js';
import { takeMedia } from './page-media.js';
import { createPageSource, type PageSourceDependencies } from './page-source.js';
import { refuseImpossible } from './refused-options.js';
import { retentionOf } from './retention.js';
import { asRefusal, timedOut } from './scrape-failure.js';
import { isSecret, type PlanDependencies, planScrape, type ScrapePlan, type TimeLimit } from './scrape-plan.js';
import {
  askModel,
  assembleDocument,
  comparePage,
  priceOf,
  type ReadPage,
  readPage,
  renderShell,
  type ScrapeTools,
} from './scrape-steps.js';
import type { PageOpener, ScrapeResult, Scraper, ScrapeTask } from './scrape-task.js';

/** A scrape on behalf of a user, for the audit log. */
export interface AuditEvent {
  readonly scrapeId: string;
  readonly team: string;
  readonly username: string;
  /** Null when the URL must not be logged. */
  readonly url: string | null;
}

export interface ScraperDependencies
  extends PageSourceDependencies,
    PageConversionDependencies,
    PlanDependencies,
    Omit<ScrapeTools, 'source' | 'convertPage' | 'convert'> {
  readonly audit: (event: AuditEvent) => void;
  readonly log: (line: string) => void;
}

/** The dependencies of a scraper, and the tools that are made of them. */
type ScraperParts = ScraperDependencies & ScrapeTools;

export function createScraper(dependencies: ScraperDependencies): Scraper & PageOpener {
  const parts: ScraperParts = {
    ...dependencies,
    source: createPageSource(dependencies),
    convertPage: createPageConversion(dependencies),
  };
  return {
    scrape: (task) => runInTime(task, parts, (time) => scrape(task, time, parts)),
    open: (task, usePage) => runInTime(task, parts, (time) => openPage(task, usePage, time, parts)),
  };
}

/** The steps of a scrape, in their order. */
async function scrape(task: ScrapeTask, time: TimeLimit, parts: ScraperParts): Promise<ScrapeResult> {
  const scrapeId = randomUUID();
  logForAudit(scrapeId, task, parts);
  const plan = await planScrape(scrapeId, task, time, parts);
  const fetchedPage = await readPage(plan, parts);
  const shownPage = await renderShell(plan, fetchedPage, parts);
  try {
    return await finishScrape(plan, shownPage, parts);
  } catch (error) {
    await keepPage(shownPage, parts);
    throw error;
  }
}

/** Stores the page of a scrape that has failed, so that the next one reads it from the cache. */
async function keepPage({ content: { store } }: ReadPage, { stores, log }: ScraperParts): Promise<void> {
  if (!store) return;
  // The caller gets the error of the scrape, not that of this.
  await storedIfPossible(() => stores.transaction(store)).catch((error: Error) =>
    log(`A page was not stored: ${error.message}`),
  );
}

/** The steps after the page was read. */
async function finishScrape(plan: ScrapePlan, shownPage: ReadPage, parts: ScraperParts): Promise<ScrapeResult> {
  const media = await takeMedia(plan, shownPage, parts);
  const answers = await askModel(plan, shownPage, parts);
  const creditsUsed = priceOf(plan, shownPage, answers);
  const changes = await comparePage(plan, shownPage, answers, parts);
  const document = await assembleDocument(plan, { readPage: shownPage, media, answers, changes, creditsUsed }, parts);
  const { links, store } = shownPage.content;
  const { retryAt } = shownPage.page;
  return { document, scrapeId: plan.scrapeId, creditsUsed, links, store, remember: changes?.remember, retryAt };
}

function logForAudit(scrapeId: string, task: ScrapeTask, { audit }: ScraperParts): void {
  const { url, team, options } = task;
  if (!options.auditMetadata) return;
  audit({ scrapeId, team, username: options.auditMetadata.username, url: isSecret(task) ? null : url });
}

async function openPage(
  task: Parameters<PageOpener['open']>[0],
  usePage: UsePage,
  time: TimeLimit,
  { source, guardFor }: ScraperParts,
): Promise<number> {
  const { url, team } = task;
  const { formats: _formats, ...options } = task.options;
  const { checkUrl, checkPage, isOn } = await guardFor(team, options.threatProtection);
  const { version: isStored } = retentionOf(task);
  await source.render({
    url,
    options,
    team,
    owner: { team, job: 'pages' },
    cacheFor: [],
    isStored,
    ...time,
    usePage,
    checkUrl,
    checkPage,
  });
  return checkedUrlCredits(isOn ? 1 : 0);
}

/** Runs work within the timeout of the options; throws a documented `Refusal` for every failure of a page. */
async function runInTime<Result>(
  { options, signal: outer }: Pick<ScrapeTask, 'options' | 'signal'>,
  { source, media }: ScraperParts,
  work: (time: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const { timeout: defaultTimeout = 0 } = contractDefaults('ScrapeOptions');
  const abilities = { canRender: source.canRender(), missingForMedia: media ? media.missing : NO_NETWORK };
  refuseImpossible(options, defaultTimeout, abilities);
  const timeoutMs = options.timeout ?? defaultTimeout;
  try {
    return await withDeadline(
      timeoutMs,
      () => timedOut(timeoutMs),
      outer,
      (signal) => work({ timeoutMs, signal }),
    );
  } catch (error) {
    throw asRefusal(error);
  }
}
