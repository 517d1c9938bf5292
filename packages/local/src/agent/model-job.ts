import type { AgentRequest, ExtractRequest } from '@trawl/client';
import type { JobEngine } from '../jobs/engine.js';
import type { Job } from '../store/job-store.js';
import type { Payer } from '../store/ledger-store.js';

/** A job that a language model works on. */
export type ModelJobKind = 'agent' | 'extract';

export interface ModelJobRequests {
  readonly agent: Omit<AgentRequest, 'origin' | 'integration'>;
  readonly extract: Omit<ExtractRequest, 'origin' | 'integration'>;
}

/** What a job has made. */
export interface ModelJobResult {
  readonly data: unknown;
  /** The URLs that were read and say a value, by the path of the value, such as `companies[0].name`. */
  readonly sources: Record<string, string[]>;
  readonly warnings: readonly string[];
}

/** An agent or an extraction. Its progress is what the finished steps have brought, and `completed` counts them. */
export type ModelJob<Kind extends ModelJobKind = ModelJobKind> = Job<ModelJobRequests[Kind], object, ModelJobResult> & {
  readonly kind: Kind;
};

/** Whether a job is an agent or an extraction. */
export function isModelJob(job: Job | undefined): job is ModelJob {
  return job?.kind === 'agent' || job?.kind === 'extract';
}

/** Whether nothing of a job with this request may be kept elsewhere. */
export function isPrivateModelRequest(request: ModelJobRequests[ModelJobKind]): boolean {
  return 'scrapeOptions' in request && request.scrapeOptions?.lockdown === true;
}

/** The status of an agent or an extraction, as callers know it. */
export function modelJobStatus({ status }: Job): 'processing' | 'completed' | 'failed' | 'cancelled' {
  return status === 'running' ? 'processing' : status;
}

/** Starts a job; returns its id. */
export async function startModelJob<Kind extends ModelJobKind>(
  engine: Pick<JobEngine, 'start'>,
  kind: Kind,
  payer: Payer,
  request: ModelJobRequests[Kind],
): Promise<string> {
  // The steps are found as the model works, so that the work is one task, which stores each of them.
  const { id } = await engine.start({ ...payer, kind, request, tasks: [{ key: 'work', task: {} }] });
  return id;
}

/** The job of a team; undefined for those of other teams. */
export async function findModelJob<Kind extends ModelJobKind>(
  engine: Pick<JobEngine, 'find'>,
  kind: Kind,
  team: string,
  id: string,
): Promise<ModelJob<Kind> | undefined> {
  const job = await engine.find(id);
  return job?.team === team && job.kind === kind ? (job as ModelJob<Kind>) : undefined;
}
