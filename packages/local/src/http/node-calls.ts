import { Refusal } from '../contract/refusal.js';
import type { Addresses } from './addresses.js';
import type { Middleware } from './middleware.js';
import { refuse } from './reply.js';

/** The header with the secret of the node that is called. Only nodes of the service send it. */
export const NODE_HEADER = 'trawl-node';

/** Recognizes the calls that other nodes of the service have passed on to this one. */
export interface NodeCalls {
  /** Refuses a call that has the header of nodes without the secret of this node. */
  readonly middleware: Middleware;
  isPassedOn(request: Request): boolean;
  /** Leaves a check out that the node before has made, which the client has called. */
  unlessPassedOn(check: Middleware): Middleware;
}

export interface NodeCallsDependencies {
  /** Whether the text is the secret of this node. Called for each request, because a reset replaces the secret. */
  readonly isSecret: (text: string) => boolean;
  readonly addresses: Pick<Addresses, 'trust'>;
}

export function createNodeCalls({ isSecret, addresses }: NodeCallsDependencies): NodeCalls {
  const passedOn = new WeakSet<Request>();
  return {
    async middleware(request, next) {
      const header = request.headers.get(NODE_HEADER);
      if (header === null) return next(request);
      if (!isSecret(header.replace(/^Bearer /, ''))) return refuse(new Refusal('forbidden', NOT_A_NODE));
      passedOn.add(request);
      addresses.trust(request);
      return next(request);
    },
    isPassedOn: (request) => passedOn.has(request),
    unlessPassedOn: (check) => (request, next) => (passedOn.has(request) ? next(request) : check(request, next)),
  };
}

const NOT_A_NODE = `The header \`${NODE_HEADER}\` is for the nodes of this service alone, and has not the secret of this node. If another node sent it, the address of this one (--node-url) leads to a third.`;
