import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { JobEngine } from '../../packages/local/src/jobs/engine.js';
import { firstMessage } from '../first-message.js';
import type { Row } from '../table.js';
import type { DatabaseServer } from './database.js';
import { processorSeconds } from './processor-time.js';
import { openToyNode } from './toy-jobs.js';
import { waitUntil } from './wait.js';

const NODES = 3;
const TASKS = 3_000;
const JOBS = 6;

const LISTENERS = 50;
const MESSAGES = 1_000;

/** Tasks a second that PostgreSQL hands out and stores, when nothing else is to be done. */
export async function measureCeiling(server: DatabaseServer): Promise<Row[]> {
  const database = await server.createDatabase();
  const engine = await openToyNode(database, 'api');
  const nodes = Array.from({ length: NODES }, () =>
    fork(fileURLToPath(new URL('toy-node.ts', import.meta.url)), [database], { execArgv: ['--import', 'tsx'] }),
  );
  try {
    await Promise.all(nodes.map(firstMessage));
    const one = await measureTasks(server, engine, 1);
    const many = await measureTasks(server, engine, JOBS);
    const messageMs = await measureMessages(server, database);
    return [
      taskRow('Tasks without work: one job', one),
      taskRow(`… ${JOBS} jobs of ${JOBS} teams`, many),
      {
        what: 'A message from one node to another',
        ours: `${(messageMs * 1000).toFixed(0)} µs of CPU of PostgreSQL`,
        theirs: `${LISTENERS} connections that listen`,
      },
    ];
  } finally {
    for (const node of nodes) if (node.connected) node.disconnect();
    await engine.close();
  }
}

interface TaskCost {
  readonly tasksPerSecond: number;
  readonly databaseMs: number;
}

async function measureTasks(server: DatabaseServer, engine: JobEngine, jobs: number): Promise<TaskCost> {
  const [processors, startedAt] = [processorSeconds(server.pid), performance.now()];
  const tasks = Array.from({ length: TASKS / jobs }, (_, task) => ({ key: `${task}`, task: {} }));
  await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      const { id } = await engine.start({ kind: 'toys', team: `team-${job}`, request: {}, tasks });
      await engine.ended(id);
    }),
  );
  return {
    tasksPerSecond: TASKS / ((performance.now() - startedAt) / 1000),
    databaseMs: ((processorSeconds(server.pid) - processors) / TASKS) * 1000,
  };
}

function taskRow(what: string, { tasksPerSecond, databaseMs }: TaskCost): Row {
  return {
    what,
    ours: `${Math.round(tasksPerSecond)} tasks/s`,
    theirs: `${databaseMs.toFixed(2)} ms of CPU of PostgreSQL for each: ${Math.round(1000 / databaseMs)} a second for each of its processors`,
  };
}

/** Milliseconds of the processors of PostgreSQL for a message to one connection that listens. */
async function measureMessages(server: DatabaseServer, database: string): Promise<number> {
  const clients = Array.from({ length: LISTENERS }, () => new pg.Client({ connectionString: database }));
  let received = 0;
  try {
    for (const client of clients) {
      client.on('notification', () => {
        received += 1;
      });
      await client.connect();
      await client.query('listen bench');
    }
    const processors = processorSeconds(server.pid);
    for (let message = 0; message < MESSAGES; message++)
      await clients[0]?.query(`select pg_notify('bench', '${message}')`);
    await waitUntil('all messages had come', () => received === MESSAGES * LISTENERS);
    return ((processorSeconds(server.pid) - processors) / MESSAGES / LISTENERS) * 1000;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
