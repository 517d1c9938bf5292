import type { AgentRequest, ExtractRequest } from '@trawl/client';

/** A job that a language model works on. */
export type ModelJobKind = 'agent' | 'extract';

export interface ModelJobRequests {
  readonly agent: Omit<AgentRequest, 'origin' | 'integration'>;
  readonly extract: Omit<ExtractRequest, 'origin' | 'integration'>;
}

export type ModelJobStatus = 'processing' | 'completed' | 'failed' | 'cancelled';

/** What a job has made. */
export interface ModelJobResult {
  readonly data: unknown;
  /** The URLs that were read and say a value, by the path of the value, such as `companies[0].name`. */
  readonly sources: Record<string, string[]>;
  readonly warnings: readonly string[];
}

export interface ModelJob<Kind extends ModelJobKind = ModelJobKind> {
  readonly id: string;
  readonly kind: Kind;
  readonly team: string;
  readonly status: ModelJobStatus;
  readonly request: ModelJobRequests[Kind];
  /** What the finished steps have brought, to go on from after a restart; undefined before the first one. */
  readonly progress: unknown;
  readonly steps: number;
  readonly result: ModelJobResult | undefined;
  readonly credits: number;
  /** The tokens that the model has used. */
  readonly tokens: number;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly expiresAt: number;
  readonly error: string | undefined;
}

/** Whether nothing of a job may be kept elsewhere. */
export function isPrivateJob({ request }: Pick<ModelJob, 'request'>): boolean {
  return 'scrapeOptions' in request && request.scrapeOptions?.lockdown === true;
}
