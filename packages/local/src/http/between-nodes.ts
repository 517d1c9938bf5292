import { Refusal } from '../contract/refusal.js';
import type { Settings } from '../settings/settings.js';
import type { Step } from './call.js';
import type { Callers } from './callers.js';
import { nodeCalls, ofCallers } from './node-calls.js';
import { createPassOn } from './pass-on.js';
import { refusalReply, send } from './reply.js';
import type { Service } from './service.js';
import { createSessionNodes } from './session-nodes.js';
import type { SessionSocketDependencies } from './session-sockets.js';

export interface BetweenNodesNeeds {
  readonly settings: Settings;
  readonly service: Service;
  readonly callers: Callers;
  readonly log: (line: string) => void;
}

/** What a node of a service passes on to other nodes, and answers for them. */
export interface BetweenNodes {
  /** Know the calls that other nodes have passed on. */
  readonly callSteps: readonly Step[];
  /** Pass calls about sessions of other nodes on. */
  readonly sessionSteps: readonly Step[];
  /** Answer for a node that only does the tasks of jobs. */
  readonly roleSteps: readonly Step[];
  /** The sessions of other nodes, for sockets. */
  readonly others: SessionSocketDependencies['others'];
}

const ALONE: BetweenNodes = { callSteps: [], sessionSteps: [], roleSteps: [], others: undefined };

/** A process that works alone has nothing of it. */
export function openBetweenNodes({ settings, service, callers, log }: BetweenNodesNeeds): BetweenNodes {
  if (settings.role === 'worker') return { ...ALONE, roleSteps: [onlyWorks] };
  if (settings.database === undefined) return ALONE;
  const passOn = createPassOn({
    isAlive: async (node) => (await service.nodes?.sessions.isAlive(node)) ?? false,
    log,
  });
  const nodes = createSessionNodes({ service, passOn, teamOf: (request) => callers.auth.teamOf(request) });
  const isSecret = (text: string) => service.nodes?.isSecret(text) ?? false;
  return {
    callSteps: [ofCallers(nodeCalls(isSecret, callers.addresses))],
    sessionSteps: [nodes.step],
    roleSteps: [],
    others: { nodes, passOn },
  };
}

const onlyWorks: Step = async (call) => send(call, refusalReply(ONLY_WORKS));

const ONLY_WORKS = new Refusal(
  'unavailable',
  'This node answers no calls of the API: its role is `worker`. Send them to another node.',
);
