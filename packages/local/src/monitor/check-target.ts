import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { MonitorCheckPage, TargetResult } from '@trawl/client';
import type { Compare } from '../changes/differ.js';
import type { JobWork } from '../jobs/job-kind.js';
import type { Stores } from '../store/stores.js';
import type { Webhooks } from '../webhooks/delivery.js';
import type { CheckedTarget, CheckProgress, CheckRequest } from './check-job.js';
import type { CheckedPage, Content } from './checked-page.js';
import { compare, nextSnapshot, type PageComparison } from './compare.js';
import { deliverPageEvent } from './events.js';
import type { Judge, Judged } from './judge.js';
import { pagesOf, type SourceDependencies } from './sources.js';

export interface CheckDependencies extends SourceDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly compare: Compare;
  readonly webhooks: Webhooks;
}

/** A check under way. */
export interface CheckWork extends Pick<JobWork<CheckRequest, CheckProgress>, 'job' | 'signal' | 'save'> {
  readonly judge: Judge | undefined;
  /** Whether the target was begun before, and broken off with its node or because the database was away. */
  readonly isRepeated: boolean;
}

/** Pages of a check that are read at once. */
const STORED_PAGES_AT_ONCE = 100;

/** Checks all pages of a target once, and stores the result of each. */
export async function checkTarget(
  target: CheckedTarget,
  work: CheckWork,
  dependencies: CheckDependencies,
): Promise<TargetResult> {
  const { stores, clock } = dependencies;
  const { job, signal } = work;
  const { team } = job;
  const { monitor } = job.request;
  const snapshotOf = async (url: string) =>
    (await stores.snapshots.get({ monitor: monitor.id, target: target.id, url })) as Content | undefined;
  // Each page is stored and told once.
  const storedPages: ReadonlyMap<string, MonitorCheckPage> = work.isRepeated
    ? await readStoredPages(stores, job.id, target)
    : new Map();
  const knownUrls = urlsBefore(storedPages, await stores.snapshots.urls(monitor.id, target.id));
  // What a first check finds is no change.
  const judge = knownUrls.length === 0 ? undefined : work.judge;
  const expectedJobs = [...storedPages.values()].flatMap(({ currentScrapeId }) => currentScrapeId ?? []);
  signal.throwIfAborted();

  /** Stores what has come of a page, with the judgement of its change. */
  async function conclude(checkedPage: CheckedPage, previous: Content | undefined, comparison: PageComparison) {
    const judgment = await judge?.({
      owned: { team, monitor },
      comparison,
      signal,
      isLocked: target.scrapeOptions?.lockdown === true,
      before: previous,
      after: 'content' in checkedPage ? checkedPage.content : undefined,
    });
    const warning = [comparison.warning, judgment?.warning].filter(Boolean).join(' ');
    const verdict = { ...comparison, ...judgment, ...(warning !== '' && { warning }) };
    const page = pageOf(checkedPage, target, verdict, previous?.scrapeId ?? null, clock);
    if (page.currentScrapeId) expectedJobs.push(page.currentScrapeId);
    await storeResult(page, checkedPage, previous, work, dependencies.webhooks);
  }

  const context = { target, work, isStored: (url: string) => storedPages.has(url) };
  for await (const checkedPage of pagesOf(context, dependencies, knownUrls)) {
    signal.throwIfAborted();
    if (storedPages.has(checkedPage.url)) continue;
    const previous = await snapshotOf(checkedPage.url);
    const comparison = await compare(checkedPage, previous, (before, after, modes) =>
      dependencies.compare(before, after, modes, { owner: { team, job: monitor.id }, signal }),
    );
    await conclude(checkedPage, previous, comparison);
  }
  return { type: target.type, targetId: target.id, expectedJobs };
}

/** The URLs that were known before the check has stored some of its pages. */
function urlsBefore(storedPages: ReadonlyMap<string, MonitorCheckPage>, urlsNow: readonly string[]): string[] {
  const withStatus = (status: string) => [...storedPages].flatMap(([url, page]) => (page.status === status ? url : []));
  const added = new Set(withStatus('new'));
  return [...urlsNow.filter((url) => !added.has(url)), ...withStatus('removed')];
}

/** What the check has stored of a target, by URL. */
async function readStoredPages(
  stores: Stores,
  check: string,
  target: CheckedTarget,
): Promise<Map<string, MonitorCheckPage>> {
  const stored = new Map<string, MonitorCheckPage>();
  let skip = 0;
  let hasMore = true;
  while (hasMore) {
    const slice = await stores.checks.pages(check, { limit: STORED_PAGES_AT_ONCE, skip });
    for (const page of slice.pages) {
      if (page.targetId === target.id) stored.set(page.url ?? '', page);
    }
    skip += slice.pages.length;
    hasMore = slice.more;
  }
  return stored;
}

/** Stores the result, the snapshot for the next check and the event in one transaction. */
function storeResult(
  page: MonitorCheckPage,
  checkedPage: CheckedPage,
  previous: Content | undefined,
  { job: check, save }: CheckWork,
  webhooks: Webhooks,
): Promise<void> {
  const key = { monitor: check.request.monitor.id, target: page.targetId ?? '', url: checkedPage.url };
  return save(async (job) => {
    const { stores } = job;
    await job.add({ completed: 1 });
    await stores.checks.addPage(check.id, page);
    if (page.status === 'removed') await stores.snapshots.delete(key);
    else if (page.status !== 'error' && 'content' in checkedPage) {
      await stores.snapshots.set(key, nextSnapshot(checkedPage.content, previous));
    }
    if ('content' in checkedPage) await checkedPage.settle?.(stores);
    await deliverPageEvent(webhooks, stores, check, page);
  });
}

function pageOf(
  page: CheckedPage,
  target: CheckedTarget,
  verdict: PageComparison & Partial<Judged>,
  previousScrapeId: string | null,
  clock: Clock,
): MonitorCheckPage {
  const read = 'content' in page;
  return {
    id: randomUUID(),
    targetId: target.id,
    url: page.url,
    previousScrapeId,
    currentScrapeId: read ? page.content.scrapeId : null,
    statusCode: ('statusCode' in page && page.statusCode) || null,
    metadata: read ? { ...page.metadata } : null,
    judgment: null,
    createdAt: new Date(clock.now()).toISOString(),
    error: null,
    ...verdict,
  };
}
