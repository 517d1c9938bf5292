import { setTimeout } from 'node:timers/promises';
import { OptionError } from '@trawl/base/option-error';
import type { Client, ClientConfig } from 'pg';
import type { SharedConnections } from '../storage.js';
import { connectionTls } from './connection-tls.js';
import { connectError, isAnswer } from './errors.js';
import { openNotifications } from './notifications.js';
import { ANSWER_MS, createSilenceWatch, type DatabaseSign, type SilenceWatch } from './silence-watch.js';

type Pg = Pick<typeof import('pg'), 'Client' | 'Pool' | 'TypeOverrides'>;

export interface PoolOptions {
  /** `postgres://…`; what it leaves out, the variables `PG…` say. */
  readonly url: string;
  readonly maxConnections: number;
}

export interface PostgresConnections extends SharedConnections {
  readonly silence: SilenceWatch;
}

/** The name of this program in the list of connections of PostgreSQL. */
export const APPLICATION_NAME = 'trawl';

/** How long a statement waits for a connection before the database counts as away. */
const CONNECT_TIMEOUT_MS = 5_000;

/** No statement of the stores takes as long; one that does waits on a connection that was lost without a word. */
const QUERY_TIMEOUT_MS = 60_000;

/** The types of PostgreSQL that are numbers here: bigint, and the sums of it. */
const NUMBER_TYPES = [20, 1700];

/** Opens connections when they are needed. */
export async function openConnections({ url, maxConnections }: PoolOptions): Promise<PostgresConnections> {
  const pg = await loadPg();
  const pool = new pg.Pool({ ...connectionOptions(pg, url), max: maxConnections, query_timeout: QUERY_TIMEOUT_MS });
  // A connection that ends while nobody uses it is replaced by the pool. Without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    silence: createSilenceWatch(() => askForSign(newClient(pg, { ...connectionOptions(pg, url), ...ANSWERS_SOON }))),
    openNotifications: (log) => openNotifications({ pool, connect: () => connect({ url }), log }),
  };
}

const ANSWERS_SOON = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };

/** What nothing can be said of: the database does not even say that it cannot answer, or only that. */
const signOf = (isSilent: boolean): DatabaseSign => ({ isSilent, isIdle: () => false });

/** Asks the database, also behind a pooler that answers on its own. */
async function askForSign(client: Client): Promise<DatabaseSign> {
  const answer = client.connect().then(() => client.query<ActivityRow>(ACTIVITY));
  const isOver = setTimeout(ANSWER_MS, undefined, { ref: false });
  try {
    const result = await Promise.race([answer, isOver]);
    return result ? signFrom(result.rows, client) : signOf(true);
  } catch (error) {
    return signOf(!isAnswer(error as Error));
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The processes that work for connections of this user; other users are not shown what those of this one do. */
const ACTIVITY = `
  select pid, pid = pg_backend_pid() as own, coalesce(state, 'unknown') as state
  from pg_stat_activity where usename = current_user
`;

interface ActivityRow {
  readonly pid: number;
  readonly own: boolean;
  readonly state: string;
}

function signFrom(rows: readonly ActivityRow[], client: Client): DatabaseSign {
  const { processID } = client as Client & { readonly processID: number | null };
  // A pooler gives its connections numbers of its own.
  if (!rows.some(({ pid, own }) => own && pid === processID)) return signOf(false);
  const states = new Map(rows.map(({ pid, state }) => [pid, state]));
  return { isSilent: false, isIdle: (pid) => states.get(pid)?.startsWith('idle') ?? true };
}

/**
 * Opens one connection.
 *
 * @throws DatabaseAway
 */
export async function connect({ url }: Pick<PoolOptions, 'url'>): Promise<Client> {
  const pg = await loadPg();
  const client = newClient(pg, connectionOptions(pg, url));
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw connectError(error);
  }
}

/** Makes a connection of its own. Without a listener, its end would end the process. The next statement says what it means. */
function newClient(pg: Pg, config: ClientConfig): Client {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client;
}

async function loadPg(): Promise<Pg> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    const sentence = 'A database of PostgreSQL needs the package `pg`, which is not installed: npm install pg';
    throw new OptionError(sentence, { cause });
  }
}

function connectionOptions(pg: Pg, url: string): ClientConfig {
  const types = new pg.TypeOverrides();
  for (const type of NUMBER_TYPES) types.setTypeParser(type, Number);
  const tls = connectionTls(url, process.env);
  return {
    connectionString: tls.url,
    ...(tls.ssl !== undefined && { ssl: tls.ssl }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    fallback_application_name: APPLICATION_NAME,
    types,
  };
}
