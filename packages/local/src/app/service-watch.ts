import type { ModelJob } from '../agent/model-job.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import { type WatchRequest, watchState } from '../jobs/watch.js';
import { agentAnswer } from '../routes/agent.js';
import { extractAnswer } from '../routes/extract.js';
import type { Job } from '../store/job-store.js';
import type { ServiceParts } from './service-parts.js';

/** What an operation returns. */
interface WatchedJob {
  readonly kinds: readonly string[];
  /** The state of a job without documents, as the operation returns it. */
  readonly answerOf?: (job: Job) => object;
}

const PAGE_JOB: WatchedJob = { kinds: ['crawl', 'batch_scrape'] };

const WATCHED: Partial<Record<OperationName, WatchedJob>> = {
  getCrawl: PAGE_JOB,
  getBatchScrape: PAGE_JOB,
  getAgent: { kinds: ['agent'], answerOf: (job) => agentAnswer(job as ModelJob<'agent'>) },
  getExtract: { kinds: ['extract'], answerOf: (job) => extractAnswer(job as ModelJob<'extract'>) },
};

/** Resolves to the messages to a client that watches a job; throws a refusal when the team has no such job. */
export async function watchJob(
  { engine, jobWatch }: Pick<ServiceParts, 'engine' | 'jobWatch'>,
  request: WatchRequest,
): Promise<AsyncGenerator<string | Buffer>> {
  const { kinds, answerOf } = WATCHED[request.operation] ?? { kinds: [] };
  const job = await engine.find(request.id);
  if (job?.team !== request.team || !kinds.includes(job.kind)) throw new Refusal('not_found', 'Job not found');
  return answerOf ? watchState(engine, job, request.signal, answerOf) : jobWatch.messages(request);
}
