import type { FailedPages } from '../store/job-page-store.js';
import type { PageJob } from './job.js';

/** Why a completed job has no results. */
export function emptyJobReason(job: PageJob, { failed, firstError, blocked }: FailedPages): string | undefined {
  if (job.status !== 'completed' || job.completed > 0 || isOfNoPages(job)) return undefined;
  const name = job.kind === 'crawl' ? 'crawl' : 'batch';
  const nothing = `The ${name} has brought nothing: `;
  if (firstError) {
    const { url = job.request.url, error = 'It could not be read.' } = firstError;
    const page = failed === 1 ? url : `all ${failed} pages failed, the first of them, ${url}`;
    return `${nothing}${page}: ${error}`;
  }
  if (blocked > 0) return nothing + disallowed(blocked);
  return `${nothing}no page was found that it may visit.`;
}

function isOfNoPages({ request }: PageJob): boolean {
  return request.crawl?.limit !== undefined && request.crawl.limit <= 0;
}

/** The `warning` in the state of a job that has ended. */
export function jobWarning(job: PageJob, pages: FailedPages): string | undefined {
  const reason = emptyJobReason(job, pages);
  if (reason !== undefined || pages.blocked === 0) return reason;
  const left = disallowed(pages.blocked);
  return `${left.charAt(0).toUpperCase()}${left.slice(1)} The errors of the job list them.`;
}

const disallowed = (count: number): string => `robots.txt disallows ${count === 1 ? 'one page' : `${count} pages`}.`;
