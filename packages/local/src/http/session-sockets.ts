import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isOverIn } from '@trawl/base/is-over-in';
import type { OpenSockets } from '@trawl/base/open-sockets';
import { openCdp } from '@trawl/browser/cdp-filter';
import { type WebSocket, WebSocketServer } from 'ws';
import { KEY_REVOKED } from '../accounts/key-watch.js';
import { createBackground } from '../base/background.js';
import { Refusal } from '../contract/refusal.js';
import { startLiveView } from '../sessions/live-view.js';
import { createRemoteInput, inputOf } from '../sessions/remote-input.js';
import type { Access, Session } from '../sessions/session.js';
import { accessTo, isSessionPath, type SessionGrant } from '../sessions/session-access.js';
import type { NodeAccess } from '../store/shared-stores.js';
import type { ClientSocket, PassedCall, PassOn } from './pass-on.js';
import { refusalReply } from './reply.js';
import { ownerOfTeam } from './senders.js';
import type { Service } from './service.js';
import type { SessionNodes } from './session-nodes.js';
import type { CheckUpgrade } from './upgrades.js';
import { startHeartbeat, startUpgrade, terminateSoon, writeReply } from './web-socket.js';

export interface SessionSocketDependencies {
  readonly check: CheckUpgrade;
  readonly service: Pick<Service, 'sessions' | 'keyWatch'>;
  /** The sessions of other nodes; undefined where this process works alone. */
  readonly others?: { readonly nodes: Pick<SessionNodes, 'nodeOf'>; readonly passOn: PassOn } | undefined;
  /** Gets the connections of clients. */
  readonly sockets?: Pick<OpenSockets, 'follow' | 'assign'> | undefined;
  readonly log: (line: string) => void;
}

/** Shows sessions to viewers, and connects programs with them. The token in the URL says who may do what. */
export interface SessionSockets {
  accepts(message: IncomingMessage): boolean;
  accept(message: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** Sockets of one session: each viewer costs pictures, and each program a connection to the browser. */
const MAX_SOCKETS = 8;

/** Bytes of a message: a program may set the whole content of a page. */
const MAX_PAYLOAD = 16 * 1024 * 1024;

/** Bytes that a client may leave unread. */
const MAX_UNREAD = 64 * 1024 * 1024;

const HEARTBEAT_MS = 30_000;

/** How long clients may take to answer the end of a socket. */
const CLOSE_TIMEOUT_MS = 1000;

const GOING_AWAY = 1001;
const TOO_LARGE = 1009;
const TOO_MANY = 1013;

export function createSessionSockets({
  check,
  service,
  others,
  sockets,
  log,
}: SessionSocketDependencies): SessionSockets {
  const background = createBackground(log);
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, perMessageDeflate: false });
  const open = new Map<Session, number>();
  /** The connections of clients to sessions of other nodes. */
  const passedOn = new Set<Duplex>();

  async function accept(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const checked = await check(message);
    if ('text' in checked) return writeReply(checked, socket);
    const { request, isPassedOn } = checked;
    const node = await others?.nodes.nodeOf(request, isPassedOn);
    if (others && node) return passSocketOn(others.passOn, checked, node, { message, socket, head });
    const grant = accessTo(service.sessions, request.url);
    if (!grant || !(await service.keyWatch.isValid(grant.keyId)))
      return writeReply(refusalReply(new Refusal('not_found', 'No such browser session.')), socket);
    server.handleUpgrade(message, socket, head, (client) => {
      // The library closes the connection after an error, which is all that has to happen.
      client.on('error', () => {});
      // It is the connection of an HTTP server.
      sockets?.follow(socket as Socket, client);
      sockets?.assign(socket as Socket, ownerOfTeam(grant.session.terms.team));
      background.start('A WebSocket of a session', () => serve(client, grant));
    });
  }

  async function passSocketOn(passOn: PassOn, call: PassedCall, node: NodeAccess, client: ClientSocket): Promise<void> {
    const { socket } = client;
    passedOn.add(socket);
    try {
      await passOn.socket(call, node, client);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      writeReply(refusalReply(error), socket);
    } finally {
      passedOn.delete(socket);
    }
  }

  async function serve(client: WebSocket, { session, access, keyId }: SessionGrant): Promise<void> {
    const count = open.get(session) ?? 0;
    if (count >= MAX_SOCKETS) return client.close(TOO_MANY, `A session has ${MAX_SOCKETS} connections at most.`);
    open.set(session, count + 1);
    const endWith = (reason: string): void => {
      client.close(GOING_AWAY, reason);
      terminateSoon(client, CLOSE_TIMEOUT_MS / 2);
    };
    const end = () => endWith(reasonOf(session));
    const unwatch = service.keyWatch.watch(keyId, () => endWith(KEY_REVOKED));
    session.signal.addEventListener('abort', end);
    const stopHeartbeat = startHeartbeat(client, HEARTBEAT_MS);
    const closeEvent = new Promise((resolve) => client.once('close', resolve));
    try {
      const close = access === 'cdp' ? await connectProgram(client, session) : showSession(client, session, access);
      await closeEvent;
      close();
    } finally {
      client.close();
      stopHeartbeat();
      unwatch();
      session.signal.removeEventListener('abort', end);
      const openCount = (open.get(session) ?? 1) - 1;
      if (openCount > 0) open.set(session, openCount);
      else open.delete(session);
    }
  }

  return {
    accepts: ({ method, url = '', headers }) =>
      method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && isSessionPath(url),
    accept: (incoming, socket, head) => startUpgrade(background, socket, () => accept(incoming, socket, head)),
    async close() {
      for (const socket of passedOn) socket.destroy();
      for (const client of server.clients) client.close(GOING_AWAY, 'The server closes.');
      await isOverIn(CLOSE_TIMEOUT_MS, background.idle());
      for (const client of server.clients) client.terminate();
      await background.idle();
    },
  };
}

/** Bytes of the reason of a closed socket that the protocol allows. */
const MAX_REASON = 123;

function reasonOf({ signal }: Session): string {
  return Buffer.from((signal.reason as Error).message)
    .subarray(0, MAX_REASON)
    .toString();
}

/** Lets a program drive the pages of the session. Returns a function that ends this. */
async function connectProgram(client: WebSocket, session: Session): Promise<() => void> {
  const early: string[] = [];
  let send = (message: string) => {
    early.push(message);
  };
  client.on('message', (data) => {
    session.touch();
    send(String(data));
  });
  const connection = await openCdp(await session.page(), {
    onMessage(message) {
      if (client.bufferedAmount > MAX_UNREAD) client.terminate();
      else client.send(message);
    },
    onClose: (reason) => client.close(reason === undefined ? GOING_AWAY : TOO_LARGE, reason),
  });
  for (const message of early) connection.send(message);
  send = (message) => connection.send(message);
  return () => connection.close();
}

/** Shows the session, and passes on the input of a viewer with control. Returns a function that ends this. */
function showSession(client: WebSocket, session: Session, access: Access): () => void {
  const tell = (message: object) => client.send(JSON.stringify(message));
  const view = startLiveView(session, {
    onAddress: (url) => tell({ type: 'address', url }),
    onFrame(jpeg, size) {
      tell({ type: 'frame', ...size });
      client.send(jpeg);
    },
  });
  const apply = access === 'control' ? createRemoteInput(session) : undefined;
  client.on('message', (data) => {
    const message = parsed(String(data));
    if (message === SHOWN) return view.acknowledge();
    const input = inputOf(message);
    if (input) apply?.(input);
  });
  return () => view.close();
}

/** The message with which a viewer acknowledges a frame. */
const SHOWN = 'shown';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
