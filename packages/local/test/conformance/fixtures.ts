import { onTestFinished } from 'vitest';
import type { LocalServer, LocalServerOptions } from '../../src/index.js';
import type { OnFinished } from '../on-finished.js';
import { type ApiResponse, type Call, call, startServer } from '../server.js';
import { startSite } from './site.js';

/** A server, a site that it may fetch, and resources for calls. */
export interface Fixtures {
  readonly server: LocalServer;
  readonly site: string;
  call(line: string, options?: Call): Promise<ApiResponse>;
  /** A crawl of the site that has ended. */
  finishedCrawl(): Promise<string>;
  finishedBatch(): Promise<string>;
  /** A batch with a page that never loads. */
  endlessBatch(): Promise<string>;
  cancelledBatch(): Promise<string>;
  scrape(): Promise<string>;
  search(): Promise<string>;
  /** A monitor of two pages, or of the given paths. */
  monitor(paths?: readonly string[]): Promise<string>;
  /** A monitor and a check of it that has ended. */
  check(): Promise<{ readonly monitor: string; readonly check: string }>;
  uploadUrl(): Promise<{ readonly path: string; readonly ref: string }>;
}

const POLL_MS = 20;

/** Starts the fixtures; all their calls send the given headers. */
export async function startFixtures(
  options: LocalServerOptions = {},
  headers: Call['headers'] = {},
  onFinished: OnFinished = onTestFinished,
): Promise<Fixtures> {
  const site = await startSite();
  onFinished(() => site.close());
  const server = await startServer({ allowPrivateNetworks: true, ...options }, onFinished);

  const send: Fixtures['call'] = (line, options = {}) =>
    call(server, line, { ...options, headers: { ...headers, ...options.headers } });

  /** The response body of a set-up call; throws unless it succeeds. */
  async function body<Body>(line: string, request?: unknown): Promise<Body> {
    const answer = await send(line, request === undefined ? {} : { body: request });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Body;
  }

  async function until<Body>(line: string, isOver: (body: Body) => boolean): Promise<Body> {
    for (;;) {
      const current = await body<Body>(line);
      if (isOver(current)) return current;
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
    call: send,
    async finishedCrawl() {
      const { id } = await body<{ id: string }>('POST /v2/crawl', { url: site.url, limit: 3 });
      await until<{ status: string }>(`GET /v2/crawl/${id}`, ({ status }) => status !== 'scraping');
      return id;
    },
    async finishedBatch() {
      const id = await startBatch([`${site.url}/about/`, `${site.url}/blog/`]);
      await until<{ status: string }>(`GET /v2/batch/scrape/${id}`, ({ status }) => status !== 'scraping');
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
