import { Trawl } from '@trawl/sdk';
import { type Service, startService } from '../local/service.js';
import { processorSeconds } from './processor-time.js';

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

const TEAMS = 4;
const ADMIN_KEY = 'admin';
const POLL_MS = 50;
const keyOf = (team: number) => `key-${team}`;
const KEYS = Array.from({ length: TEAMS }, (_, team) => ['--api-key', keyOf(team)]).flat();

export async function startCluster(database: string, count: number): Promise<Cluster> {
  const flags = ['--database', database, '--browser', 'off', '--admin-key', ADMIN_KEY, ...KEYS];
  const nodes: Service[] = [];
  // One after the other: the first makes the tables.
  for (let index = 0; index < count; index++) nodes.push(await startService(flags));
  const [{ url } = { url: '' }] = nodes;
  const tasks = async (): Promise<number[]> => {
    const { data } = await (await admin(url, '/_local/nodes')).json();
    return data.map((node: { tasks: number }) => node.tasks);
  };
  // A node serves before it takes tasks.
  while ((await tasks()).length < count) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return {
    tasks,
    nodes,
    team: (number) => new Trawl({ baseUrl: url, apiKey: keyOf(number) }),
    processorSeconds: () => nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    async databaseSeconds() {
      const seconds = await Promise.all(nodes.map((node) => metric(node, 'db_client_operation_duration_seconds_sum')));
      return seconds.reduce((sum, each) => sum + each, 0);
    },
    stop() {
      for (const node of nodes) node.stop();
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
