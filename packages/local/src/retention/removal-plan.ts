import type { EndedJob } from '../store/job-store.js';

/** What of a team is to go. */
export interface RemovalPlan {
  /** Each of them goes as a whole. */
  readonly jobs: readonly EndedJob[];
  /** The bytes of the oldest other data, which goes in small pieces. */
  readonly otherBytes: number;
}

/** The ended jobs of a team, the oldest first, and how much other data the team has that may go. */
export interface Removable {
  readonly jobs: readonly EndedJob[];
  /** The bytes of other data that is newer than one time and not newer than another. */
  otherBytes(after: number, until: number): Promise<number>;
}

/**
 * Chooses what of a team is to go so that so many bytes are free: the oldest. A job cannot go in part, so one that is larger than
 * what is still missing stays if other data has as many bytes; otherwise the one goes with which the least goes in vain, and in
 * its place other data stays that is as old.
 */
export async function planRemoval({ jobs, otherBytes }: Removable, excess: number): Promise<RemovalPlan> {
  const removed: EndedJob[] = [];
  let left: EndedJob[] = [];
  let jobBytes = 0;
  let others = 0;
  let after = Number.MIN_SAFE_INTEGER;
  for (const job of jobs) {
    others += await otherBytes(after, job.endedAt);
    after = job.endedAt;
    if (jobBytes + others >= excess) break;
    if (jobBytes + job.size > excess) left.push(job);
    else {
      removed.push(job);
      jobBytes += job.size;
    }
  }
  if (jobBytes + others < excess) others += await otherBytes(after, Number.MAX_SAFE_INTEGER);
  while (jobBytes + others < excess && left.length > 0) {
    const missing = excess - jobBytes;
    const bySize = [...left].sort((one, other) => one.size - other.size);
    // With the other data that stays in its place, a larger job would free no more.
    const chosen = bySize.find(({ size }) => size + others >= missing) ?? bySize.at(-1);
    if (!chosen) break;
    left = left.filter((job) => job !== chosen);
    removed.push(chosen);
    jobBytes += chosen.size;
  }
  // A large job may have made smaller ones needless that were chosen before it; the newest of them stays.
  const needed = removed.filter(({ size }) => {
    const isNeedless = jobBytes - size + others >= excess && jobBytes > excess;
    if (isNeedless) jobBytes -= size;
    return !isNeedless;
  });
  return { jobs: needed, otherBytes: Math.max(0, Math.min(others, excess - jobBytes)) };
}
