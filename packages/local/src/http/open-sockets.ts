import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';

/** The bytes that a client has to send of a body in this time, and in each such time after it. */
const BODY_BYTES = 10_000;
const BODY_MS = 10_000;

/**
 * A client that takes nothing for so long of what is ready for it has gone. The system takes what is sent in large parts, so
 * that a slow client seems to take nothing for a while.
 */
const UNREAD_MS = 60_000;

/** Bytes that clients have not taken yet, of all connections together. */
const MAX_UNSENT_BYTES = 128 * 1024 * 1024;

/** Bytes of a long answer that are given to the connection at once. */
const PIECE_BYTES = 64 * 1024;

interface SocketState {
  /** The last request on the connection. */
  incoming: IncomingMessage | undefined;
  /** Bytes of a long answer that the connection has not got yet. */
  held: number;
  /** Since when, and at which number of bytes, the client has to send its body. */
  bodySince: number;
  read: number;
  /** Since when, and at which number of bytes, the client has taken nothing. */
  unreadSince: number;
  sent: number;
}

/**
 * All connections of a server. A sweep ends those whose client neither sends its body nor takes what is sent to it, and, where
 * all together hold too much that was not taken, those that hold most. It reads what Node.js counts, so it holds for answers,
 * downloads and WebSockets alike.
 */
export class OpenSockets {
  readonly #maxUnsentBytes: number;
  readonly #states = new Map<Socket, SocketState>();

  constructor(maxUnsentBytes: number = MAX_UNSENT_BYTES) {
    this.#maxUnsentBytes = maxUnsentBytes;
  }

  add(socket: Socket): void {
    const state = { incoming: undefined, held: 0, bodySince: 0, read: 0, unreadSince: 0, sent: 0 };
    this.#states.set(socket, state);
    socket.once('close', () => this.#states.delete(socket));
  }

  /** Notes that a request begins on its connection. */
  begin(incoming: IncomingMessage): void {
    const state = this.#states.get(incoming.socket);
    if (state) state.incoming = incoming;
  }

  /** Sends a long body and ends the response, piece by piece: as one, Node.js does not say how much of it was taken. */
  send(outgoing: ServerResponse, body: Buffer): void {
    const state = outgoing.socket && this.#states.get(outgoing.socket);
    const hold = (bytes: number) => {
      if (state) state.held = bytes;
    };
    // An error means that the client has gone.
    pipeline(Readable.from(piecesOf(body, hold), { objectMode: false }), outgoing, () => hold(0));
  }

  /** Ends the connections that do not go on. Call it each second; `now` has milliseconds of a monotonic clock. */
  sweep(now: number): void {
    for (const [socket, state] of this.#states) {
      if (isBodyLate(socket, state, now) || isUnread(socket, state, now)) socket.destroy();
    }
    this.#shrink(now);
  }

  /** Ends connections until the rest holds no more than it may: first those that took nothing since the last sweep. */
  #shrink(now: number): void {
    const holders = [...this.#states]
      .filter(([socket]) => !socket.destroyed)
      .map(([socket, state]) => ({ socket, bytes: unsentBytes(socket, state), isStuck: state.unreadSince < now }))
      .sort((one, other) => Number(other.isStuck) - Number(one.isStuck) || other.bytes - one.bytes);
    let sum = holders.reduce((bytes, holder) => bytes + holder.bytes, 0);
    for (const { socket, bytes } of holders) {
      if (sum <= this.#maxUnsentBytes) return;
      socket.destroy();
      sum -= bytes;
    }
  }
}

function* piecesOf(body: Buffer, hold: (bytes: number) => void): Generator<Buffer> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) {
    const piece = body.subarray(start, start + PIECE_BYTES);
    hold(body.length - start - piece.length);
    yield piece;
  }
}

function unsentBytes(socket: Socket, { held }: SocketState): number {
  return socket.writableLength + held;
}

/** Whether the client has sent too little of the body that the server waits for. */
function isBodyLate(socket: Socket, state: SocketState, now: number): boolean {
  const { bytesRead } = socket;
  if (!isWaitedFor(state.incoming) || bytesRead - state.read >= BODY_BYTES) {
    state.bodySince = now;
    state.read = bytesRead;
  }
  return now - state.bodySince >= BODY_MS;
}

/** A client cannot send more while the server has not read what it has. */
function isWaitedFor(incoming: IncomingMessage | undefined): boolean {
  return !!incoming && !incoming.complete && incoming.readableLength < incoming.readableHighWaterMark;
}

/** Whether the client has taken nothing of what is ready for it, for too long. */
function isUnread(socket: Socket, state: SocketState, now: number): boolean {
  const sent = socket.bytesWritten - socket.writableLength;
  if (unsentBytes(socket, state) === 0 || sent !== state.sent) {
    state.unreadSince = now;
    state.sent = sent;
  }
  return now - state.unreadSince >= UNREAD_MS;
}
