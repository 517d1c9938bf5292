import { isPrivateJob, type ModelJob } from '../agent/model-job.js';
import type { ModelJobs } from '../agent/model-jobs.js';
import { redactedUrl, redactedUrls } from '../redacted-url.js';
import { redactedJson } from './redacted-json.js';
import type { JobDetail, JobView } from './views.js';

export type InspectedModelJobs = Pick<ModelJobs, 'latest' | 'inspect'>;

/** The most characters of the prompt of a job. */
const MAX_ASKED = 200;

export function modelJobViews(jobs: InspectedModelJobs) {
  return {
    list: (limit: number): JobView[] => jobs.latest(limit).map(viewOf),

    detail(id: string): JobDetail | undefined {
      const job = jobs.inspect(id);
      if (!job) return undefined;
      const view = { ...viewOf(job), documents: [], errors: [], blocked: [] };
      if (isPrivateJob(job)) return { ...view, omitted: 'Its result is not shown: it was asked to keep nothing.' };
      const result = job.result && { result: redactedJson(job.result) };
      return { ...view, request: redactedJson(job.request), ...result };
    },
  };
}

function viewOf(job: ModelJob): JobView {
  const { id, kind, team, status, steps, credits, createdAt, endedAt, error, result } = job;
  const request = isPrivateJob(job) ? {} : job.request;
  const [url] = request.urls ?? [];
  return {
    id,
    kind,
    team,
    credits,
    status: status === 'processing' ? 'scraping' : status,
    ...(url !== undefined && { url: redactedUrl(url) }),
    ...(request.prompt !== undefined && { asked: redactedUrls(request.prompt).slice(0, MAX_ASKED) }),
    completed: steps,
    total: steps,
    failed: 0,
    createdAt: new Date(createdAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(error !== undefined && !isPrivateJob(job) && { problem: redactedUrls(error) }),
    warnings: isPrivateJob(job) ? [] : (result?.warnings ?? []).map(redactedUrls),
  };
}
