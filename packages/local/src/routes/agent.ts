import { Refusal } from '../contract/refusal.js';
import type { Routes } from './route.js';

type AgentRoutes = Pick<Routes, 'startAgent' | 'getAgent' | 'cancelAgent'>;

/** Agents need a language model, which this server does not have. */
export const agentRoutes: AgentRoutes = {
  startAgent() {
    throw new Refusal(503, { error: 'Agents are not available on this server: they need a language model.' });
  },
  getAgent: unknownJob,
  cancelAgent: unknownJob,
};

function unknownJob(): never {
  throw new Refusal(404, { error: 'Agent job not found' });
}
