import type { Clock } from '@trawl/base/clock';
import type { ApiKeys } from '../accounts/api-keys.js';
import { type Period, periodsBetween } from '../accounts/billing-period.js';
import type { JobQueue } from '../accounts/job-queue.js';
import type { Plan } from '../accounts/plan.js';
import type { TeamTokens } from '../accounts/team-tokens.js';
import type { ThreatPolicies } from '../accounts/threat-policies.js';
import { queryDefaults } from '../contract/query-defaults.js';
import { Refusal } from '../contract/refusal.js';
import type { Entry, LedgerStore } from '../store/ledger-store.js';
import type { Routes } from './route.js';

export interface TeamDependencies {
  readonly ledger: LedgerStore;
  readonly queue: JobQueue;
  readonly policies: ThreatPolicies;
  readonly clock: Clock;
  readonly plan: Plan;
  readonly apiKeys: Pick<ApiKeys, 'names'>;
  /** Counts the tokens of each team; undefined without a language model. */
  readonly tokens?: TeamTokens | undefined;
}

type TeamRoutes = Pick<
  Routes,
  | 'getCreditUsage'
  | 'listCreditUsageHistory'
  | 'getTokenUsage'
  | 'listTokenUsageHistory'
  | 'getQueueStatus'
  | 'getConcurrency'
  | 'listActivity'
  | 'getThreatProtection'
  | 'replaceThreatProtection'
>;

/** Means "unlimited" to clients, which read a number. */
const UNLIMITED_TOKENS = Number.MAX_SAFE_INTEGER;

export function teamRoutes({ ledger, queue, policies, clock, plan, apiKeys, tokens }: TeamDependencies): TeamRoutes {
  const history = async <Entry extends object>(team: string, entriesOf: (period: Period) => Promise<Entry[]>) => {
    const now = clock.now();
    const periods = periodsBetween((await ledger.since(team)) ?? now, now);
    const entries = await Promise.all(
      periods.map(async (period) => (await entriesOf(period)).map((entry) => ({ ...asDates(period), ...entry }))),
    );
    return entries.flat();
  };
  return {
    async getCreditUsage({ team, key }) {
      const { startDate: billingPeriodStart, endDate: billingPeriodEnd } = asDates(plan.period());
      const data = { remainingCredits: await plan.remainingOf({ team, key }), planCredits: plan.credits };
      return { success: true, data: { ...data, billingPeriodStart, billingPeriodEnd } };
    },
    async listCreditUsageHistory({ team, query: { byApiKey } }) {
      const names = byApiKey ? await apiKeys.names() : undefined;
      const periods = await history(team, async ({ start, end }) => {
        if (!names) return [creditsOf(null, await ledger.used(team, start, end))];
        const used = await ledger.usedByKeys(team, start, end);
        return [...used]
          .map(([id, credits]) => creditsOf(names.get(id) ?? null, credits))
          .sort((a, b) => (a.apiKey ?? '').localeCompare(b.apiKey ?? ''));
      });
      return { success: true, periods };
    },
    async getTokenUsage({ team }) {
      if (!tokens) {
        const none = { remainingTokens: 0, planTokens: 0, billingPeriodStart: null, billingPeriodEnd: null };
        return { success: true, data: none };
      }
      const period = plan.period();
      const { startDate: billingPeriodStart, endDate: billingPeriodEnd } = asDates(period);
      const planTokens = tokens.limit ?? UNLIMITED_TOKENS;
      const remainingTokens = Math.max(0, planTokens - (await tokens.used(team, period.start)));
      return { success: true, data: { remainingTokens, planTokens, billingPeriodStart, billingPeriodEnd } };
    },
    listTokenUsageHistory: async ({ team }) => ({
      success: true,
      // Tokens are counted for the team, because its keys share the limit.
      periods: await history(team, async ({ start }) => {
        const tokensUsed = (await tokens?.used(team, start)) ?? 0;
        return [{ apiKey: null, tokensUsed, totalTokens: tokensUsed }];
      }),
    }),
    async getQueueStatus({ team }) {
      const { active, waiting, maxActive, mostRecentSuccess } = await queue.state(team);
      return {
        success: true,
        jobsInQueue: active + waiting,
        activeJobsInQueue: active,
        waitingJobsInQueue: waiting,
        maxConcurrency: maxActive,
        mostRecentSuccess: mostRecentSuccess === undefined ? null : new Date(mostRecentSuccess).toISOString(),
      };
    },
    async getConcurrency({ team }) {
      const { active, maxActive } = await queue.state(team);
      return { success: true, concurrency: active, maxConcurrency: maxActive };
    },
    async listActivity({ team, query: { endpoint, limit = queryDefaults('listActivity').limit ?? 0, cursor } }) {
      const position = cursor === undefined ? undefined : positionOf(cursor);
      const entries = await ledger.entries(team, { endpoint, limit: limit + 1, before: position });
      const page = entries.slice(0, limit);
      const last = page.at(-1);
      return {
        success: true,
        data: page.map(asActivity),
        cursor: last ? Buffer.from(String(last.position)).toString('base64url') : null,
        has_more: entries.length > limit,
      };
    },
    getThreatProtection: async ({ team }) => ({ success: true, data: await policies.get(team) }),
    replaceThreatProtection: async ({ team, body }) => ({ success: true, data: await policies.replace(team, body) }),
  };
}

function creditsOf(apiKey: string | null, credits: number) {
  const creditsUsed = Math.ceil(credits);
  return { apiKey, creditsUsed, totalCredits: creditsUsed };
}

function asDates({ start, end }: Period) {
  return { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
}

function asActivity({ id, endpoint, target, at }: Entry) {
  return { id, endpoint, api_version: 'v2', created_at: new Date(at).toISOString(), target };
}

function positionOf(cursor: string): number {
  const position = Number(Buffer.from(cursor, 'base64url').toString());
  if (Number.isSafeInteger(position) && position > 0) return position;
  throw new Refusal('BAD_REQUEST', 'Invalid cursor. Pass the cursor of the answer before, unchanged.');
}
