import type { Document } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { JobState, Jobs } from '../crawl/jobs.js';
import { redactedUrl, redactedUrls } from '../redacted-url.js';
import { redactedJson } from './redacted-json.js';
import type { DocumentView, JobDetail, JobView } from './views.js';

/** The documents of one answer. */
const DOCUMENTS = { limit: 20, maxBytes: 1024 * 1024 };

export type InspectedJobs = Pick<Jobs, 'latest' | 'inspect' | 'failures' | 'documents' | 'errors' | 'isPrivate'>;

export function jobViews(jobs: InspectedJobs) {
  const isPrivate = ({ job }: JobState) => jobs.isPrivate(job.id);

  function viewOf(state: JobState): JobView {
    const { job, total, warning, isHeldUp } = state;
    const isEmpty = job.completed === 0;
    const problem = job.error ?? (isEmpty ? warning : undefined) ?? (isHeldUp ? HELD_UP : undefined);
    const warnings = [job.request.warning, isEmpty ? undefined : warning].filter((each) => each !== undefined);
    return {
      id: job.id,
      kind: job.kind,
      team: job.team,
      status: job.status,
      ...(!isPrivate(state) && { url: redactedUrl(job.request.url) }),
      completed: job.completed,
      total,
      failed: jobs.failures(job).failed,
      credits: job.credits,
      createdAt: timestamp(job.createdAt),
      ...(job.endedAt !== undefined && { endedAt: timestamp(job.endedAt) }),
      ...(problem !== undefined && !isPrivate(state) && { problem }),
      warnings: isPrivate(state) ? [] : warnings.map(redactedUrls),
    };
  }

  return {
    list: (limit: number): JobView[] => jobs.latest(limit).map(viewOf),

    detail(id: string, skip: number): JobDetail {
      const state = jobs.inspect(id);
      if (!state) throw new Refusal(404, { error: 'There is no such job, or no longer.' });
      const { job } = state;
      if (isPrivate(state)) {
        const omitted = 'Its pages are not shown: it was asked to keep nothing.';
        return { ...viewOf(state), documents: [], errors: [], blocked: [], omitted };
      }
      const documents = jobs.documents(job, { skip, ...DOCUMENTS }).map((text) => documentOf(JSON.parse(text)));
      const position = skip + documents.length;
      const { errors, robotsBlocked } = jobs.errors(job.team, job.id);
      return {
        ...viewOf(state),
        request: redactedJson({ ...job.request, warning: undefined }),
        documents,
        ...(position < job.completed && { next: position }),
        errors: errors.map(({ url = '', error = '' }) => ({ url: redactedUrl(url), error })),
        blocked: robotsBlocked.map(redactedUrl),
      };
    },
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
