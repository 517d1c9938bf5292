import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import type { Clock } from '@trawl/base/clock';
import type { OwnProgram } from '@trawl/web/port-policy';
import type { RequestSpacing } from '@trawl/web/request-spacing';
import { digestOf, isSameSecret } from '../base/secret.js';
import type { JobRunner, JobRunnerContext } from '../jobs/job-runner.js';
import {
  type ListeningAddress,
  type NodeReport,
  type NodeRole,
  type ServiceNode,
  sharedOf,
} from '../store/shared-stores.js';
import type { SharedConnections } from '../store/storage.js';
import type { Stores } from '../store/stores.js';
import { createJobSignals } from './job-signals.js';
import { listeningNodes } from './listening-nodes.js';
import { NodeRunner } from './node-runner.js';
import { createNodeSessions, type NodeSessions } from './node-sessions.js';
import { createSharedCallLimits, type SharedCallLimits } from './shared-call-limits.js';
import { createSharedSpacing } from './shared-spacing.js';

export type { NodeSessions };

/** The browser sessions of a node. */
type SessionReport = Pick<NodeReport, 'sessions' | 'sessionRoom'>;

/** This process as one of the nodes of a service. */
export interface ServiceNodes {
  /** The id of this process. */
  readonly process: string;
  openRunner(context: JobRunnerContext): JobRunner;
  openSpacing(name: string): RequestSpacing;
  /** The nodes that are alive, the oldest first. */
  list(): Promise<ServiceNode[]>;
  /** Which node has which browser session. */
  readonly sessions: NodeSessions;
  /** The limits of the calls of keys. */
  readonly callLimits: SharedCallLimits;
  /** Whether this is the secret of this node, which only the other nodes know. */
  isSecret(text: string): boolean;
  /** Sets what this node tells the others of its browser sessions with each sign of life. */
  setSessionReport(report: () => SessionReport): void;
  /** Tells the others where this process listens now. */
  noteListening(): Promise<void>;
  /** No node connects there for a caller. */
  readonly asProgram: OwnProgram;
  /** Calls the listener when the others have taken this node for dead. */
  onLost(listener: () => void): void;
}

export interface ServiceNodesOptions {
  readonly stores: Stores;
  readonly connections: SharedConnections;
  readonly clock: Clock;
  readonly role: NodeRole;
  readonly version: string;
  /** Where other nodes reach this one; undefined before it listens. */
  readonly address: () => string | undefined;
  /** Every address at which this one listens. */
  readonly listensAt: () => readonly ListeningAddress[];
  readonly log: (line: string) => void;
}

/** Tasks that a node does at once. Most of them wait for a site. */
const CONCURRENCY = 100;

/** Makes this process a node. */
export function createServiceNodes(options: ServiceNodesOptions): ServiceNodes {
  const { stores, connections, clock, role, version, address, listensAt, log } = options;
  const secret = randomBytes(32).toString('base64url');
  const digest = digestOf(secret);
  const lost = new EventEmitter();
  let sessionReport = (): SessionReport => ({ sessions: 0, sessionRoom: 0 });
  const node = {
    name: `${hostname()}-${process.pid}`,
    role,
    version,
    process: randomUUID(),
    secret,
  };
  async function noteListening(): Promise<void> {
    const addresses = listensAt();
    if (addresses.length > 0) await sharedOf(stores).nodes.noteListening(node.process, addresses);
  }

  return {
    process: node.process,
    openRunner: (context) =>
      new NodeRunner(context, {
        pool: connections.pool,
        signals: createJobSignals(connections.openNotifications(log)),
        node,
        report: () => ({ address: address(), ...sessionReport() }),
        onEnter: noteListening,
        concurrency: CONCURRENCY,
        onLost: () => lost.emit('lost'),
      }),
    openSpacing: (name) => createSharedSpacing(name, stores, clock),
    list: () => sharedOf(stores).nodes.list(),
    sessions: createNodeSessions(stores, node.process),
    callLimits: createSharedCallLimits(stores, node.process, log),
    isSecret: (text) => isSameSecret(digest, digestOf(text)),
    noteListening,
    asProgram: listeningNodes(stores),
    setSessionReport(report) {
      sessionReport = report;
    },
    onLost: (listener) => lost.on('lost', listener),
  };
}
