import { createVirtualClock } from '@trawl/base/clock';
import { createConverter } from '@trawl/convert/workers';
import { Fetcher } from '@trawl/web/fetch';
import { createThreatPolicies } from '../../src/accounts/threat-policies.js';
import { createChangeTracker } from '../../src/changes/tracker.js';
import type { OperationName } from '../../src/contract/operation.js';
import { convertWith } from '../../src/convert/convert.js';
import { createParse } from '../../src/parse/parse.js';
import { Uploads } from '../../src/parse/uploads.js';
import { createProfiles } from '../../src/profiles/profiles.js';
import { createBodyMemory } from '../../src/request-body/body-memory.js';
import { interactRoutes } from '../../src/routes/interact.js';
import { parseRoutes } from '../../src/routes/parse.js';
import { scrapeRoutes } from '../../src/routes/scrape.js';
import { createFinishedScrapes } from '../../src/scrape/finished-scrapes.js';
import { createPageCache } from '../../src/scrape/page-cache.js';
import { createScraper } from '../../src/scrape/scraper.js';
import { createGuardFor } from '../../src/scrape/threat-protection.js';
import { Sessions } from '../../src/sessions/sessions.js';
import { openStores } from '../../src/store/sqlite/open-stores.js';
import { openDatabase } from '../../src/store/sqlite/sqlite.js';
import { compare } from '../inline-compare.js';
import type { Reply } from '../reply.js';
import { serveApi } from '../serve-api.js';
import { unlimitedPlan } from '../unlimited-plan.js';

/** The rooms that read pages and files, with every answer held against the contract. A bearer token names the team. */
export function startPageService(bodies = createBodyMemory()) {
  const database = openDatabase();
  const clock = createVirtualClock();
  const stores = openStores(database, clock);
  const converter = createConverter({ size: 1 });
  const fetcher = new Fetcher({ allowPrivateNetworks: true, userAgent: 'TrawlLocal/0' });
  const { ledger } = stores;
  const scrapes = createFinishedScrapes(stores, clock);
  const profiles = createProfiles(stores);
  const guardFor = createGuardFor(createThreatPolicies(stores, clock));
  const scraper = createScraper({
    stores,
    fetch: fetcher.fetch,
    convert: convertWith(converter),
    cache: createPageCache(stores, clock),
    index: { add: async () => {} },
    guardFor,
    tracker: createChangeTracker({ stores, clock, compare }),
    profiles,
    recordPage: () => undefined,
    clock,
    audit() {},
    log() {},
  });
  const sessions = new Sessions({
    keys: { watch: () => () => {} },
    clock,
    ledger,
    plan: unlimitedPlan,
    guardFor,
    profiles,
    opener: scraper,
    maxSessions: 0,
    log() {},
    renderer: () => undefined,
    runner: { run: () => Promise.reject(new Error('There is no page to run code on.')) },
  });
  const parse = createParse({ convert: convertWith(converter), clock });
  const uploads = new Uploads(stores, clock);
  const errors: unknown[] = [];
  const fetchApi = serveApi({
    routes: {
      ...scrapeRoutes({ stores, scraper, scrapes, lookup: scrapes }),
      ...interactRoutes({
        scrapes,
        withheld: scrapes,
        sessions,
        allowsCode: true,
        prompts: undefined,
        linkTo: async () => '',
      }),
      ...parseRoutes({ stores, parse, uploads, scrapes }),
    },
    bodies,
    authorize: (_, request) => ({ team: request.headers.get('authorization')?.replace('Bearer ', '') ?? 'nobody' }),
    report: (error) => errors.push(error),
  });

  async function call<Op extends OperationName = never>(
    method: string,
    path: string,
    body?: unknown,
    team = 'a',
  ): Promise<Reply<Op>> {
    const isForm = body instanceof FormData || body instanceof Uint8Array || body instanceof ReadableStream;
    const response = await fetchApi(
      new Request(new URL(path, 'http://127.0.0.1:3002'), {
        method,
        headers: {
          Authorization: `Bearer ${team}`,
          Host: '127.0.0.1:3002',
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? (body as FormData) : JSON.stringify(body), duplex: 'half' }),
      }),
    );
    return { status: response.status, body: (await response.json()) as Reply<Op>['body'] };
  }

  return { call, fetchApi, clock, ledger, errors, close: () => Promise.all([converter.close(), fetcher.close()]) };
}
