import type { IncomingMessage } from 'node:http';
import type { Owner } from '@trawl/base/shares';
import { isAnonymous } from '../accounts/teams.js';
import type { Addresses } from './addresses.js';
import { keylessOwner } from './caller-address.js';

/** The share of a team. */
export const ownerOfTeam = (team: string): Owner => ({ group: `team ${team}` });

/** Says whose memory the requests of this server take: that of a team, or of a caller without a key. */
export class Senders {
  readonly #addresses: Pick<Addresses, 'isTrusted'>;

  constructor(addresses: Pick<Addresses, 'isTrusted'>) {
    this.#addresses = addresses;
  }

  /** Whose a request is before its key was read. */
  ownerOfMessage({ headers, socket }: IncomingMessage): Owner {
    const get = (name: string) => headers[name]?.toString() ?? null;
    return keylessOwner(socket.remoteAddress, { get }, (hop) => this.#addresses.isTrusted(hop));
  }

  /**
   * Whose a request of this team is.
   *
   * @param incoming - The request as Node.js has it; undefined for a call in this process.
   */
  ownerOf(request: Request, team: string, incoming: IncomingMessage | undefined): Owner {
    if (!isAnonymous(team)) return ownerOfTeam(team);
    return keylessOwner(incoming?.socket.remoteAddress, request.headers, (hop) => this.#addresses.isTrusted(hop));
  }
}
