import { ALL_FILE_KINDS, type FileKind } from '@trawl/web/site/url-identity';
import type { FailedPages } from '../store/job-page-store.js';
import { leftOutCount, MAX_LEFT_OUT, type PageJob } from './job.js';

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
  const sentences = [emptyJobReason(job, pages) ?? blockedPages(pages), leftOutFiles(job), leftOutLoops(job)];
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined;
}

function blockedPages({ blocked }: FailedPages): string | undefined {
  if (blocked === 0) return undefined;
  const left = disallowed(blocked);
  return `${left.charAt(0).toUpperCase()}${left.slice(1)} The errors of the job list them.`;
}

const FILE_NAMES: Readonly<Record<FileKind, readonly [one: string, many: string]>> = {
  image: ['image', 'images'],
  archive: ['archive', 'archives'],
  media: ['media file', 'media files'],
  other: ['other file', 'other files'],
};

/** How many files were found that a crawl does not read. */
function leftOutFiles({ progress }: PageJob): string | undefined {
  const counts = ALL_FILE_KINDS.flatMap((kind) => {
    const count = progress?.leftOut?.[kind] ?? 0;
    const [one, many] = FILE_NAMES[kind];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  if (counts.length === 0) return undefined;
  const list = [counts.slice(0, -1).join(', '), counts.at(-1)].filter(Boolean).join(' and ');
  const atLeast = leftOutCount(progress?.leftOut) >= MAX_LEFT_OUT ? 'at least ' : '';
  return `Links to ${atLeast}${list} were left out: a crawl reads pages and documents.`;
}

/** How many links were found that would lead on for ever. */
function leftOutLoops({ progress }: PageJob): string | undefined {
  const count = progress?.leftOut?.loop ?? 0;
  if (count === 0) return undefined;
  const atLeast = leftOutCount(progress?.leftOut) >= MAX_LEFT_OUT ? 'at least ' : '';
  return `Links to ${atLeast}${count} ${count === 1 ? 'URL' : 'URLs'} were left out whose path repeats a part of itself over and over.`;
}

const disallowed = (count: number): string => `robots.txt disallows ${count === 1 ? 'one page' : `${count} pages`}.`;
