/** What nodes and pages cost, as `npm run bench -- --nodes` measures it. Times in milliseconds of a processor. */
export interface Costs {
  /** Of a node, for a page that is fetched. */
  readonly pageMs: number;
  /** Of PostgreSQL, for a page. */
  readonly databasePageMs: number;
  /** Of PostgreSQL, for a second of a node that has no work. */
  readonly databaseIdleMs: number;
  /** Of PostgreSQL, for a message from one node to another. */
  readonly messageMs: number;
}

/** A service, and what it does. */
export interface Load {
  readonly nodes: number;
  readonly processorsOfNode: number;
  readonly processorsOfDatabase: number;
  /** How long a page takes, most of it waiting for its site. */
  readonly pageSeconds: number;
  /** Whether nodes hear of changes by messages; behind a pooler they ask instead. */
  readonly hasMessages: boolean;
}

/** Pages that a node does at once. A team has as many at all nodes together. */
const PAGES_AT_ONCE = 100;

/** Connections of a node by default, with the one on which it hears messages. */
const CONNECTIONS = 11;

/** The most messages that a node sends in a second: it gathers changes for 50 ms. */
const MESSAGES_PER_SECOND = 20;

/** Pages a second by each limit; the lowest of them is what the service does. */
export interface Limits {
  readonly processors: number;
  readonly 'pages at once': number;
  readonly PostgreSQL: number;
}

export function limitsOf(load: Load, costs: Costs): Limits {
  const messages = load.hasMessages ? MESSAGES_PER_SECOND * load.nodes ** 2 * costs.messageMs : 0;
  const databaseMs = load.processorsOfDatabase * 1000 - load.nodes * costs.databaseIdleMs - messages;
  return {
    processors: (load.nodes * load.processorsOfNode * 1000) / costs.pageMs,
    'pages at once': (load.nodes * PAGES_AT_ONCE) / load.pageSeconds,
    PostgreSQL: Math.max(0, databaseMs / costs.databasePageMs),
  };
}

/** The lowest limit, and its name. */
function pagesPerSecond(load: Load, costs: Costs): { readonly pages: number; readonly limit: keyof Limits } {
  const limits = Object.entries(limitsOf(load, costs)) as [keyof Limits, number][];
  const [limit, pages] = limits.reduce((lowest, each) => (each[1] < lowest[1] ? each : lowest));
  return { pages, limit };
}

function connectionsOf({ nodes }: Pick<Load, 'nodes'>): number {
  return nodes * CONNECTIONS;
}

/**
 * Measured on two cores of a virtual machine, which nodes, PostgreSQL and a site shared. What a node without work takes is
 * estimated from the 5 statements that it sends in a second.
 */
export const MEASURED: Costs = { pageMs: 11, databasePageMs: 3.5, databaseIdleMs: 0.5, messageMs: 0.026 };

const TYPICAL = { processorsOfNode: 4, pageSeconds: 1, hasMessages: true };

/** The services that the guide shows. */
const EXAMPLES: readonly Load[] = [
  { ...TYPICAL, nodes: 1, processorsOfDatabase: 4 },
  { ...TYPICAL, nodes: 4, processorsOfDatabase: 4 },
  { ...TYPICAL, nodes: 16, processorsOfDatabase: 8 },
  { ...TYPICAL, nodes: 40, processorsOfDatabase: 16 },
  { ...TYPICAL, nodes: 100, processorsOfDatabase: 32 },
  { ...TYPICAL, nodes: 100, processorsOfDatabase: 32, hasMessages: false },
  { ...TYPICAL, nodes: 1_000, processorsOfDatabase: 64 },
  { ...TYPICAL, nodes: 1_000, processorsOfDatabase: 64, hasMessages: false },
];

/** The examples as a table in Markdown. */
export function tableOfLoads(): string {
  const rows = EXAMPLES.map((load) => {
    const { pages, limit } = pagesPerSecond(load, MEASURED);
    const [connections, rate] = [connectionsOf(load), Math.round(pages)].map((number) => number.toLocaleString('en'));
    const way = load.hasMessages ? 'direct' : 'pooler';
    return [load.nodes.toLocaleString('en'), load.processorsOfDatabase, way, connections, rate, limit];
  });
  const head = ['Nodes', 'Processors of PostgreSQL', 'Connections', 'of nodes', 'Pages/s', 'Limit'];
  return [head, ['--:', '--:', '---', '--:', '--:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
