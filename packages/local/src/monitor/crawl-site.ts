import { createHash } from 'node:crypto';
import { aborted } from '@trawl/base/aborted';
import type { Document } from '@trawl/client';
import type { PageJob } from '../crawl/job.js';
import type { Jobs } from '../crawl/jobs.js';
import type { JobEngine } from '../jobs/engine.js';
import type { Stores } from '../store/stores.js';
import type { CheckedTarget } from './check-job.js';
import type { CrawlSite, SiteFailure, SiteTask } from './site-pages.js';

/** How much of the results of a crawl is read at once. */
const SLICE = { limit: 50, maxBytes: 10 * 1024 * 1024 };

/** The crawls of checks. */
export interface CheckCrawls {
  readonly crawl: CrawlSite;
  /** Ends those crawls of a target that run, in the transaction that ends its check. */
  end(check: string, target: CheckedTarget, stores: Stores): Promise<void>;
}

const PARTS = ['site', 'pages'] as const;

/**
 * Runs the crawls of checks as jobs of the team, which end with their checks. Their ids follow from the check, so that one which
 * is begun again goes on with its crawls.
 */
export function createCheckCrawls(jobs: Jobs, engine: Pick<JobEngine, 'ended' | 'cancel'>): CheckCrawls {
  async function* crawl({ target, url, crawlOptions, scrapeOptions, pages, work }: SiteTask) {
    const { job: check, signal, save } = work;
    const { team } = check;
    const id = idOf(check.id, target, pages ? 'pages' : 'site');
    const request = { url, crawl: crawlOptions, scrapeOptions };
    await save(({ stores }) => jobs.crawlOnce(team, { id, request, pages }, stores));
    await Promise.race([engine.ended(id), aborted(signal)]);
    signal.throwIfAborted();
    const { job } = await jobs.state(team, id);
    // What it has not come to is not known, so nothing can be said of the site.
    if (job.status !== 'completed') throw new Error(job.error ?? 'The crawl of the check was cancelled.');
    for (let skip = 0; skip < job.completed; ) {
      const documents = await jobs.documents(job, { skip, ...SLICE });
      for (const text of documents) {
        const document: Document = JSON.parse(text);
        yield { url: document.metadata?.sourceURL ?? url, document };
      }
      skip += documents.length;
    }
    yield* await failuresOf(job, jobs);
  }

  return {
    crawl,
    async end(check, target, stores) {
      for (const part of PARTS) {
        const job = await stores.jobs.find(idOf(check, target, part));
        if (job?.status === 'running') await engine.cancel(job, stores);
      }
    },
  };
}

/** A UUID of its own for each crawl of a check. Targets that ask for the same share their crawls. */
function idOf(check: string, target: CheckedTarget, part: (typeof PARTS)[number]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([check, target, part]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');
}

/** What the crawl could not read, and what it has left out. */
async function failuresOf(job: PageJob, jobs: Jobs): Promise<SiteFailure[]> {
  const { errors, robotsBlocked } = await jobs.errors(job.team, job.id);
  const blocked = new Set(robotsBlocked);
  const failures = errors.map(({ url = job.request.url, error = 'The page could not be read.', code }): SiteFailure => {
    const isForbidden = blocked.delete(url);
    return { url, error, kind: code === 'CRAWL_DENIAL' && !isForbidden ? 'elsewhere' : 'unread' };
  });
  return [...failures, ...[...blocked].map((url) => ({ url, error: DISALLOWED, kind: 'disallowed' as const }))];
}

const DISALLOWED = 'robots.txt does not allow to read the page.';
