import { createCodeRunner } from '@trawl/browser/sandbox/code-runner';
import type { NodeReport } from '../store/shared-stores.js';
import { type SessionPlaces, Sessions, type SessionsDependencies } from './sessions.js';

/** This process among the nodes of a service. */
interface SessionNode {
  readonly sessions: SessionPlaces;
  setSessionReport(report: () => Pick<NodeReport, 'sessions' | 'sessionRoom'>): void;
  onLost(listener: () => void): void;
}

export interface SessionNeeds extends Omit<SessionsDependencies, 'runner' | 'places'> {
  /** It is undefined where this process works alone. */
  readonly node: SessionNode | undefined;
}

const NODE_LOST = 'Its node was removed from the service, because it gave no sign of life or everything was deleted.';

/** Opens the browser sessions, and tells the other nodes of the service of them. */
export function openSessions({ node, ...needs }: SessionNeeds) {
  const runner = createCodeRunner();
  const sessions = new Sessions({ ...needs, runner, places: node?.sessions });
  node?.setSessionReport(() => ({ sessions: sessions.live().length, sessionRoom: sessions.room() }));
  node?.onLost(() => sessions.endAll(NODE_LOST));
  return { sessions, runner };
}
