import { redactedUrl, redactedUrls } from '@trawl/base/redacted-url';
import type { Document } from '@trawl/client';
import { isModelJob, isPrivateModelRequest, type ModelJob } from '../agent/model-job.js';
import { Refusal } from '../contract/refusal.js';
import { isPrivateRequest } from '../crawl/job.js';
import { statusOf } from '../crawl/job-answer.js';
import { isPageJob, type JobState, type Jobs } from '../crawl/jobs.js';
import type { JobEngine } from '../jobs/engine.js';
import type { Job } from '../store/job-store.js';
import { redactedJson } from './redacted-json.js';
import type { DocumentView, JobDetail, JobView } from './views.js';

/** The documents of one answer. */
const DOCUMENTS = { limit: 20, maxBytes: 1024 * 1024 };

/** The most characters of the prompt of a job. */
const MAX_ASKED = 200;

export type InspectedJobs = Pick<Jobs, 'inspect' | 'failures' | 'documents' | 'errors'>;

export function jobViews(engine: Pick<JobEngine, 'find' | 'latest'>, jobs: InspectedJobs) {
  const isPrivate = ({ job }: JobState) => isPrivateRequest(job.request);

  async function viewOf(state: JobState): Promise<JobView> {
    const { job, total, warning, isHeldUp } = state;
    const isEmpty = job.completed === 0;
    const problem = job.error ?? (isEmpty ? warning : undefined) ?? (isHeldUp ? HELD_UP : undefined);
    const warnings = [job.request.warning, isEmpty ? undefined : warning].filter((each) => each !== undefined);
    const { failed } = await jobs.failures(job);
    if (isPrivate(state)) return { ...viewOfAny(job, undefined), total, failed };
    const url = redactedUrl(job.request.url);
    return { ...viewOfAny(job, problem), url, total, failed, warnings: warnings.map(redactedUrls) };
  }

  return {
    /** The latest first. */
    async list(limit: number): Promise<JobView[]> {
      const views: JobView[] = [];
      for (const job of await engine.latest(limit)) {
        views.push(isPageJob(job) ? await viewOf(await jobs.inspect(job)) : otherView(job));
      }
      return views;
    },

    async detail(id: string, skip: number): Promise<JobDetail> {
      const job = await engine.find(id);
      if (!job) throw new Refusal('not_found', 'There is no such job, or no longer.');
      if (!isPageJob(job)) return otherDetail(job);
      const state = await jobs.inspect(job);
      if (isPrivate(state)) {
        const omitted = 'Its pages are not shown: it was asked to keep nothing.';
        return { ...(await viewOf(state)), documents: [], errors: [], blocked: [], omitted };
      }
      const texts = await jobs.documents(job, { skip, ...DOCUMENTS });
      const documents = texts.map((text) => documentOf(JSON.parse(text)));
      const position = skip + documents.length;
      const { errors, robotsBlocked } = await jobs.errors(job.team, job.id);
      return {
        ...(await viewOf(state)),
        request: redactedJson({ ...job.request, warning: undefined }),
        documents,
        ...(position < job.completed && { next: position }),
        errors: errors.map(({ url = '', error = '' }) => ({ url: redactedUrl(url), error })),
        blocked: robotsBlocked.map(redactedUrl),
      };
    },
  };
}

/** A job that is not one of pages. The request of a kind that is not known here may hold secrets, and is not shown. */
function otherView(job: Job): JobView {
  return isModelJob(job) ? modelJobView(job) : viewOfAny(job, job.error);
}

function otherDetail(job: Job): JobDetail {
  const view = { ...otherView(job), documents: [], errors: [], blocked: [] };
  if (!isModelJob(job)) return view;
  if (isPrivateModelRequest(job.request)) {
    return { ...view, omitted: 'Its result is not shown: it was asked to keep nothing.' };
  }
  return { ...view, request: redactedJson(job.request), ...(job.result && { result: redactedJson(job.result) }) };
}

function modelJobView(job: ModelJob): JobView {
  const { request, error, result } = job;
  if (isPrivateModelRequest(request)) return viewOfAny(job, undefined);
  const { urls: [url] = [], prompt } = request;
  return {
    ...viewOfAny(job, error && redactedUrls(error)),
    ...(url !== undefined && { url: redactedUrl(url) }),
    ...(prompt !== undefined && { asked: redactedUrls(prompt).slice(0, MAX_ASKED) }),
    warnings: (result?.warnings ?? []).map(redactedUrls),
  };
}

/** What is known of a job whatever its kind. */
function viewOfAny(job: Job, problem: string | undefined): JobView {
  const { id, kind, team, completed, credits, createdAt, endedAt } = job;
  return {
    id,
    kind,
    team,
    status: statusOf(job),
    completed,
    total: completed,
    failed: 0,
    credits,
    createdAt: timestamp(createdAt),
    ...(endedAt !== undefined && { endedAt: timestamp(endedAt) }),
    ...(problem !== undefined && { problem }),
    warnings: [],
  };
}

function documentOf({ markdown, warning, metadata = {} }: Document): DocumentView {
  const { sourceURL, url = sourceURL, title, statusCode, error } = metadata;
  const text = Array.isArray(title) ? title[0] : title;
  return {
    url: url ?? '',
    ...(typeof text === 'string' && { title: text }),
    ...(statusCode != null && { status: statusCode }),
    ...(typeof error === 'string' && { error }),
    ...(warning != null && { warning: redactedUrls(warning) }),
    ...(typeof markdown === 'string' && { markdown }),
  };
}

const HELD_UP = 'It waits: its results cannot be stored.';

const timestamp = (time: number): string => new Date(time).toISOString();
