import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PostgresServer } from '../postgres/server.js';
import type { SmallDisk } from '../postgres/small-disk.js';
import type { NodeProcess, NodeService } from './service.js';
import { answerOf, PATIENCE } from './service.js';

/** What faults happen to. */
export interface Victims {
  readonly service: NodeService;
  readonly postgres: PostgresServer;
  /** The next number of a row that is the same for the same seed, from 0 to 1. */
  readonly random: () => number;
}

/** Something that goes wrong. It resolves when nothing is left of it but its consequences. */
export type Fault = (victims: Victims) => Promise<void>;

const STOPPED_MS = 30_000;
const DELAY_MS = 1500;

/** A node is killed, and another one is started in its place. */
const kill: Fault = async (victims) => {
  await victims.service.end(anyNode(victims), 'SIGKILL');
  await victims.service.start(1);
};

/** A node is stopped until the others have done its tasks, and finds that it was taken for dead. */
const stop: Fault = async (victims) => {
  const node = anyNode(victims);
  node.run.process.kill('SIGSTOP');
  await takenForDead(victims, [node]);
  node.run.process.kill('SIGCONT');
};

/** A node is stopped for half a minute. */
const stopForLong: Fault = async (victims) => {
  const { process } = anyNode(victims).run;
  process.kill('SIGSTOP');
  await pause(STOPPED_MS);
  process.kill('SIGCONT');
};

/** One node is stopped and another one is cut off from the database, which leaves all work to the third. */
const stopAndCutOff: Fault = async (victims) => {
  const [stopped, cutOff] = inAnyOrder(victims.service.nodes, victims) as [NodeProcess, NodeProcess];
  stopped.run.process.kill('SIGSTOP');
  cutOff.proxy.freeze();
  await takenForDead(victims, [stopped, cutOff]);
  stopped.run.process.kill('SIGCONT');
  cutOff.proxy.thaw();
};

/** A node loses its connections, in the middle of what it sends and receives. */
const cutConnections: Fault = async (victims) => {
  const { proxy } = anyNode(victims);
  proxy.halve();
  await pause(500);
  proxy.drop();
};

/** All that a node sends and receives is late. */
const delayConnections: Fault = async (victims) => {
  const { proxy } = anyNode(victims);
  proxy.delay(DELAY_MS);
  await pause(5 * DELAY_MS);
  proxy.delay(0);
};

const restartDatabase: Fault = ({ postgres }) => postgres.restart('SIGQUIT');

const killDatabase: Fault = ({ postgres }) => postgres.restart('SIGKILL');

/** The disk of the database is full for a while. */
const fill =
  (disk: SmallDisk): Fault =>
  async () => {
    disk.fill();
    await pause(5000);
    disk.free();
  };

/** Every node ends as it is told to, one after the other, and another one takes its place. */
const restartAll: Fault = async ({ service }) => {
  for (const node of service.nodes) {
    await service.start(1);
    await service.end(node, 'SIGTERM');
  }
};

/** A rolling upgrade is undone and done again: for a while, two of the nodes are of the version before. */
const goBackTo =
  (lastVersion: string): Fault =>
  async (victims) => {
    const { service } = victims;
    for (const node of inAnyOrder(service.nodes, victims).slice(0, 2)) {
      await service.start(1, lastVersion);
      await service.end(node, 'SIGTERM');
    }
    await pause(5000);
    for (const node of service.nodes.filter(({ isEarlier }) => isEarlier)) {
      await service.start(1);
      await service.end(node, 'SIGTERM');
    }
  };

/** The faults that `npm test` has time for. */
export const SOME_FAULTS = { kill, stopAndCutOff, killDatabase, cutConnections };

export const MORE_FAULTS = { stop, stopForLong, delayConnections, restartDatabase, restartAll };

/** The faults that need a small disk of the database and the program of the version before, where there are these. */
export function faultsWith(disk: SmallDisk | undefined, lastVersion: string | undefined): Record<string, Fault> {
  return {
    ...(disk && { fillDisk: fill(disk) }),
    ...(lastVersion !== undefined && { goBack: goBackTo(lastVersion) }),
  };
}

/** The items in an order of the seed. */
export function inAnyOrder<Item>(items: readonly Item[], { random }: Pick<Victims, 'random'>): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function anyNode(victims: Victims): NodeProcess {
  return inAnyOrder(victims.service.nodes, victims)[0] as NodeProcess;
}

/** Resolves when the other nodes have removed these. */
async function takenForDead({ service }: Victims, nodes: readonly NodeProcess[]): Promise<void> {
  const others = service.nodes.filter((node) => !nodes.includes(node));
  await expect.poll(() => nodesSeenBy(others[0]), PATIENCE).toBe(others.length);
}

export async function nodesSeenBy(node: NodeProcess | undefined): Promise<number | undefined> {
  const answer = node && (await answerOf<{ data: unknown[] }>(node, '/_local/nodes'));
  return answer?.data.length;
}
