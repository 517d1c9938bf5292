import type { BrowserSessionList } from '@trawl/client';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import type { NodeSessions } from '../nodes/service-nodes.js';
import { sessionIdOf } from '../sessions/session-access.js';
import type { NodeAccess } from '../store/shared-stores.js';
import type { Call, Step } from './call.js';
import { nodeAway, type PassOn } from './pass-on.js';
import { json, nativeResponse, refusalReply, send, statusOfCall } from './reply.js';
import type { Service } from './service.js';

export interface SessionNodesDependencies {
  readonly service: Pick<Service, 'nodes' | 'sessions'>;
  readonly passOn: PassOn;
  readonly teamOf: (request: Request) => Promise<string | undefined>;
}

/** Browser sessions that other nodes of the service have. */
export interface SessionNodes {
  /**
   * Passes calls about a session of another node on to it, opens a session where there is room for it, and adds the sessions of
   * all nodes to the list of a team.
   */
  readonly step: Step;
  /** The node that has the session of a live view or connection; undefined when this one answers. */
  nodeOf(request: Request, isPassedOn: boolean): Promise<NodeAccess | undefined>;
}

const BY_ID: ReadonlySet<string> = new Set<OperationName>([
  'interactWithPage',
  'endInteraction',
  'executeInBrowserSession',
  'deleteBrowserSession',
]);

const OPEN: OperationName = 'createBrowserSession';
const LIST: OperationName = 'listBrowserSessions';

/** Whether the node that has passed the call on answers it too, and has counted it. */
export function isCounted(operation: OperationName, isPassedOn: boolean): boolean {
  return operation === LIST && isPassedOn;
}

export function createSessionNodes({ service, passOn, teamOf }: SessionNodesDependencies): SessionNodes {
  const sessions = (): NodeSessions | undefined => service.nodes?.sessions;

  /** Adds the sessions of the team at other nodes to the response of this one. */
  async function addOthers(call: Call): Promise<void> {
    const team = await teamOf(call.req.raw);
    if (statusOfCall(call) !== 200 || team === undefined) return;
    const others = (await sessions()?.others(team)) ?? [];
    if (others.length === 0) return;
    const remote = await Promise.all(others.map((node) => listAt(node, call)));
    const responses = [nativeResponse(call.res, call.env), ...remote.filter((each) => each !== undefined)];
    const failure = responses.find(({ status }) => status !== 200);
    call.res = undefined;
    if (failure) {
      call.res = failure;
      return;
    }
    const lists = (await Promise.all(responses.map((each) => each.json()))) as BrowserSessionList[];
    const latestFirst = lists
      .flatMap((list) => list.sessions ?? [])
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
    call.res = send(call, json({ success: true, sessions: latestFirst }));
  }

  async function nodeWithRoom(): Promise<NodeAccess | undefined> {
    return service.sessions.room() > 0 ? undefined : sessions()?.nodeWithMostRoom();
  }

  function pass(call: Call, node: NodeAccess): Promise<Response> {
    return passOn.request({ request: call.req.raw, address: call.get('address') }, node);
  }

  /** The list of another node; undefined when the node is taken for dead meanwhile, and with it its sessions are over. */
  async function listAt(node: NodeAccess, call: Call): Promise<Response | undefined> {
    try {
      return await pass(call, node);
    } catch (error) {
      if (await sessions()?.isAlive(node)) throw error;
      return undefined;
    }
  }

  async function nodeOf(request: Request, isPassedOn: boolean): Promise<NodeAccess | undefined> {
    const id = sessionIdOf(request.url);
    const place = id === undefined || isPassedOn ? undefined : await sessions()?.elsewhere(id);
    return place?.isOver ? undefined : place?.node;
  }

  const step: Step = async (call, next) => {
    if (call.get('isPassedOn')) return next();
    const { url } = call.req;
    const operation = call.get('operation')?.id ?? '';
    if (operation === OPEN) {
      const node = await nodeWithRoom();
      return node ? pass(call, node) : next();
    }
    if (operation === LIST) {
      await next();
      return addOthers(call);
    }
    const id = BY_ID.has(operation) ? new URL(url).pathname.split('/')[3] : sessionIdOf(url);
    const place = id === undefined ? undefined : await sessions()?.elsewhere(id);
    if (id === undefined || !place) return next();
    const isOwn = async () => BY_ID.has(operation) && (await teamOf(call.req.raw)) === place.team;
    // The caller of another team, and the viewer of an ended session, get the answer of this node.
    if (place.isOver) return (await isOwn()) ? send(call, refusalReply(sessionOver())) : next();
    if (!place.node) throw nodeAway();
    try {
      return await pass(call, place.node);
    } catch (error) {
      const isOver = error instanceof Refusal && (await sessions()?.isOver(id)) && (await isOwn());
      throw isOver ? sessionOver() : error;
    }
  };

  return { nodeOf, step };
}

function sessionOver(): Refusal {
  return new Refusal('gone', 'The browser session has ended. The node of the service that had it has ended.');
}
