import { Refusal } from '../contract/refusal.js';
import type { Addresses } from './addresses.js';
import type { Step } from './call.js';
import { refusalReply, send } from './reply.js';

/** The header with the secret of the node that is called. Only nodes of the service send it. */
export const NODE_HEADER = 'trawl-node';

/**
 * Recognizes the calls that other nodes of the service have passed on to this one. Refuses a call that has the header of nodes
 * without the secret of this node.
 *
 * @param isSecret - Whether the text is the secret of this node.
 */
export function nodeCalls(isSecret: (text: string) => boolean, addresses: Addresses): Step {
  return async (call, next) => {
    const header = call.req.raw.headers.get(NODE_HEADER);
    if (header === null) return next();
    if (!isSecret(header.replace(/^Bearer /, ''))) {
      return send(call, refusalReply(new Refusal('forbidden', NOT_A_NODE)));
    }
    call.set('isPassedOn', true);
    call.set('address', addresses.ofPassedOn(call.req.raw));
    return next();
  };
}

/** Leaves a check out for calls in this process, which DNS cannot redirect, and where the node that was called has made it. */
export function ofCallers(check: Step): Step {
  return (call, next) => (call.get('isPassedOn') || !call.env.incoming ? next() : check(call, next));
}

const NOT_A_NODE = `The header \`${NODE_HEADER}\` is for the nodes of this service alone, and has not the secret of this node. If another node sent it, the address of this one (--node-url) leads to a third.`;
