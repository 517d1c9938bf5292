import { type Run, run, runFile, serving } from '../program.js';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.js';

/** A node of a service, in a process of its own. It reaches its database through a proxy of its own. */
export interface NodeProcess {
  readonly url: string;
  readonly run: Run;
  readonly proxy: DatabaseProxy;
  /** Whether it runs the program of an earlier version. */
  readonly isEarlier: boolean;
}

/** A dead node is noticed after 15 s at most. The rest is for machines that have other things to do as well. */
export const PATIENCE = { timeout: 120_000, interval: 100 };

/** Nodes of one service, whose number stays the same. */
export class NodeService {
  readonly #database: string;
  readonly #args: readonly string[];
  #nodes: NodeProcess[] = [];
  /** What nodes of this version have logged that have ended. */
  #earlierLog: string[] = [];

  constructor(database: string, args: readonly string[]) {
    this.#database = database;
    this.#args = args;
  }

  get nodes(): readonly NodeProcess[] {
    return this.#nodes;
  }

  /** The lines that all nodes of this version have logged so far. */
  get log(): string[] {
    return [...this.#earlierLog, ...this.#nodes.flatMap(linesOf)];
  }

  /** Starts nodes at once: with the program of an earlier version, if it is given. */
  async start(count: number, program?: string): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#startOne(program)));
  }

  /** Ends a node with SIGKILL or SIGTERM, and forgets it. */
  async end(node: NodeProcess, signal: NodeJS.Signals): Promise<void> {
    node.run.process.kill(signal);
    await node.run.ended;
    this.#earlierLog.push(...linesOf(node));
    this.#nodes = this.#nodes.filter((other) => other !== node);
  }

  /** What the first node answers that answers with a success; undefined when none does. */
  async answer<Answer>(path: string, body?: object): Promise<Answer | undefined> {
    for (const node of this.#nodes) {
      const answer = await answerOf<Answer>(node, path, body);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async #startOne(program: string | undefined): Promise<void> {
    const proxy = await startDatabaseProxy(this.#database);
    const args = [
      '--database',
      proxy.url,
      '--port',
      '0',
      '--allow-private-networks',
      '--browser',
      'off',
      ...this.#args,
    ];
    const process = program === undefined ? run(...args) : runFile(program, ...args);
    const node = { url: await serving(process), run: process, proxy, isEarlier: program !== undefined };
    this.#nodes = [...this.#nodes, node];
  }
}

/** The JSON that a node answers; undefined while it answers something else than a success, or nothing. */
export async function answerOf<Answer>({ url }: NodeProcess, path: string, body?: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(url + path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await response.json();
    return response.ok ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}

function linesOf({ isEarlier, run: { output } }: NodeProcess): string[] {
  if (isEarlier) return [];
  return `${output.out}\n${output.err}`.split('\n').filter((line) => line !== '');
}
