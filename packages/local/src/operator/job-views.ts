import type { Document } from '@trawl/client';
import { isModelJob } from '../agent/model-job.js';
import { Refusal } from '../contract/refusal.js';
import { isPrivateRequest } from '../crawl/job.js';
import { statusOf } from '../crawl/job-answer.js';
import { isPageJob, type JobState, type Jobs } from '../crawl/jobs.js';
import type { JobEngine } from '../jobs/engine.js';
import { redactedUrl, redactedUrls } from '../redacted-url.js';
import type { Job } from '../store/job-store.js';
import { modelJobDetail, modelJobView } from './model-job-views.js';
import { redactedJson } from './redacted-json.js';
import type { DocumentView, JobDetail, JobView } from './views.js';

/** The documents of one answer. */
const DOCUMENTS = { limit: 20, maxBytes: 1024 * 1024 };

export type InspectedJobs = Pick<Jobs, 'inspect' | 'failures' | 'documents' | 'errors'>;

export function jobViews(engine: Pick<JobEngine, 'find' | 'latest'>, jobs: InspectedJobs) {
  const isPrivate = ({ job }: JobState) => isPrivateRequest(job.request);

  async function viewOf(state: JobState): Promise<JobView> {
    const { job, total, warning, isHeldUp } = state;
    const isEmpty = job.completed === 0;
    const problem = job.error ?? (isEmpty ? warning : undefined) ?? (isHeldUp ? HELD_UP : undefined);
    const warnings = [job.request.warning, isEmpty ? undefined : warning].filter((each) => each !== undefined);
    return {
      id: job.id,
      kind: job.kind,
      team: job.team,
      status: statusOf(job),
      ...(!isPrivate(state) && { url: redactedUrl(job.request.url) }),
      completed: job.completed,
      total,
      failed: (await jobs.failures(job)).failed,
      credits: job.credits,
      createdAt: timestamp(job.createdAt),
      ...(job.endedAt !== undefined && { endedAt: timestamp(job.endedAt) }),
      ...(problem !== undefined && !isPrivate(state) && { problem }),
      warnings: isPrivate(state) ? [] : warnings.map(redactedUrls),
    };
  }

  return {
    /** The latest first. */
    async list(limit: number): Promise<JobView[]> {
      const views: JobView[] = [];
      for (const job of await engine.latest(limit)) {
        if (isModelJob(job)) views.push(modelJobView(job));
        else views.push(isPageJob(job) ? await viewOf(await jobs.inspect(job)) : plainView(job));
      }
      return views;
    },

    async detail(id: string, skip: number): Promise<JobDetail> {
      const job = await engine.find(id);
      if (isModelJob(job)) return modelJobDetail(job);
      if (!job) throw new Refusal(404, { error: 'There is no such job, or no longer.' });
      if (!isPageJob(job)) return { ...plainView(job), documents: [], errors: [], blocked: [] };
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

/** What is known of a job whatever its kind. Its request may hold secrets, and is not shown. */
function plainView(job: Job): JobView {
  const { id, kind, team, completed, credits, createdAt, endedAt, error } = job;
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
    ...(error !== undefined && { problem: error }),
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
