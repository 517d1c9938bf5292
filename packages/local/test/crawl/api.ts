import { createApp } from '../../src/http/app.js';
import { batchRoutes } from '../../src/routes/batch.js';
import { crawlRoutes } from '../../src/routes/crawl.js';
import { type Crawls, TEAM } from './crawls.js';

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for; the contract is checked by the app.
  readonly body: any;
}

/** The routes of jobs as a client sees them, each answer held against the contract. */
export function api({ jobs }: Crawls) {
  const routes = { ...crawlRoutes(jobs), ...batchRoutes(jobs) };
  const app = createApp({
    routes: () => routes,
    check: true,
    admit: (_operation, request) => request.headers.get('x-team') ?? TEAM,
    report: (error) => {
      throw error;
    },
  });
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
    const response = await app.fetch(
      new Request(`http://api.example:3002${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
}
