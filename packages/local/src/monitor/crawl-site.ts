import type { Document } from '@trawl/client';
import { aborted } from '../aborted.js';
import type { PageJob } from '../crawl/job.js';
import type { Jobs } from '../crawl/jobs.js';
import type { JobEngine } from '../jobs/engine.js';
import type { CrawlSite, SiteFailure } from './site-pages.js';

/** How much of the results of a crawl is read at once. */
const SLICE = { limit: 50, maxBytes: 10 * 1024 * 1024 };

/** Runs the crawl of a check as a job of the team, which ends with the check. */
export function crawlSiteBy(jobs: Jobs, engine: Pick<JobEngine, 'ended'>): CrawlSite {
  return async function* ({ url, crawlOptions, scrapeOptions, pages, team, signal }) {
    const request = { url, crawl: crawlOptions, scrapeOptions, endsWithServer: true };
    const { id } = await (pages ? jobs.crawlPages({ team }, request, pages) : jobs.crawl({ team }, request));
    await Promise.race([engine.ended(id), aborted(signal)]);
    if (signal.aborted && (await jobs.state(team, id)).job.status === 'running') await jobs.cancel(team, id);
    await engine.ended(id);
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
  };
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
