import type { LocalServer } from '../../src/index.js';
import type { Fixtures } from '../conformance/fixtures.js';
import { type ApiResponse, type Call, call } from '../server.js';
import { COMMON_WORDS, type SecretSite } from './site.js';

/** Calls as one caller, such as a team by its key. */
export interface Caller {
  call(line: string, options?: Call): Promise<ApiResponse>;
  /** The body of a call that has to succeed. */
  body<Body>(line: string, body?: unknown): Promise<Body>;
  /** Polls until the response satisfies the condition. */
  until<Body>(line: string, isOver: (body: Body) => boolean): Promise<Body>;
}

const POLL_MS = 20;

export function callerOf(server: LocalServer, headers: Call['headers'] = {}): Caller {
  const caller: Caller = {
    call: (line, options = {}) => call(server, line, { ...options, headers: { ...headers, ...options.headers } }),
    async body<Body>(line: string, body?: unknown) {
      const answer = await caller.call(line, body === undefined ? {} : { body });
      if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as Body;
    },
    async until<Body>(line: string, isOver: (body: Body) => boolean) {
      for (;;) {
        const body = await caller.body<Body>(line);
        if (isOver(body)) return body;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
  return caller;
}

export const JOB_IS_OVER = ({ status }: { status: string }) => status !== 'scraping';
const CHECK_IS_OVER = ({ data }: { data: { status: string } }) => !['queued', 'running'].includes(data.status);

/** Runs a monitor of the given target once. */
export async function runMonitor(caller: Caller, name: string, target: object) {
  const request = { name, schedule: { cron: '0 * * * *' }, targets: [target], judgeEnabled: false };
  const { data } = await caller.body<{ data: { id: string } }>('POST /v2/monitor', request);
  const { id: check } = await caller.body<{ id: string }>(`POST /v2/monitor/${data.id}/run`);
  const line = `GET /v2/monitor/${data.id}/checks/${check}`;
  return { monitor: data.id, check, answer: await caller.until(line, CHECK_IS_OVER) };
}

export const IDEMPOTENCY_KEY = '7c0f1f7e-5c3a-4d39-9b55-8f0f6f0c2f11';

/** Uses every feature as a team with pages that hold the secret, and returns the created resources as fixtures. */
export async function createTeamData(
  server: LocalServer,
  caller: Caller,
  site: SecretSite,
  secret: string,
): Promise<Fixtures> {
  const { body, until } = caller;
  const scrape = { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] };
  const scraped = async (url: string) =>
    (await body<{ data: { metadata: { scrapeId: string } } }>('POST /v2/scrape', { url, ...scrape })).data;
  const scrapeId = (await scraped(site.secretUrl)).metadata.scrapeId;
  for (const url of site.sharedUrls) await scraped(url);

  const batch = (urls: readonly string[]) => body<{ id: string }>('POST /v2/batch/scrape', { urls });
  const { id: read } = await batch([site.secretUrl, `http://127.0.0.1:1/${secret}`]);
  await until(`GET /v2/batch/scrape/${read}`, JOB_IS_OVER);
  const { id: cancelled } = await batch([site.hangingUrl]);
  await body(`DELETE /v2/batch/scrape/${cancelled}`);
  const { id: endless } = await batch([site.hangingUrl]);
  await body('POST /v2/crawl', { url: site.hangingUrl, limit: 1 });
  const crawlOf = { method: 'POST /v2/crawl', body: { url: site.secretUrl, limit: 1, sitemap: 'skip' } };
  const started = await caller.call(crawlOf.method, {
    body: crawlOf.body,
    headers: { 'x-idempotency-key': IDEMPOTENCY_KEY },
  });
  const { id: crawl } = started.body as { id: string };
  await until(`GET /v2/crawl/${crawl}`, JOB_IS_OVER);

  const target = { type: 'scrape', urls: [site.secretUrl, ...site.sharedUrls] };
  const { monitor, check } = await runMonitor(caller, secret, target);
  const { id: search } = await body<{ id: string }>('POST /v2/search', { query: `${secret} ${COMMON_WORDS}` });
  await body(`POST /v2/search/${search}/feedback`, { rating: 'bad', missingContent: [{ topic: secret }] });
  await body('PUT /v2/team/threat-protection', { mode: 'normal', blacklist: [`${secret}.example`] });

  const ticket = { filename: `${secret}.html` };
  const { data } = await body<{ data: { uploadUrl: string; uploadRef: string } }>('POST /v2/parse/upload-url', ticket);
  const { pathname, search: query } = new URL(data.uploadUrl);
  await caller.call(`PUT ${pathname}${query}`, { body: `<h1>${secret}</h1>` });

  return {
    server,
    site: site.url,
    call: caller.call,
    finishedCrawl: async () => crawl,
    finishedBatch: async () => read,
    endlessBatch: async () => endless,
    cancelledBatch: async () => cancelled,
    scrape: async () => scrapeId,
    search: async () => search,
    monitor: async () => monitor,
    check: async () => ({ monitor, check }),
    uploadUrl: async () => ({ path: pathname + query, ref: data.uploadRef }),
  };
}
