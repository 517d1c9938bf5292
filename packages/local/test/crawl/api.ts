import { createThreatPolicies } from '../../src/accounts/threat-policies.js';
import type { OperationName } from '../../src/contract/operation.js';
import { createChooseOptions } from '../../src/crawl/prompted-options.js';
import { batchRoutes } from '../../src/routes/batch.js';
import { crawlRoutes } from '../../src/routes/crawl.js';
import { createGuardFor } from '../../src/scrape/threat-protection.js';
import { openStores } from '../../src/store/sqlite/open-stores.js';
import type { Reply } from '../reply.js';
import { serveApi } from '../serve-api.js';
import { type Crawls, TEAM } from './crawls.js';

/** The routes of jobs as a client sees them, each answer held against the contract. */
export function api({ jobs, parts }: Crawls) {
  const guardFor = createGuardFor(createThreatPolicies(openStores(parts.database, parts.clock), parts.clock));
  const chooseOptions = createChooseOptions({ answerTask: undefined, clock: parts.clock });
  const routes = { ...crawlRoutes({ jobs, chooseOptions, guardFor }), ...batchRoutes({ jobs, guardFor }) };
  const fetchApi = serveApi({
    routes,
    authorize: (_operation, request) => ({ team: request.headers.get('x-team') ?? TEAM }),
    report: (error) => {
      throw error;
    },
  });
  return async <Op extends OperationName = never>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Op>> => {
    const response = await fetchApi(
      new Request(`http://api.example:3002${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: (await response.json()) as Reply<Op>['body'] };
  };
}
