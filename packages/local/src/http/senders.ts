import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenSockets } from '@trawl/base/open-sockets';
import type { Owner } from '@trawl/base/shares';
import { isAnonymous } from '../accounts/teams.js';
import type { Addresses } from './addresses.js';
import { type ForwardingHeaders, keylessOwner } from './caller-address.js';

/** The share of a team. */
export const ownerOfTeam = (team: string): Owner => ({ group: `team ${team}` });

/** Says whose memory the requests of this server take: that of a team, or of a caller without a key. */
export class Senders {
  readonly #addresses: Pick<Addresses, 'isTrusted'>;
  readonly #sockets = new WeakMap<Request, Socket>();

  constructor(addresses: Pick<Addresses, 'isTrusted'>) {
    this.#addresses = addresses;
  }

  /** Notes the connection of a request. */
  note(request: Request, socket: Socket): void {
    this.#sockets.set(request, socket);
  }

  /** Whose a request is before its key was read. */
  ownerOfMessage({ headers, socket }: IncomingMessage): Owner {
    const get = (name: string) => headers[name]?.toString() ?? null;
    return this.#keyless(socket.remoteAddress, { get });
  }

  ownerOf(request: Request, team: string): Owner {
    if (!isAnonymous(team)) return ownerOfTeam(team);
    return this.#keyless(this.#sockets.get(request)?.remoteAddress, request.headers);
  }

  /** Counts what the connection of the request holds for this team. */
  assign(sockets: OpenSockets, request: Request, team: string): void {
    const socket = this.#sockets.get(request);
    if (socket) sockets.assign(socket, this.ownerOf(request, team));
  }

  #keyless(address: string | undefined, headers: ForwardingHeaders): Owner {
    return keylessOwner(address, headers, (hop) => this.#addresses.isTrusted(hop));
  }
}
