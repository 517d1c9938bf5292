import { isPrivateModelRequest, type ModelJob } from '../agent/model-job.js';
import { redactedUrl, redactedUrls } from '../redacted-url.js';
import { redactedJson } from './redacted-json.js';
import type { JobDetail, JobView } from './views.js';

/** The most characters of the prompt of a job. */
const MAX_ASKED = 200;

export function modelJobDetail(job: ModelJob): JobDetail {
  const view = { ...modelJobView(job), documents: [], errors: [], blocked: [] };
  if (isPrivateModelRequest(job.request)) {
    return { ...view, omitted: 'Its result is not shown: it was asked to keep nothing.' };
  }
  return { ...view, request: redactedJson(job.request), ...(job.result && { result: redactedJson(job.result) }) };
}

export function modelJobView(job: ModelJob): JobView {
  const { id, kind, team, status, completed: steps, credits, createdAt, endedAt, error, result } = job;
  const isPrivate = isPrivateModelRequest(job.request);
  const request = isPrivate ? {} : job.request;
  const [url] = request.urls ?? [];
  return {
    id,
    kind,
    team,
    credits,
    status: status === 'running' ? 'scraping' : status,
    ...(url !== undefined && { url: redactedUrl(url) }),
    ...(request.prompt !== undefined && { asked: redactedUrls(request.prompt).slice(0, MAX_ASKED) }),
    completed: steps,
    total: steps,
    failed: 0,
    createdAt: new Date(createdAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(error !== undefined && !isPrivate && { problem: redactedUrls(error) }),
    warnings: isPrivate ? [] : (result?.warnings ?? []).map(redactedUrls),
  };
}
