import type { BrowserSessionList } from '@trawl/client';
import type { Operation } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import type { NodeSessions } from '../nodes/service-nodes.js';
import { sessionIdOf } from '../sessions/session-access.js';
import type { NodeAccess } from '../store/shared-stores.js';
import type { Middleware } from './middleware.js';
import type { NodeCalls } from './node-calls.js';
import { operationOf } from './operation-of.js';
import { nodeAway, type PassOn } from './pass-on.js';
import { nativeResponse } from './plain-response.js';
import { json, refuse } from './reply.js';

export interface SessionNodesDependencies {
  /** Called for each request, because a reset replaces it. */
  readonly sessions: () => NodeSessions | undefined;
  /** Whether another session can be opened here. */
  readonly hasRoom: () => boolean;
  readonly nodeCalls: Pick<NodeCalls, 'isPassedOn'>;
  readonly passOn: PassOn;
  readonly teamOf: (request: Request) => Promise<string | undefined>;
}

/** Browser sessions that other nodes of the service have. */
export interface SessionNodes {
  /**
   * Passes calls about a session of another node on to it, opens a session where there is room for it, and adds the sessions of
   * all nodes to the list of a team.
   */
  readonly middleware: Middleware;
  /** Whether the node that has passed the call on answers it too, and has counted it. */
  isCounted(operation: Operation, request: Request): boolean;
  /** The node that has the session of a live view or connection; undefined when this one answers. */
  nodeOf(request: Request): Promise<NodeAccess | undefined>;
}

const BY_ID: ReadonlySet<string> = new Set<OperationName>([
  'interactWithPage',
  'endInteraction',
  'executeInBrowserSession',
  'deleteBrowserSession',
]);

const OPEN: OperationName = 'createBrowserSession';
const LIST: OperationName = 'listBrowserSessions';

export function createSessionNodes({
  sessions,
  hasRoom,
  nodeCalls,
  passOn,
  teamOf,
}: SessionNodesDependencies): SessionNodes {
  /** Adds the sessions of the team at other nodes to the response of this one. */
  async function withOthers(request: Request, response: Response): Promise<Response> {
    const team = await teamOf(request);
    if (response.status !== 200 || team === undefined) return response;
    const others = (await sessions()?.others(team)) ?? [];
    if (others.length === 0) return response;
    const remote = await Promise.all(others.map((node) => listAt(node, request)));
    const responses = [nativeResponse(response), ...remote.filter((each) => each !== undefined)];
    const failure = responses.find(({ status }) => status !== 200);
    if (failure) return failure;
    const lists = (await Promise.all(responses.map((each) => each.json()))) as BrowserSessionList[];
    const latestFirst = lists
      .flatMap((list) => list.sessions ?? [])
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
    return json({ success: true, sessions: latestFirst });
  }

  async function openWhereRoomIs(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
    const node = hasRoom() ? undefined : await sessions()?.nodeWithMostRoom();
    return node ? passOn.request(request, node) : next(request);
  }

  /** The list of another node; undefined when the node is taken for dead meanwhile, and with it its sessions are over. */
  async function listAt(node: NodeAccess, request: Request): Promise<Response | undefined> {
    try {
      return await passOn.request(request, node);
    } catch (error) {
      if (await sessions()?.isAlive(node)) throw error;
      return undefined;
    }
  }

  async function nodeOf(request: Request): Promise<NodeAccess | undefined> {
    const id = sessionIdOf(request.url);
    const place = id === undefined || nodeCalls.isPassedOn(request) ? undefined : await sessions()?.elsewhere(id);
    return place?.isOver ? undefined : place?.node;
  }

  async function answer(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
    const { pathname } = new URL(request.url);
    const operation = operationOf(request.method, pathname) ?? '';
    if (operation === OPEN) return openWhereRoomIs(request, next);
    if (operation === LIST) return withOthers(request, await next(request));
    const id = BY_ID.has(operation) ? pathname.split('/')[3] : sessionIdOf(request.url);
    const place = id === undefined ? undefined : await sessions()?.elsewhere(id);
    if (id === undefined || !place) return next(request);
    const isOwn = async () => BY_ID.has(operation) && (await teamOf(request)) === place.team;
    // The caller of another team, and the viewer of an ended session, get the answer of this node.
    if (place.isOver) return (await isOwn()) ? refuse(sessionOver()) : next(request);
    if (!place.node) return refuse(nodeAway());
    try {
      return await passOn.request(request, place.node);
    } catch (error) {
      const isOver = error instanceof Refusal && (await sessions()?.isOver(id)) && (await isOwn());
      throw isOver ? sessionOver() : error;
    }
  }

  return {
    nodeOf,
    isCounted: ({ id }, request) => id === LIST && nodeCalls.isPassedOn(request),
    async middleware(request, next) {
      if (nodeCalls.isPassedOn(request)) return next(request);
      try {
        return await answer(request, next);
      } catch (error) {
        if (error instanceof Refusal) return refuse(error);
        throw error;
      }
    },
  };
}

function sessionOver(): Refusal {
  return new Refusal('gone', 'The browser session has ended. The node of the service that had it has ended.');
}
