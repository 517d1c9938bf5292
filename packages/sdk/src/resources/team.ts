import type {
  Activity,
  Concurrency,
  CreditPeriod,
  CreditUsage,
  QueueStatus,
  ThreatProtectionPolicy,
  TokenPeriod,
  TokenUsage,
} from '@trawl/client';
import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { Query, RequestBody } from '../calls/contract-types.js';
import type { CallOptions } from '../calls/invoke.js';
import { type ListOptions, listing } from '../calls/listing.js';
import { dataOf, listOf, required } from '../calls/response-fields.js';
import {
  getConcurrency,
  getCreditUsage,
  getQueueStatus,
  getThreatProtection,
  getTokenUsage,
  listActivity,
  listCreditUsageHistory,
  listTokenUsageHistory,
  replaceThreatProtection,
} from '../generated/operations.js';
import type { Paginated } from '../pagination/paginated.js';

/** Which calls of the team, and how many. */
export interface ActivityQuery extends Omit<Query<'listActivity'>, 'limit' | 'cursor'>, ListOptions {}

/** Credits, tokens, queue, activity and policies of your team. */
export interface Team extends ReturnType<typeof team> {}

/** Credits, tokens, queue, activity and policies of your team. */
export const team = ({ invoke }: Connection) => ({
  /** What is left of the credits of the billing period. Operation `getCreditUsage`. */
  credits: (call?: CallOptions): ApiCall<CreditUsage> => invoke(getCreditUsage, {}, call).mapData(dataOf),

  /** The credits used in each billing period. Operation `listCreditUsageHistory`. */
  creditHistory: (query?: Query<'listCreditUsageHistory'>, call?: CallOptions): ApiCall<CreditPeriod[]> =>
    invoke(listCreditUsageHistory, { query }, call).mapData(listOf('periods', [])),

  /** What is left of the tokens of the billing period. Operation `getTokenUsage`. */
  tokens: (call?: CallOptions): ApiCall<TokenUsage> => invoke(getTokenUsage, {}, call).mapData(dataOf),

  /** The tokens used in each billing period. Operation `listTokenUsageHistory`. */
  tokenHistory: (query?: Query<'listTokenUsageHistory'>, call?: CallOptions): ApiCall<TokenPeriod[]> =>
    invoke(listTokenUsageHistory, { query }, call).mapData(listOf('periods', [])),

  /** How many jobs wait and run, and how many may run at once. Operation `getQueueStatus`. */
  queue: (call?: CallOptions): ApiCall<QueueStatus> => invoke(getQueueStatus, {}, call),

  /** How many requests run at this moment, and how many may. Operation `getConcurrency`. */
  concurrency: (call?: CallOptions): ApiCall<Concurrency> => invoke(getConcurrency, {}, call),

  /**
   * What the team called lately, the latest first. Nothing is sent before it is awaited or iterated. Operation
   * `listActivity`.
   *
   * @throws PaginationError when it breaks off after the first page; `received` has what had come, `cursor` leads on.
   * @example
   * for await (const { endpoint, target } of trawl.team.activity({ endpoint: 'scrape', limit: 500 })) console.log(endpoint, target);
   */
  activity: (given?: ActivityQuery, call?: CallOptions): Paginated<Activity> => {
    const { limit: most, cursor: first, ...filter } = { ...given };
    const fetchPage = async (cursor: string | undefined, limit: number) => {
      const query = { ...filter, limit, cursor };
      return invoke(listActivity, { query }, call).mapData(({ data, has_more, cursor }, received) => ({
        items: data,
        // Without it the list would look whole.
        next: has_more ? required(cursor || undefined, 'cursor', received) : undefined,
      }));
    };
    return listing(listActivity, { limit: most, cursor: first }, call, fetchPage);
  },

  /**
   * The threat-protection policy of the organization. Operation `getThreatProtection`.
   *
   * @throws PermissionDeniedError when the feature is not enabled for the team.
   */
  threatProtection: (call?: CallOptions): ApiCall<ThreatProtectionPolicy> =>
    invoke(getThreatProtection, {}, call).mapData(dataOf),

  /**
   * Replaces the threat-protection policy of the organization. Operation `replaceThreatProtection`.
   *
   * @throws BadRequestError when the service refuses the policy; `details` says what to correct.
   * @throws PermissionDeniedError when the feature is not enabled for the team.
   */
  replaceThreatProtection: (
    policy: RequestBody<'replaceThreatProtection'>,
    call?: CallOptions,
  ): ApiCall<ThreatProtectionPolicy> => invoke(replaceThreatProtection, { body: policy }, call).mapData(dataOf),
});
