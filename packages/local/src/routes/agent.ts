import type { AgentJob } from '@trawl/client';
import { findModelJob, type ModelJob, modelJobStatus, startModelJob } from '../agent/model-job.js';
import { withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import type { ModelAccess } from '../model/open-model.js';
import type { GuardFor } from '../scrape/threat-protection.js';
import { refuseUnusableSchema } from './model-schema.js';
import type { Routes } from './route.js';

type AgentRoutes = Pick<Routes, 'startAgent' | 'getAgent' | 'cancelAgent'>;

export interface AgentRouteDependencies {
  readonly engine: Pick<JobEngine, 'start' | 'find' | 'cancel'>;
  /** It is undefined on a server without a model. */
  readonly access: Pick<ModelAccess, 'check'> | undefined;
  readonly guardFor: GuardFor;
}

/** The model that a request without one names. */
const DEFAULT_MODEL = 'spark-1-pro';

export function agentRoutes({ engine, access, guardFor }: AgentRouteDependencies): AgentRoutes {
  async function find(team: string, id: string): Promise<ModelJob<'agent'>> {
    const job = await findModelJob(engine, 'agent', team, id);
    if (!job) throw new Refusal('not_found', 'Agent job not found');
    return job;
  }

  return {
    async startAgent({ team, payer, body, signal }) {
      if (!access) throw new Refusal('unavailable', NO_MODEL);
      const guard = await guardFor(team, body.threatProtection);
      if (body.schema) await refuseUnusableSchema(access, body.schema, team, signal);
      const urls = body.urls?.map(withScheme);
      for (const url of urls ?? []) guard.checkUrl(url);
      if (body.strictConstrainToURLs && !urls?.length) throw new Refusal('invalid', NO_URLS);
      const request = { ...body, ...(urls && { urls }) };
      const id = await startModelJob(engine, 'agent', payer, request);
      return { success: true, id };
    },

    getAgent: async ({ team, path }) => agentAnswer(await find(team, path.jobId)),

    async cancelAgent({ team, path }) {
      if (await engine.cancel(await find(team, path.jobId))) return { success: true };
      const { status } = await find(team, path.jobId);
      if (status !== 'cancelled') throw new Refusal('conflict', `Agent is already ${status}`);
      return { success: true };
    },
  };
}

const NO_URLS =
  '`strictConstrainToURLs` lets the agent read `urls` alone, and there are none. Add some, or leave it out.';

const NO_MODEL =
  'Agents are not available on this server: they need a language model. Start it with `--model-url` and `--model-name`.';

export function agentAnswer(job: ModelJob<'agent'>): AgentJob {
  const { request, result, error, completed: steps, credits, expiresAt } = job;
  const answer = {
    success: true,
    status: modelJobStatus(job),
    ...(result && { data: result.data, sources: result.sources }),
    ...(result && result.warnings.length > 0 && { warning: result.warnings.join(' ') }),
    ...(error !== undefined && { error }),
    model: request.model ?? DEFAULT_MODEL,
    expiresAt: new Date(expiresAt).toISOString(),
    creditsUsed: credits,
    steps,
  };
  return answer;
}
