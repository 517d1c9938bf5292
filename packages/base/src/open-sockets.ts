import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beyondBounds, type Holder, type Owner } from './shares.js';

/** The bytes that a client has to send of a body in this time, and in each such time after it. */
const BODY_BYTES = 10_000;
const BODY_MS = 10_000;

/**
 * The bytes that a client has to take of what is ready for it in this time, and in each such time after it. The system takes
 * what is sent in large parts, so that a slow client seems to take nothing for a while.
 */
const TAKEN_BYTES = 60_000;
const TAKEN_MS = 60_000;

/** A client that has begun a message of a WebSocket has to end it in this time. */
const MESSAGE_MS = 60_000;

/** Bytes that clients have not taken or not sent whole, of all connections together. */
const MAX_OPEN_BYTES = 128 * 1024 * 1024;

/** How often connections are looked at. */
const SWEEP_MS = 1000;

/** Bytes of a request that stay in memory until its response. Whoever reads a longer body has to reserve memory for it. */
const REQUEST_BYTES = 64 * 1024;

export interface OpenSocketsOptions {
  /** The bytes that all connections may hold together. */
  readonly maxBytes?: number;
  /** Whose a request is as long as nothing was assigned. By default, all are the same. */
  readonly ownerOf?: (incoming: IncomingMessage) => Owner;
}

