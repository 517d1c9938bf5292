import type { Document } from '@trawl/client';
import { aborted } from '../aborted.js';
import type { Jobs } from '../crawl/jobs.js';
import type { JobEngine } from '../jobs/engine.js';
import type { CrawlSite } from './sources.js';

/** How much of the results of a crawl is read at once. */
const SLICE = { limit: 50, maxBytes: 10 * 1024 * 1024 };

/** Runs the crawl of a check as a job of the team, which ends with the check. */
export function crawlSiteBy(jobs: Jobs, engine: Pick<JobEngine, 'ended'>): CrawlSite {
  return async function* ({ url, crawlOptions, scrapeOptions, team, signal }) {
    const { id } = await jobs.crawl({ team }, { url, crawl: crawlOptions, scrapeOptions, endsWithServer: true });
    await Promise.race([engine.ended(id), aborted(signal)]);
    if (signal.aborted && (await jobs.state(team, id)).job.status === 'running') await jobs.cancel(team, id);
    await engine.ended(id);
    signal.throwIfAborted();
    const { job } = await jobs.state(team, id);
    for (let skip = 0; skip < job.completed; ) {
      const documents = await jobs.documents(job, { skip, ...SLICE });
      for (const text of documents) {
        const document: Document = JSON.parse(text);
        yield { url: document.metadata?.sourceURL ?? url, document };
      }
      skip += documents.length;
    }
    for (const { url: failedUrl = url, error = 'The page could not be read.' } of (await jobs.errors(team, id))
      .errors) {
      yield { url: failedUrl, error };
    }
  };
}
