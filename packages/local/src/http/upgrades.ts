import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import type { CallEnv, Edge, Reply, Step } from './call.js';
import type { CalledAddress } from './called-address.js';
import { errorReply, replyOf } from './reply.js';
import { requestOf } from './web-socket.js';

/** A request for a WebSocket that has passed all checks. */
export interface CheckedUpgrade {
  readonly request: Request;
  readonly address: CalledAddress;
  /** Whether another node of the service has passed it on. */
  readonly isPassedOn: boolean;
}

/** Checks a request for a WebSocket as one of HTTP; resolves to the reply that refuses it when it does not pass. */
export type CheckUpgrade = (message: IncomingMessage) => Promise<CheckedUpgrade | Reply>;

/** The steps are the checks that come before everything else. */
export function upgradeChecks(steps: readonly Step[]): CheckUpgrade {
  const app = new Hono<{ Bindings: UpgradeEdge; Variables: CallEnv['Variables'] }>();
  app.use(...steps);
  app.get('*', (call) => {
    const { raw: request } = call.req;
    const isPassedOn = call.get('isPassedOn') ?? false;
    call.env.checked = { request, address: call.get('address'), isPassedOn };
    return PASSED;
  });
  return async (incoming) => {
    const edge: UpgradeEdge = { incoming };
    const response = await app.fetch(requestOf(incoming), edge);
    const refused = replyOf(response, edge);
    return edge.checked ?? (refused && 'text' in refused ? refused : NOT_ANSWERED);
  };
}

interface UpgradeEdge extends Edge {
  checked?: CheckedUpgrade;
}

const PASSED = new Response();

/** No check answers with anything but a reply. */
const NOT_ANSWERED = errorReply({
  status: 500,
  headers: {},
  body: { code: 'UNKNOWN_ERROR', error: 'An error occurred.' },
});
