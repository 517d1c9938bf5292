import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { call, startServer } from '../../test/server.js';
import { temporaryStores } from '../../test/stores.js';
import { createApiKeys } from '../accounts/api-keys.js';
import { Plan } from '../accounts/plan.js';
import { createThreatPolicies } from '../accounts/threat-policies.js';
import type { OperationName } from '../contract/operation.js';
import { feedbackRoutes } from './feedback.js';
import type { RouteRequest } from './route.js';
import { teamRoutes } from './team.js';

const idle = { state: async () => ({ active: 2, waiting: 3, maxActive: 10, mostRecentSuccess: 0 }) };

function startTeam(credits?: number) {
  const clock = createVirtualClock(new Date('2026-01-15T00:00:00Z'));
  const stores = temporaryStores(clock);
  const { ledger } = stores;
  const apiKeys = createApiKeys(stores, clock);
  const parts = { ledger, queue: idle, clock, apiKeys, policies: createThreatPolicies(stores, clock) };
  const routes = {
    ...teamRoutes({ ...parts, plan: new Plan({ stores, clock, credits, log: () => undefined }) }),
    ...feedbackRoutes(stores),
  };
  const charge = (endpoint: string, target: string, team = 'a') =>
    ledger.charge({ team, endpoint, target, credits: 2, jobId: `job of ${target}` });
  return { clock, routes, charge };
}

/** The parts of a request that these routes use. */
const incoming = <Op extends OperationName>(given: Partial<RouteRequest<Op>>) =>
  ({ team: 'a', query: {}, ...given }) as RouteRequest<Op>;

describe('the activity', () => {
  test('is listed page by page, the latest first, and goes on where it was while more is done', async () => {
    const { routes, charge } = startTeam();
    for (let count = 1; count <= 5; count++)
      await charge(count % 2 ? 'scrape' : 'search', `https://a.example/${count}`);
    await charge('scrape', 'https://b.example/', 'b');
    const pages: (string | null | undefined)[][] = [];
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
      const page = (await routes.listActivity(incoming<'listActivity'>({ query }))) as {
        data: { target?: string | null }[];
        cursor: string | null;
        has_more: boolean;
      };
      pages.push(page.data.map(({ target }) => target?.at(-1)));
      cursor = page.cursor ?? undefined;
      more = page.has_more;
      await charge('scrape', 'https://a.example/6');
    }
    expect(pages).toEqual([['5', '4'], ['3', '2'], ['1']]);
  });

  test('has cursors that tell nothing of what others do', async () => {
    const cursorBeside = async (others: number) => {
      const { routes, charge } = startTeam();
      await charge('scrape', 'https://a.example/1');
      for (let count = 0; count < others; count++) await charge('scrape', `https://b.example/${count}`, 'b');
      await charge('scrape', 'https://a.example/2');
      const page = await routes.listActivity(incoming<'listActivity'>({ query: { limit: 1 } }));
      return (page as { cursor: string }).cursor;
    };
    expect(await cursorBeside(50)).toBe(await cursorBeside(0));
  });

  test('can be that of one endpoint', async () => {
    const { routes, charge } = startTeam();
    await charge('scrape', 'https://a.example/1');
    await charge('search', 'nets');
    expect(await routes.listActivity(incoming<'listActivity'>({ query: { endpoint: 'search' } }))).toMatchObject({
      data: [
        {
          id: 'job of nets',
          endpoint: 'search',
          api_version: 'v2',
          target: 'nets',
          created_at: '2026-01-15T00:00:00.000Z',
        },
      ],
      has_more: false,
    });
  });
});

describe('credits', () => {
  test('are counted by months, the latest first', async () => {
    const { clock, routes, charge } = startTeam(5);
    await charge('scrape', 'https://a.example/1');
    await clock.advance(31 * 24 * 60 * 60_000);
    await charge('scrape', 'https://a.example/2');
    await charge('scrape', 'https://a.example/3');
    expect(await routes.listCreditUsageHistory(incoming({}))).toMatchObject({
      periods: [
        { startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z', creditsUsed: 4, totalCredits: 4 },
        { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-02-01T00:00:00.000Z', creditsUsed: 2, totalCredits: 2 },
      ],
    });
    const noTokens = { tokensUsed: 0, totalTokens: 0 };
    expect(await routes.listTokenUsageHistory(incoming({}))).toMatchObject({ periods: [noTokens, noTokens] });
    expect(await routes.getCreditUsage(incoming({}))).toMatchObject({ data: { remainingCredits: 1, planCredits: 5 } });
    await charge('scrape', 'https://a.example/4');
    expect(await routes.getCreditUsage(incoming({}))).toMatchObject({ data: { remainingCredits: 0 } });
  });

  test('without a plan never end', async () => {
    const { routes, charge } = startTeam();
    await charge('scrape', 'https://a.example/1');
    expect(await routes.getCreditUsage(incoming({}))).toMatchObject({
      data: { remainingCredits: Number.MAX_SAFE_INTEGER - 2 },
    });
  });
});

test('the queue says what runs, what waits, and what succeeded last', async () => {
  expect(await startTeam().routes.getQueueStatus(incoming({}))).toEqual({
    success: true,
    jobsInQueue: 5,
    activeJobsInQueue: 2,
    waitingJobsInQueue: 3,
    maxConcurrency: 10,
    mostRecentSuccess: '1970-01-01T00:00:00.000Z',
  });
});

test('feedback is taken once for each call of the team, and is no business of others', async () => {
  const server = await startServer({ apiKeys: ['one', 'two'] });
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const { body } = await call(server, 'POST /v2/search', { body: { query: 'nets' }, headers: as('one') });
  const { id } = body as { id: string };
  const rate = (key: string) =>
    call(server, `POST /v2/search/${id}/feedback`, {
      body: { rating: 'bad', querySuggestions: 'fishing nets' },
      headers: as(key),
    });
  const first = await rate('one');
  expect(first).toMatchObject({ status: 200, body: { success: true, creditsRefunded: 0 } });
  const { feedbackId } = first.body as { feedbackId: string };
  expect(await rate('one')).toMatchObject({ status: 200, body: { feedbackId, alreadySubmitted: true } });
  expect(await rate('two')).toMatchObject({ status: 404, body: { feedbackErrorCode: 'JOB_NOT_FOUND' } });
});
