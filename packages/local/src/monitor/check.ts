import { randomUUID } from 'node:crypto';
import type { MonitorCheckPage, MonitorSummary, TargetResult, WatchedTarget } from '@trawl/client';
import type { Compare } from '../changes/differ.js';
import type { Clock } from '../clock.js';
import type { OwnedMonitor, StoredMonitor } from '../store/monitor-store.js';
import { StorageFull } from '../store/storage-full.js';
import type { Stores } from '../store/stores.js';
import { type CheckedPage, type Content, compare, nextSnapshot, type PageComparison } from './compare.js';
import type { Judge, Judged, OpenJudge } from './judge.js';
import { type CheckContext, pagesOf, type SourceDependencies } from './sources.js';

export interface CheckDependencies extends SourceDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly compare: Compare;
  /** It is undefined on a server without a language model. */
  readonly openJudge?: OpenJudge | undefined;
  /** Called for every page, in the transaction that stores its result. */
  readonly onPage: (stores: Stores, page: MonitorCheckPage) => Promise<void>;
}

/** The outcome of a check; it has an error if the check ended early. */
export interface CheckOutcome {
  readonly error: string | null;
  readonly targetResults: TargetResult[] | null;
}

/** Checks all pages of a monitor once, and stores the result of each. The promise never rejects. */
export async function runCheck(
  ownedMonitor: OwnedMonitor,
  checkId: string,
  signal: AbortSignal,
  dependencies: CheckDependencies,
): Promise<CheckOutcome> {
  const { clock, stores, openJudge } = dependencies;
  const { monitor, team } = ownedMonitor;
  const context = { team, signal, judge: openJudge?.() };
  const targets = monitor.targets.map((target) => ({ ...target, id: target.id ?? '' }));
  const targetResults: TargetResult[] = [];
  try {
    const run = await stores.transaction(async ({ snapshots, checks }) => {
      await snapshots.retain(
        monitor.id,
        targets.map(({ id }) => id),
      );
      return checks.update(checkId, { status: 'running', startedAt: new Date(clock.now()).toISOString() });
    });
    // The record of the check was deleted with the monitor.
    if (!run) return { error: null, targetResults };
    for (const target of targets) {
      targetResults.push(await checkTarget(ownedMonitor, target, checkId, context, dependencies));
    }
    return { error: null, targetResults };
  } catch (error) {
    const { message } = (signal.aborted ? signal.reason : error) as Error;
    return { error: error instanceof StorageFull ? DISK_FULL : message, targetResults };
  }
}

/** This message names no path: only the operator of the server may know where the storage is. */
const DISK_FULL = 'The disk of this server was full: what was found could not be stored.';

/** The status of a check that is over. */
export function statusOf({ totalPages, error: failed }: Required<MonitorSummary>, error: string | null) {
  if (error !== null || (failed > 0 && failed === totalPages)) return 'failed';
  return failed > 0 ? 'partial' : 'completed';
}

async function checkTarget(
  ownedMonitor: OwnedMonitor,
  target: WatchedTarget & { id: string },
  checkId: string,
  context: CheckContext & { readonly judge: Judge | undefined },
  dependencies: CheckDependencies,
): Promise<TargetResult> {
  const { monitor } = ownedMonitor;
  const { stores, clock } = dependencies;
  const knownUrls = new Set(await stores.snapshots.urls(monitor.id, target.id));
  const snapshotOf = async (url: string) =>
    (await stores.snapshots.get({ monitor: monitor.id, target: target.id, url })) as Content | undefined;
  // What a first check finds is no change.
  const judge = knownUrls.size === 0 ? undefined : context.judge;
  const expectedJobs: string[] = [];
  context.signal.throwIfAborted();

  /** Stores what has come of a page, with the judgement of its change. */
  async function conclude(checkedPage: CheckedPage, previous: Content | undefined, comparison: PageComparison) {
    const judgment = await judge?.({
      owned: ownedMonitor,
      comparison,
      signal: context.signal,
      isLocked: target.scrapeOptions?.lockdown === true,
      before: previous,
      after: 'content' in checkedPage ? checkedPage.content : undefined,
    });
    const warning = [comparison.warning, judgment?.warning].filter(Boolean).join(' ');
    const verdict = { ...comparison, ...judgment, ...(warning !== '' && { warning }) };
    const page = pageOf(checkedPage, target, verdict, previous?.scrapeId ?? null, clock);
    if (page.currentScrapeId) expectedJobs.push(page.currentScrapeId);
    await storeResult(ownedMonitor, checkId, page, checkedPage, previous, dependencies);
  }

  let pages = 0;
  for await (const checkedPage of pagesOf(target, dependencies, context)) {
    context.signal.throwIfAborted();
    pages++;
    knownUrls.delete(checkedPage.url);
    const previous = await snapshotOf(checkedPage.url);
    const comparison = await compare(checkedPage, previous, (before, after, modes) =>
      dependencies.compare(before, after, modes, { group: monitor.id, signal: context.signal }),
    );
    await conclude(checkedPage, previous, comparison);
  }
  if (isComplete(target, pages)) {
    for (const url of knownUrls) {
      const previous = await snapshotOf(url);
      await conclude({ url, error: '' }, previous, { status: 'removed', diff: null });
    }
  }
  return { type: target.type, targetId: target.id, expectedJobs };
}

/** Missing pages are removed pages only after a complete crawl: one that ended at its limit may not have reached them. */
function isComplete({ type, crawlOptions }: WatchedTarget, pages: number): boolean {
  return type === 'crawl' && (crawlOptions?.limit === undefined || pages < Number(crawlOptions.limit));
}

/** Stores the result, the snapshot for the next check and the event in one transaction. */
async function storeResult(
  ownedMonitor: OwnedMonitor,
  checkId: string,
  page: MonitorCheckPage,
  checkedPage: CheckedPage,
  previous: Content | undefined,
  dependencies: CheckDependencies,
): Promise<void> {
  const key = { monitor: ownedMonitor.monitor.id, target: page.targetId ?? '', url: checkedPage.url };
  await dependencies.stores.transaction(async (stores) => {
    // The record of the check was deleted with the monitor.
    if (!(await stores.checks.addPage(checkId, page))) return;
    if (page.status === 'removed') await stores.snapshots.delete(key);
    else if (page.status !== 'error' && 'content' in checkedPage) {
      await stores.snapshots.set(key, nextSnapshot(checkedPage.content, previous));
    }
    if ('content' in checkedPage) await checkedPage.settle?.(stores);
    await dependencies.onPage(stores, page);
  });
}

function pageOf(
  page: CheckedPage,
  target: StoredMonitor['targets'][number],
  verdict: PageComparison & Partial<Judged>,
  previousScrapeId: string | null,
  clock: Clock,
): MonitorCheckPage {
  const read = 'content' in page;
  return {
    id: randomUUID(),
    targetId: target.id ?? '',
    url: page.url,
    previousScrapeId,
    currentScrapeId: read ? page.content.scrapeId : null,
    statusCode: page.statusCode ?? null,
    metadata: read ? { ...page.metadata } : null,
    judgment: null,
    createdAt: new Date(clock.now()).toISOString(),
    error: null,
    ...verdict,
  };
}
