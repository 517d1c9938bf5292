import type { JobQueue } from '../accounts/job-queue.js';
import type { JobEngine } from '../jobs/engine.js';
import type { Stores } from '../store/stores.js';
import { JobWatch } from './job-watch.js';
import { Jobs } from './jobs.js';
import { MAX_CONCURRENCY, type PageKindDependencies, pageKinds } from './page-kinds.js';
import { createPathMatcher } from './path-matcher.js';

export interface CrawlNeeds extends Omit<PageKindDependencies, 'matchPaths'> {
  /** Runs the jobs. It gets their kinds. */
  readonly engine: JobEngine;
  readonly stores: Stores;
}

/** Opens crawls and batches. */
export function openCrawls({ engine, stores, ...needs }: CrawlNeeds) {
  const pathMatcher = createPathMatcher();
  engine.register(pageKinds({ ...needs, matchPaths: pathMatcher.match }));
  const jobs = new Jobs({ engine, stores });
  /** What a team has waiting: pages of its crawls and batches, and what the language model works on. */
  const queue: JobQueue = { state: async (team) => ({ ...(await engine.queue(team)), maxActive: MAX_CONCURRENCY }) };
  return { jobs, jobWatch: new JobWatch(jobs, engine), queue, pathMatcher };
}
