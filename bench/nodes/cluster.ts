import { Trawl } from '@trawl/sdk';
import { type Service, startService } from '../local/service.js';
import { processorSeconds } from './processor-time.js';
import { waitUntil } from './wait.js';

/** Several nodes on one database. Each key is a team. */
export interface Cluster {
  readonly nodes: readonly Service[];
  /** The team of this number, at the first node. */
  team(number: number): Trawl;
  /** Seconds of a processor that the nodes have taken so far. */
  processorSeconds(): number;
  /** Seconds that statements and transactions of all nodes have taken so far, with the way to the database. */
  databaseSeconds(): Promise<number>;
  /** The tasks that each node has in hand. */
  tasks(): Promise<number[]>;
  stop(): void;
}

/** The number of teams. */
export const TEAMS = 4;
const ADMIN_KEY = 'admin';
const keyOf = (team: number) => `key-${team}`;
const KEYS = Array.from({ length: TEAMS }, (_, team) => ['--api-key', keyOf(team)]).flat();

export async function startCluster(database: string, count: number): Promise<Cluster> {
  const flags = ['--database', database, '--browser', 'off', '--admin-key', ADMIN_KEY, ...KEYS];
  const nodes: Service[] = [];
  const url = () => nodes[0]?.url ?? '';
  const stop = () => {
    for (const node of nodes) node.stop();
  };
  const tasks = async (): Promise<number[]> => {
    const { data } = await (await admin(url(), '/_local/nodes')).json();
    return data.map((node: { tasks: number }) => node.tasks);
  };
  try {
    // One after the other: the first makes the tables.
    for (let index = 0; index < count; index++) nodes.push(await startService(flags));
    // A node serves before it takes tasks.
    await waitUntil(`${count} nodes took tasks`, async () => (await tasks()).length === count);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    tasks,
    nodes,
    stop,
    team: (number) => new Trawl({ baseUrl: url(), apiKey: keyOf(number) }),
    processorSeconds: () => nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    async databaseSeconds() {
      const seconds = await Promise.all(nodes.map((node) => metric(node, 'db_client_operation_duration_seconds_sum')));
      return seconds.reduce((sum, each) => sum + each, 0);
    },
  };
}

async function metric({ url }: Service, name: string): Promise<number> {
  const text = await (await admin(url, '/_local/metrics')).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
}

function admin(url: string, path: string): Promise<Response> {
  return fetch(url + path, { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
}
