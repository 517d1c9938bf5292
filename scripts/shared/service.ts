import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CrawlJob, CrawlStarted, Document, ScrapeResponse, SearchResponse } from '@trawl/client';

const JOB_ID = '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f';
const PAGE_SIZE = 100;

/** A service with a site of so many pages: as much of the API as a search, a scrape, a file and a crawl need. */
export interface Service {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function startService(pages: number): Promise<Service> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const answer = answerTo(request, await bodyOf(request), pages);
    response.writeHead(answer ? 200 : 404, { 'content-type': answer ? 'application/json' : 'text/html' });
    response.end(answer && JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What the service says; nothing to a call that it does not know, or that comes without the key. */
function answerTo({ method, url = '', headers }: IncomingMessage, body: Sent, pages: number) {
  const { pathname, searchParams, origin } = new URL(url, `http://${headers.host}`);
  if (headers.authorization !== 'Bearer key') return undefined;
  switch (`${method} ${pathname}`) {
    case 'POST /v2/search':
      return found();
    case 'POST /v2/scrape':
      return scraped(body.url ?? '', body.formats?.[1]?.schema?.type);
    case 'POST /v2/parse':
      return scraped(body.filename ?? '');
    case 'POST /v2/crawl':
      return started(origin);
    case `GET /v2/crawl/${JOB_ID}`:
      return crawled(origin, Number(searchParams.get('skip')), pages);
    default:
      return undefined;
  }
}

/** What the service reads of a request. */
interface Sent {
  readonly url?: string;
  readonly formats?: readonly { readonly schema?: { readonly type?: string } }[];
  readonly filename?: string;
}

async function bodyOf(request: IncomingMessage): Promise<Sent> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const [, filename] = /filename="([^"]+)"/.exec(text) ?? [];
  return filename ? { filename } : text ? JSON.parse(text) : {};
}

export function found(): SearchResponse {
  const web = [1, 2, 3].map((n) => ({ url: pageUrl(n), title: `Page ${n}`, description: `What page ${n} says.` }));
  return { success: true, id: JOB_ID, data: { web }, creditsUsed: 2 };
}

export function scraped(url: string, type?: string): ScrapeResponse {
  return { success: true, data: { ...documentAt(url), ...(type && { json: `A ${type}.` }) } };
}

export function started(origin: string): CrawlStarted {
  return { success: true, id: JOB_ID, url: `${origin}/v2/crawl/${JOB_ID}` };
}

export function crawled(origin: string, skip: number, pages: number): CrawlJob {
  const end = Math.min(skip + PAGE_SIZE, pages);
  return {
    success: true,
    status: 'completed',
    total: pages,
    completed: pages,
    creditsUsed: pages,
    createdAt: '2026-11-21T01:35:37.147Z',
    expiresAt: '2026-11-22T01:35:54.000Z',
    data: Array.from({ length: end - skip }, (_, index) => documentAt(pageUrl(skip + index))),
    ...(end < pages && { next: `${origin}/v2/crawl/${JOB_ID}?skip=${end}` }),
  };
}

function pageUrl(n: number): string {
  return `https://docs.example.com/${n}`;
}

function documentAt(url: string): Document {
  return { markdown: `# ${url}\n\nWhat it says.`, metadata: { title: url, sourceURL: url, url, statusCode: 200 } };
}
