import type { Clock } from '@trawl/base/clock';
import { isOnlyRead } from '@trawl/browser/unseen-loads';
import type { ScrapeOptions } from '@trawl/client';
import type { JsonQuestion } from '../formats/format-definition.js';
import type { PageModel } from '../model/page-model.js';
import type { ConversionOptions } from '../options/scrape-options.js';
import { untilForExtras } from './deadline.js';
import type { PageRequest } from './page.js';
import { retentionOf } from './retention.js';
import type { ScrapeTask } from './scrape-task.js';
import type { GuardFor, ThreatGuard } from './threat-protection.js';
import { type Tracking, trackedByModel, trackingOf, withTrackedJson } from './tracked-changes.js';

/** All decisions about a scrape that depend on its options alone. Its steps read them, and change nothing here. */
export interface ScrapePlan {
  readonly scrapeId: string;
  readonly task: ScrapeTask;
  /** How the page is read. */
  readonly request: PageRequest;
  /** Whether nothing of this call may be logged or stored. */
  readonly isSecret: boolean;
  readonly guard: ThreatGuard;
  readonly tracking: Tracking | undefined;
  /** The data that a language model extracts, to compare them by key. */
  readonly trackedData: JsonQuestion | undefined;
  /** The options of the caller, with the JSON that is only compared. */
  readonly options: ScrapeOptions;
  readonly conversionOptions: ConversionOptions;
  /** When the answers of a language model have to be there, in milliseconds since 1970. */
  readonly extrasUntil: number;
}

export interface PlanDependencies {
  readonly guardFor: GuardFor;
  readonly model?: Pick<PageModel, 'answer' | 'conversionOptions'> | undefined;
  readonly clock: Clock;
}

/** The time that a scrape may take. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Decides how a page is read, converted, stored and compared; throws the refusal of options that the team may not use. */
export async function planScrape(
  scrapeId: string,
  task: ScrapeTask,
  { timeoutMs, signal }: TimeLimit,
  { guardFor, model, clock }: PlanDependencies,
): Promise<ScrapePlan> {
  const { url, team, options } = task;
  const guard = await guardFor(team, options.threatProtection);
  const { cacheFor, version: isStored } = retentionOf(task);
  const tracking = trackingOf(options);
  const trackedData = model && trackedByModel(tracking, options);
  const completeOptions = model ? options : withTrackedJson(options, tracking);
  return {
    scrapeId,
    task,
    request: {
      url,
      options,
      team,
      // The single pages of a team count as one more job.
      owner: { team, job: task.job ?? 'pages' },
      cacheFor,
      isStored,
      timeoutMs,
      signal,
      usePage: isOnlyRead(options) ? undefined : task.usePage?.bind(undefined, scrapeId),
      checkUrl: guard.checkUrl,
      // In lockdown nobody learns of the URL.
      checkPage: options.lockdown ? async (pageUrl) => guard.checkUrl(pageUrl) : guard.checkPage,
      checkPageUrl: task.checkUrl,
    },
    isSecret: isSecret(task),
    guard,
    tracking,
    trackedData,
    options: completeOptions,
    conversionOptions: model?.conversionOptions(completeOptions, trackedData) ?? completeOptions,
    extrasUntil: untilForExtras(clock.now(), timeoutMs),
  };
}

/** Whether nothing of a call may be logged or stored. */
export function isSecret({ zeroDataRetention = false, options }: ScrapeTask): boolean {
  return zeroDataRetention || options.lockdown === true;
}
