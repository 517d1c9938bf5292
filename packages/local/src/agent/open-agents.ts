import type { JobEngine } from '../jobs/engine.js';
import { type AgentDependencies, agentWork } from './agent-work.js';
import { extractWork } from './extract-work.js';
import { type ModelKindDependencies, modelKinds } from './model-kind.js';

export interface AgentNeeds extends ModelKindDependencies, AgentDependencies {
  /** Runs the jobs. It gets their kinds. */
  readonly jobs: Pick<JobEngine, 'register'>;
}

/** Opens agents and extractions. */
export function openAgents({ jobs, ...needs }: AgentNeeds): void {
  jobs.register(modelKinds({ agent: agentWork(needs), extract: extractWork(needs) }, needs));
}
