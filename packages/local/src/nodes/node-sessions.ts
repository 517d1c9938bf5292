import { type NodeAccess, type SessionPlace, sharedOf } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';

/** Which process of the service has which browser session. An id is that of a session, or of the scrape that it goes on from. */
export interface NodeSessions {
  /** Notes that this process has the session; resolves to false when another has it. */
  add(id: string, team: string): Promise<boolean>;
  /** Forgets a session that could not be opened. */
  remove(id: string): Promise<void>;
  /** Whether the session is over, because its node ended or was taken for dead. */
  isOver(id: string): Promise<boolean>;
  /** Where a session of another process is; undefined when this process has it, or none. */
  elsewhere(id: string): Promise<Omit<SessionPlace, 'process'> | undefined>;
  /** The other nodes that have sessions of the team. */
  others(team: string): Promise<NodeAccess[]>;
  /** The other node that has most room for sessions; undefined when none has room. */
  nodeWithMostRoom(): Promise<NodeAccess | undefined>;
  /** Whether the node is one of the service, because nobody has taken it for dead. */
  isAlive(node: NodeAccess): Promise<boolean>;
}

export function createNodeSessions(stores: Stores, process: string): NodeSessions {
  const { sessionPlaces: places, nodes } = sharedOf(stores);
  return {
    add: (id, team) => places.add(id, team, process),
    remove: (id) => places.remove(id),
    async isOver(id) {
      return (await places.find(id))?.isOver ?? false;
    },
    async elsewhere(id) {
      const place = await places.find(id);
      return place?.process === process ? undefined : place;
    },
    others: (team) => places.others(team, process),
    nodeWithMostRoom: () => nodes.nodeWithMostRoom(process),
    isAlive: ({ secret }) => nodes.hasSecret(secret),
  };
}
