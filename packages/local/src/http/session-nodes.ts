import type { BrowserSessionList } from '@trawl/client';
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
  readonly nodeCalls: Pick<NodeCalls, 'isPassedOn'>;
  readonly passOn: PassOn;
  readonly teamOf: (request: Request) => Promise<string | undefined>;
}

/** Browser sessions that other nodes of the service have. */
export interface SessionNodes {
  /** Passes calls about a session of another node on to it, and adds the sessions of all nodes to the list of a team. */
  readonly middleware: Middleware;
  /** The node that has the session of a live view or connection; undefined when this one answers. */
  nodeOf(request: Request): Promise<NodeAccess | undefined>;
}

const BY_ID: ReadonlySet<string> = new Set<OperationName>([
  'interactWithPage',
  'endInteraction',
  'executeInBrowserSession',
  'deleteBrowserSession',
]);

const LIST: OperationName = 'listBrowserSessions';

export function createSessionNodes({ sessions, nodeCalls, passOn, teamOf }: SessionNodesDependencies): SessionNodes {
  /** Adds the sessions of the team at other nodes to the response of this one. */
  async function withOthers(request: Request, response: Response): Promise<Response> {
    const team = await teamOf(request);
    if (response.status !== 200 || team === undefined) return response;
    const others = (await sessions()?.others(team)) ?? [];
    if (others.length === 0) return response;
    const remote = await Promise.all(others.map((node) => passOn.request(request, node)));
    const responses = [nativeResponse(response), ...remote];
    const failure = responses.find(({ status }) => status !== 200);
    if (failure) return failure;
    const lists = (await Promise.all(responses.map((each) => each.json()))) as BrowserSessionList[];
    const latestFirst = lists
      .flatMap((list) => list.sessions ?? [])
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
    return json({ success: true, sessions: latestFirst });
  }

  async function nodeOf(request: Request): Promise<NodeAccess | undefined> {
    const id = sessionIdOf(request.url);
    const place = id === undefined || nodeCalls.isPassedOn(request) ? undefined : await sessions()?.elsewhere(id);
    return place?.isOver ? undefined : place?.node;
  }

  async function answer(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
    const { pathname } = new URL(request.url);
    const operation = operationOf(request.method, pathname) ?? '';
    if (operation === LIST) return withOthers(request, await next(request));
    const id = BY_ID.has(operation) ? pathname.split('/')[3] : sessionIdOf(request.url);
    const place = id === undefined ? undefined : await sessions()?.elsewhere(id);
    if (!place) return next(request);
    if (!place.isOver) return place.node ? passOn.request(request, place.node) : refuse(nodeAway());
    // The caller of another team, and the viewer of an ended session, get the answer of this node.
    const isOwn = BY_ID.has(operation) && (await teamOf(request)) === place.team;
    return isOwn ? refuse(new Refusal(410, { error: NODE_ENDED })) : next(request);
  }

  return {
    nodeOf,
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

const NODE_ENDED = 'The browser session has ended. The node of the service that had it has ended.';
