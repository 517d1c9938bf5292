import type { Document } from '@trawl/client';
import type { Jobs } from '../crawl/jobs.js';
import type { CrawlSite } from './sources.js';

/** As much as is read from the results of a crawl at once. */
const SLICE = { limit: 50, maxBytes: 10 * 1024 * 1024 };

/** Crawls for a check as for anybody else: the crawl is a job of the team, and ends with the check. */
export function crawlSiteBy(jobs: Jobs): CrawlSite {
  return async function* ({ url, crawlOptions, scrapeOptions, team, signal }) {
    const { id } = jobs.crawl(team, { url, crawl: crawlOptions, scrapeOptions });
    const cancel = () => jobs.cancel(team, id);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await jobs.ended(id);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    signal.throwIfAborted();
    const { job } = jobs.state(team, id);
    for (let skip = 0; skip < job.completed; ) {
      const documents = jobs.documents(job, { skip, ...SLICE });
      for (const text of documents) {
        const document: Document = JSON.parse(text);
        yield { url: document.metadata?.sourceURL ?? url, document };
      }
      skip += documents.length;
    }
    for (const { url: failed = url, error = 'The page could not be read.' } of jobs.errors(team, id).errors) {
      yield { url: failed, error };
    }
  };
}
