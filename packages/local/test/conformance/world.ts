import { onTestFinished } from 'vitest';
import type { LocalServer, LocalServerOptions } from '../../src/index.js';
import { type Answered, type AtEnd, type Call, call, startServer } from '../server.js';
import { startSite } from './site.js';

/** A server, a site that it may read, and the things that calls are about. */
export interface World {
  readonly server: LocalServer;
  readonly site: string;
  call(line: string, options?: Call): Promise<Answered>;
  /** A crawl of the site that has ended. */
  finishedCrawl(): Promise<string>;
  /** A batch whose pages never come. */
  endlessBatch(): Promise<string>;
  cancelledBatch(): Promise<string>;
  scrape(): Promise<string>;
  search(): Promise<string>;
  /** A monitor of two pages, or of pages that never come. */
  monitor(paths?: readonly string[]): Promise<string>;
  /** A monitor and a check of it that has ended. */
  check(): Promise<{ readonly monitor: string; readonly check: string }>;
  uploadUrl(): Promise<{ readonly path: string; readonly ref: string }>;
}

const POLL_MS = 20;

/** Calls of this world bring the given headers. */
export async function startWorld(
  options: LocalServerOptions = {},
  headers: Call['headers'] = {},
  atEnd: AtEnd = onTestFinished,
): Promise<World> {
  const site = await startSite();
  atEnd(() => site.close());
  const server = await startServer({ allowPrivateNetworks: true, ...options }, atEnd);

  const ask: World['call'] = (line, given = {}) =>
    call(server, line, { ...given, headers: { ...headers, ...given.headers } });

  /** The body of a call that has to succeed for the test to make sense. */
  async function body<Body>(line: string, given?: unknown): Promise<Body> {
    const answer = await ask(line, given === undefined ? {} : { body: given });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Body;
  }

  async function until<Body>(line: string, isOver: (body: Body) => boolean): Promise<Body> {
    for (;;) {
      const found = await body<Body>(line);
      if (isOver(found)) return found;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  const startBatch = async (urls: readonly string[]) =>
    (await body<{ id: string }>('POST /v2/batch/scrape', { urls })).id;
  const monitor = async (paths: readonly string[] = ['/about/', '/blog/']) => {
    const targets = [{ type: 'scrape', urls: paths.map((path) => site.url + path) }];
    const created = await body<{ data: { id: string } }>('POST /v2/monitor', {
      name: 'm',
      schedule: { cron: '0 * * * *' },
      targets,
    });
    return created.data.id;
  };

  return {
    server,
    site: site.url,
    call: ask,
    async finishedCrawl() {
      const { id } = await body<{ id: string }>('POST /v2/crawl', { url: site.url, limit: 3 });
      await until<{ status: string }>(`GET /v2/crawl/${id}`, ({ status }) => status === 'completed');
      return id;
    },
    endlessBatch: () => startBatch([`${site.url}/__hang`]),
    async cancelledBatch() {
      const id = await startBatch([`${site.url}/__hang`, `${site.url}/__slow/1`]);
      await body(`DELETE /v2/batch/scrape/${id}`);
      return id;
    },
    async scrape() {
      const { data } = await body<{ data: { metadata: { scrapeId: string } } }>('POST /v2/scrape', {
        url: `${site.url}/about/`,
      });
      return data.metadata.scrapeId;
    },
    search: async () => (await body<{ id: string }>('POST /v2/search', { query: 'sqlite' })).id,
    monitor,
    async check() {
      const id = await monitor();
      const { id: check } = await body<{ id: string }>(`POST /v2/monitor/${id}/run`);
      const line = `GET /v2/monitor/${id}/checks/${check}`;
      await until<{ data: { status: string } }>(line, ({ data }) => data.status === 'completed');
      return { monitor: id, check };
    },
    async uploadUrl() {
      const { data } = await body<{ data: { uploadUrl: string; uploadRef: string } }>('POST /v2/parse/upload-url', {
        filename: 'a.html',
      });
      const { pathname, search } = new URL(data.uploadUrl);
      return { path: pathname + search, ref: data.uploadRef };
    },
  };
}
