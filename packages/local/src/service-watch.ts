import type { ModelJob } from './agent/model-job.js';
import type { OperationName } from './contract/operation.js';
import { Refusal } from './contract/refusal.js';
import { pageJobMessages } from './crawl/job-watch.js';
import { isPageJob } from './crawl/jobs.js';
import { type WatchRequest, watchState } from './jobs/watch.js';
import { agentAnswer } from './routes/agent.js';
import { extractAnswer } from './routes/extract.js';
import type { ServiceParts } from './service-parts.js';

/** The kinds of jobs that an operation returns. */
const KINDS: Partial<Record<OperationName, readonly string[]>> = {
  getCrawl: ['crawl', 'batch_scrape'],
  getBatchScrape: ['crawl', 'batch_scrape'],
  getAgent: ['agent'],
  getExtract: ['extract'],
};

/** Resolves to the messages to a client that watches a job; throws a refusal when the team has no such job. */
export async function watchJob(
  { engine, jobs }: Pick<ServiceParts, 'engine' | 'jobs'>,
  request: WatchRequest,
): Promise<AsyncGenerator<string>> {
  const job = await engine.find(request.id);
  if (job?.team !== request.team || !KINDS[request.operation]?.includes(job.kind)) {
    throw new Refusal(404, { error: 'Job not found' });
  }
  if (isPageJob(job)) return pageJobMessages(jobs, engine, request);
  return watchState(engine, job, request.signal, (current) => answerOf(current as ModelJob));
}

function answerOf(job: ModelJob): object {
  return isOfKind(job, 'agent') ? agentAnswer(job) : extractAnswer(job as ModelJob<'extract'>);
}

function isOfKind<Kind extends ModelJob['kind']>(job: ModelJob, kind: Kind): job is ModelJob<Kind> {
  return job.kind === kind;
}
