import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One result, in the category that it is found in. */
export interface WebResult {
  readonly category: 'general' | 'images' | 'news' | 'science';
  readonly url: string;
  readonly title: string;
  readonly [field: string]: unknown;
}

export interface Searxng {
  readonly address: string;
  /** The parameters of each query. */
  readonly queries: Record<string, string>[];
  /** Answers with a status, or breaks off, instead of results. */
  fail: 'never' | 'reset' | 'html' | 'silence' | number;
  silent: readonly (readonly [engine: string, reason: string])[];
}

const PER_PAGE = 10;

/** A server that speaks SearXNG's search API, and finds every result whose title has the first word of the query. */
export async function startSearxng(results: readonly WebResult[]): Promise<Searxng> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const parameters = Object.fromEntries(url.searchParams);
    if (url.pathname !== '/sx/search' || parameters.format !== 'json') return response.writeHead(404).end('Not found');
    searxng.queries.push(parameters);
    const { fail } = searxng;
    if (fail === 'reset') return request.socket.destroy();
    if (fail === 'silence') return undefined;
    if (fail === 'html') return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>');
    if (fail !== 'never') return response.writeHead(fail, { 'Retry-After': '7' }).end('<html>Sorry</html>');
    const [word = ''] = (parameters.q ?? '').toLowerCase().split(' ');
    const page = Number(parameters.pageno ?? '1');
    const found = results.filter(
      ({ category, title }) => category === parameters.categories && title.toLowerCase().includes(word),
    );
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        query: parameters.q,
        number_of_results: 0,
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        results: found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
        unresponsive_engines: searxng.silent,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const searxng: Searxng = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sx`,
    queries: [],
    fail: 'never',
    silent: [],
  };
  return searxng;
}
