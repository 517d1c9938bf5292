import { Slots } from '@trawl/convert/workers';
import { JobFailure, type JobKind, type JobWork, type OpenJob, type TaskResult } from '../jobs/job-kind.js';
import { ResultRefused } from '../jobs/job-transaction.js';
import { DatabaseAway } from '../store/database-away.js';
import type { StoredMonitor } from '../store/monitor-store.js';
import { StorageFull } from '../store/storage-full.js';
import type { Stores } from '../store/stores.js';
import type { StoredTask } from '../store/task-store.js';
import { type CheckedTarget, type CheckJob, type CheckProgress, type CheckRequest, targetsOf } from './check-job.js';
import { type CheckDependencies, checkTarget } from './check-target.js';
import type { CheckCrawls } from './crawl-site.js';
import { deliverCheckEvent } from './events.js';
import type { Judge, OpenJudge } from './judge.js';
import { Monitors } from './monitors.js';

export interface CheckKindDependencies extends CheckDependencies {
  /** It is undefined on a server without a language model. */
  readonly openJudge?: OpenJudge | undefined;
  readonly endCrawls: CheckCrawls['end'];
}

/**
 * Targets that are checked at once; the others wait. With pages of two seconds, the checks of 500 monitors that are due at the
 * same time begin within a minute.
 */
const MAX_CONCURRENT_TARGETS = 20;

/** This message names no path: only the operator of the server may know where the storage is. */
const DISK_FULL = 'The disk of this server was full: what was found could not be stored.';

type CheckWork = JobWork<CheckRequest, CheckProgress>;

/** Checks of monitors, target by target. */
export function checkKind(dependencies: CheckKindDependencies): JobKind<CheckRequest, CheckProgress> {
  return {
    slots: new Slots('checks', { service: MAX_CONCURRENT_TARGETS, team: MAX_CONCURRENT_TARGETS }),
    // The record of the check has what is known of it.
    isInternal: true,
    failsOnFullDisk: true,
    isPrivate: () => false,
    open: (work) => new OpenCheck(work, dependencies),
    onEnd: (stores, job) => storeEnd(stores, job, dependencies),
  };
}

class OpenCheck implements OpenJob {
  readonly tasksAtOnce = 1;
  readonly #work: CheckWork;
  readonly #dependencies: CheckKindDependencies;
  readonly #judge: Judge | undefined;

  constructor(work: CheckWork, dependencies: CheckKindDependencies) {
    this.#work = work;
    this.#dependencies = dependencies;
    this.#judge = dependencies.openJudge?.();
  }

  async perform({ position, task }: StoredTask): Promise<TaskResult> {
    const { job, signal } = this.#work;
    try {
      const isRepeated = await this.#begin(position);
      const result = await checkTarget(
        task as CheckedTarget,
        { ...this.#work, judge: this.#judge, isRepeated },
        this.#dependencies,
      );
      return ({ stores }) => stores.checks.addTargetResult(job.id, result);
    } catch (error) {
      signal.throwIfAborted();
      // Another node does the check now.
      if (error instanceof DatabaseAway || error instanceof ResultRefused) throw error;
      throw new JobFailure(error instanceof StorageFull ? DISK_FULL : (error as Error).message);
    }
  }

  /** Notes that a target begins; returns whether it has begun before, and was broken off. */
  async #begin(position: number): Promise<boolean> {
    const progress = await this.#work.progress();
    if (progress && (progress.begun?.includes(position) ?? true)) return true;
    const startedAt = progress?.startedAt ?? new Date(this.#dependencies.clock.now()).toISOString();
    await this.#work.save(async ({ stores, updateProgress }) => {
      if (!progress) await this.#beginCheck(stores, startedAt);
      await updateProgress(() => ({ startedAt, begun: [...(progress?.begun ?? []), position] }));
    });
    return false;
  }

  async #beginCheck(stores: Stores, startedAt: string): Promise<void> {
    const { id, request } = this.#work.job;
    const { monitor } = request;
    await stores.snapshots.retain(
      monitor.id,
      targetsOf(monitor).map((target) => target.id),
    );
    await stores.checks.update(id, { status: 'running', startedAt, targetResults: [] });
  }
}

/** Stores the end of a check in its record and its monitor, and tells the webhook of it. */
async function storeEnd(
  stores: Stores,
  job: CheckJob,
  { clock, webhooks, endCrawls }: Pick<CheckKindDependencies, 'clock' | 'webhooks' | 'endCrawls'>,
): Promise<void> {
  const { id, request } = job;
  const { monitor } = request;
  for (const target of targetsOf(monitor)) if (target.type === 'crawl') await endCrawls(id, target, stores);
  const error = errorOf(job);
  const summary = await stores.checks.summary(id);
  const finishedAt = new Date(clock.now()).toISOString();
  const actualCredits = summary.totalPages - summary.error;
  const run = await stores.checks.update(id, {
    status: statusOf(summary, error),
    error,
    summary,
    actualCredits,
    finishedAt,
  });
  // The record of the check was deleted with the monitor.
  if (!run) return;
  const webhook = await deliverCheckEvent(webhooks, stores, job, run);
  await stores.checks.update(id, { notificationStatus: { email: emailStatus(monitor), webhook } });
  const changes = { currentCheckId: null, lastRunAt: finishedAt, lastCheckSummary: summary };
  await new Monitors({ stores, clock }).note(monitor.id, changes);
}

function errorOf({ status, error }: CheckJob): string | null {
  return status === 'cancelled' ? 'The check was cancelled.' : (error ?? null);
}

/** The status of a check that is over. */
function statusOf({ totalPages, error: failed }: { totalPages: number; error: number }, error: string | null) {
  if (error !== null || (failed > 0 && failed === totalPages)) return 'failed';
  return failed > 0 ? 'partial' : 'completed';
}

/** This server sends no email. */
function emailStatus({ notification }: StoredMonitor): object {
  const isEmailEnabled = notification?.email?.enabled === true;
  const result = isEmailEnabled ? { success: false, error: 'This server sends no email.' } : { success: true };
  return { ...result, attempted: false, recipients: [] };
}
