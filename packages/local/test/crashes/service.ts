import type { MovableClock } from '@trawl/base/clock';
import { convert } from '@trawl/convert';
import type { Converter } from '@trawl/convert/workers';
import { openContents } from '../../src/app/contents.js';
import { pack } from '../../src/base/compression.js';
import type { LocalServerOptions } from '../../src/index.js';
import { settingsFrom } from '../../src/settings/settings-validation.js';
import type { Database } from '../../src/store/sqlite/database.js';
import { openStores } from '../../src/store/sqlite/open-stores.js';
import { eventually } from '../eventually.js';
import { serveApi } from '../serve-api.js';

export const TEAM = 'local';

const HOST = 'http://127.0.0.1:3002';

/** The service without a socket, on a given database. */
export interface Service {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly logged: readonly string[];
  /** Makes a call such as `POST /v2/scrape`; the service checks the response against the contract. */
  call(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  /** Resolves when no job, check or delivery is left. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const NO_WORKERS = { busy: 0, idle: 0, max: 0, waiting: 0 };

/** In this thread: a hundred services would start a hundred workers. */
const converter: Converter = {
  async convert(input, options = {}) {
    const deflatedInput = options.deflatesInput && input instanceof Uint8Array ? await pack(input) : undefined;
    return { ...(await convert(input, options)), deflatedInput };
  },
  counts: () => ({ pages: NO_WORKERS, files: NO_WORKERS }),
  close: async () => {},
};

/** Counts the stored work that is not finished. */
const PENDING_WORK = `select
  (select count(*) from jobs where status = 'running') as jobs,
  (select count(*) from job_tasks) as tasks,
  (select count(*) from monitor_checks where status in ('queued', 'running')) as checks`;
const NO_PENDING_WORK = { jobs: 0, tasks: 0, checks: 0 };

export function startService(database: Database, clock: MovableClock, options: LocalServerOptions = {}): Service {
  const logged: string[] = [];
  const settings = settingsFrom({ allowPrivateNetworks: true, check: true, ...options });
  const port = () => undefined;
  const rooms = openContents({
    stores: openStores(database, clock),
    clock,
    settings,
    port,
    browser: { about: 'none' },
    log: (line) => logged.push(line),
    converter,
  });
  const fetchApi = serveApi({
    routes: rooms.routes,
    contents: rooms.signal,
    authorize: () => ({ team: TEAM }),
    report: (error) => logged.push(String((error as Error).stack)),
  });
  return {
    database,
    clock,
    logged,
    async call(line, body, headers = {}) {
      const [method = '', path = ''] = line.split(' ');
      const isBytes = body instanceof Uint8Array;
      const sent = body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) };
      const type = body === undefined || isBytes ? {} : { 'content-type': 'application/json' };
      const request = new Request(HOST + path.replace(HOST, ''), { method, headers: { ...type, ...headers }, ...sent });
      const response = await fetchApi(request);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: isJson ? ((await response.json()) as ApiResponse['body']) : {} };
    },
    settled: () => eventually(() => database.get(PENDING_WORK)).toEqual(NO_PENDING_WORK),
    close: () => rooms.close(),
  };
}