/** A long body of a response, of which each piece is made when the connection has room for it. */
export interface LongBody {
  /** The memory that it takes until its last piece is made. */
  readonly memory: number;
  pieces(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

const SOMEBODY: Owner = { group: 'somebody' };

/** The parts of a WebSocket of the library `ws` that tell how far the client is. */
export interface FrameSource {
  on(event: 'message', listener: () => void): unknown;
  on(event: 'ping' | 'pong', listener: (data: Buffer) => void): unknown;
}

/** Progress that a client has to make in a time. */
interface Progress {
  bytes: number;
  /** The time of the sweep that saw the last progress; undefined before the first sweep. */
  since: number | undefined;
}

interface SocketState {
  /** Whose the last request is; undefined as long as nobody has asked. */
  owner: Owner | undefined;
  /** The last request on the connection, and its response. */
  incoming: IncomingMessage | undefined;
  outgoing: ServerResponse | undefined;
  /** The memory of a long body whose end the connection has not got yet. */
  held: number;
  /** What the client has sent of its body. */
  readonly body: Progress;
  /** What the client has taken of what is ready for it. */
  readonly taken: Progress;
  /** The bytes that had been read when no request or message was unfinished; undefined while none is expected. */
  whole: number;
  isWebSocket: boolean;
  /** Since when a message of a WebSocket is unfinished. */
  messageSince: number | undefined;
}

/**
 * All connections of a server. A sweep ends those whose client neither sends what it has begun nor takes what is sent to it, and,
 * where all together hold too much, the largest of those who hold most. It reads what Node.js counts, so it holds for
 * requests, answers, downloads and WebSockets alike.
 */
export class OpenSockets {
  readonly #maxBytes: number;
  readonly #ownerOf: (incoming: IncomingMessage) => Owner;
  readonly #states = new Map<Socket, SocketState>();

  constructor({ maxBytes = MAX_OPEN_BYTES, ownerOf = () => SOMEBODY }: OpenSocketsOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#ownerOf = ownerOf;
  }

  /** Follows all connections and requests of a server until it closes. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.add(socket));
    // Before the request is handled.
    server.prependListener('request', (incoming, outgoing) => this.begin(incoming, outgoing));
    const sweeping = setInterval(() => this.sweep(performance.now()), SWEEP_MS).unref();
    server.once('close', () => clearInterval(sweeping));
  }

  add(socket: Socket): void {
    this.#states.set(socket, {
      owner: undefined,
      incoming: undefined,
      outgoing: undefined,
      held: 0,
      body: { bytes: 0, since: undefined },
      taken: { bytes: 0, since: undefined },
      whole: 0,
      isWebSocket: false,
      messageSince: undefined,
    });
    socket.once('close', () => this.#states.delete(socket));
  }

  /** Notes that a request begins on its connection. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const state = this.#states.get(incoming.socket);
    if (!state) return;
    state.owner = undefined;
    state.incoming = incoming;
    state.outgoing = outgoing;
  }

  /** Says whose the request on a connection is. It stays so until the next one. */
  assign(socket: Socket, owner: Owner): void {
    const state = this.#states.get(socket);
    if (state) state.owner = owner;
  }

  /**
   * Sends a long body and ends the response, piece by piece: as one, Node.js does not say how much of it was taken. Rejects when
   * a piece cannot be made, and not when the client goes away.
   */
  async send(outgoing: ServerResponse, body: LongBody): Promise<void> {
    const state = outgoing.socket && this.#states.get(outgoing.socket);
    const hold = (bytes: number) => {
      if (state) state.held = bytes;
    };
    hold(body.memory);
    // It would be looked at too late if many clients began at once.
    if (this.bytes() > 2 * this.#maxBytes) this.sweep(performance.now());
    try {
      await pipeline(Readable.from(body.pieces(), { objectMode: false }), outgoing);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === CLIENT_GONE)) throw error;
    } finally {
      hold(0);
    }
  }

  /** Follows the messages that a client sends over a WebSocket: what it has sent of one that is not whole stays in memory. */
  follow(socket: Socket, frames: FrameSource): void {
    const state = this.#states.get(socket);
    if (!state) return;
    state.isWebSocket = true;
    state.incoming = undefined;
    state.outgoing = undefined;
    state.whole = socket.bytesRead;
    frames.on('message', () => {
      state.whole = socket.bytesRead;
      state.messageSince = undefined;
    });
    // They may come in the middle of a message, and have no fragments.
    const onControl = (data: Buffer) => {
      state.whole += CONTROL_HEADER_BYTES + data.length;
    };
    frames.on('ping', onControl);
    frames.on('pong', onControl);
  }

  /** The bytes that all connections hold. */
  bytes(): number {
    let sum = 0;
    for (const [socket, state] of this.#states) sum += heldBytes(socket, state);
    return sum;
  }

  /** Ends the connections that do not go on; `now` has milliseconds of a monotonic clock. `watch` does it each second. */
  sweep(now: number): void {
    const holders: (Holder & { readonly socket: Socket })[] = [];
    for (const [socket, state] of this.#states) {
      noteWhole(socket, state);
      if (isBodyLate(socket, state, now) || isUnread(socket, state, now) || isMessageLate(socket, state, now)) {
        socket.destroy();
      } else {
        const bytes = heldBytes(socket, state);
        if (bytes > 0)
          holders.push({ socket, owner: this.#owner(state), bytes, isStuck: (state.taken.since ?? now) < now });
      }
    }
    for (const { socket } of beyondBounds(holders, this.#maxBytes)) socket.destroy();
  }

  #owner(state: SocketState): Owner {
    state.owner ??= state.incoming ? this.#ownerOf(state.incoming) : SOMEBODY;
    return state.owner;
  }
}

/** The code of the error of a stream that was closed before its end. */
const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

/** The header of a frame of a client that is no message: two bytes and the mask. */
const CONTROL_HEADER_BYTES = 6;

function unsentBytes(socket: Socket, { held }: SocketState): number {
  return socket.writableLength + held;
}

/** Bytes of a request or a message that came since the last one was over. */
function receivedBytes(socket: Socket, { whole, isWebSocket }: SocketState): number {
  const bytes = Math.max(0, socket.bytesRead - whole);
  return isWebSocket ? bytes : Math.min(bytes, REQUEST_BYTES);
}

function heldBytes(socket: Socket, state: SocketState): number {
  return unsentBytes(socket, state) + receivedBytes(socket, state);
}

/** Notes that the last request is over. */
function noteWhole(socket: Socket, state: SocketState): void {
  if (!state.isWebSocket && state.outgoing?.writableFinished) state.whole = socket.bytesRead;
}

/** Whether the progress is less than it has to be. It begins anew while none is expected, and with each part that was made. */
function isLate(
  progress: Progress,
  bytes: number,
  least: number,
  ms: number,
  isExpected: boolean,
  now: number,
): boolean {
  if (progress.since === undefined || !isExpected || bytes - progress.bytes >= least) {
    progress.since = now;
    progress.bytes = bytes;
  }
  return now - progress.since >= ms;
}

/** Whether the client has sent too little of the body that the server waits for. */
function isBodyLate(socket: Socket, { body, incoming }: SocketState, now: number): boolean {
  return isLate(body, socket.bytesRead, BODY_BYTES, BODY_MS, isWaitedFor(incoming), now);
}

/** A client cannot send more while the server has not read what it has. */
function isWaitedFor(incoming: IncomingMessage | undefined): boolean {
  return !!incoming && !incoming.complete && incoming.readableLength < incoming.readableHighWaterMark;
}

/** Whether the client has taken too little of what is ready for it. */
function isUnread(socket: Socket, state: SocketState, now: number): boolean {
  const taken = socket.bytesWritten - socket.writableLength;
  return isLate(state.taken, taken, TAKEN_BYTES, TAKEN_MS, unsentBytes(socket, state) > 0, now);
}

/** Whether the client takes too long for a message of a WebSocket. */
function isMessageLate(socket: Socket, state: SocketState, now: number): boolean {
  if (!state.isWebSocket || receivedBytes(socket, state) === 0) {
    state.messageSince = undefined;
    return false;
  }
  state.messageSince ??= now;
  return now - state.messageSince >= MESSAGE_MS;
}
