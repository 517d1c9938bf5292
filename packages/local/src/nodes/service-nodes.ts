import { hostname } from 'node:os';
import type { Clock } from '../clock.js';
import type { JobRunner, JobRunnerContext } from '../jobs/job-runner.js';
import { type NodeRole, type ServiceNode, sharedOf } from '../store/shared-stores.js';
import type { SharedConnections } from '../store/storage.js';
import type { Stores } from '../store/stores.js';
import type { RequestSpacing } from '../web/request-spacing.js';
import { createJobSignals } from './job-signals.js';
import { createNodeRunner } from './node-runner.js';
import { createSharedSpacing } from './shared-spacing.js';

/** This process as one of the nodes of a service. */
export interface ServiceNodes {
  openRunner(context: JobRunnerContext): JobRunner;
  openSpacing(name: string): RequestSpacing;
  /** The nodes that are alive, the oldest first. */
  list(): Promise<ServiceNode[]>;
}

export interface ServiceNodesOptions {
  readonly stores: Stores;
  readonly connections: SharedConnections;
  readonly clock: Clock;
  readonly role: NodeRole;
  readonly version: string;
  readonly address: string | undefined;
  readonly log: (line: string) => void;
}

/** Tasks that a node does at once. Most of them wait for a site. */
const CONCURRENCY = 100;

/** Makes this process a node. */
export function createServiceNodes(options: ServiceNodesOptions): ServiceNodes {
  const { stores, connections, clock, role, version, address, log } = options;
  const node = { name: `${hostname()}-${process.pid}`, role, version, address };
  return {
    openRunner: (context) =>
      createNodeRunner(context, {
        pool: connections.pool,
        signals: createJobSignals(connections.openNotifications(log)),
        node,
        concurrency: CONCURRENCY,
      }),
    openSpacing: (name) => createSharedSpacing(name, stores, clock),
    list: () => sharedOf(stores).nodes.list(),
  };
}
