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
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { Query, RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import { type ListOptions, listing } from '../request/listing.js';
import { dataOf, listOf, required } from '../request/response-fields.js';

/** A filter of the calls of the team, and how many to list. */
export interface ActivityQuery extends Omit<Query<'listActivity'>, 'limit' | 'cursor'>, ListOptions {}

/** Credits, tokens, queue, activity and policies of your team. */
export interface Team extends ReturnType<typeof team> {}

/** Returns a function that gives each period of usage its number under both names: servers send one or the other. */
const withBothNames =
  <Name extends string>(one: Name, other: Name) =>
  <Period extends { readonly [name in Name]?: unknown }>(periods: readonly Period[]): Period[] =>
    periods.map((period) => ({ [one]: period[other], [other]: period[one], ...period }));

/** Credits, tokens, queue, activity and policies of your team. */
export const team = ({ invoke }: Connection) => ({
  /** The remaining credits of the billing period. Operation `getCreditUsage`. */
  credits: (call?: CallOptions): ApiCall<CreditUsage> => invoke(getCreditUsage, {}, call).mapData(dataOf),

  /** The credits used in each billing period. Operation `listCreditUsageHistory`. */
  creditHistory: (query?: Query<'listCreditUsageHistory'>, call?: CallOptions): ApiCall<CreditPeriod[]> =>
    invoke(listCreditUsageHistory, { query }, call)
      .mapData(listOf('periods', []))
      .mapData(withBothNames('creditsUsed', 'totalCredits')),

  /** The remaining tokens of the billing period. Operation `getTokenUsage`. */
  tokens: (call?: CallOptions): ApiCall<TokenUsage> => invoke(getTokenUsage, {}, call).mapData(dataOf),

  /** The tokens used in each billing period. Operation `listTokenUsageHistory`. */
  tokenHistory: (query?: Query<'listTokenUsageHistory'>, call?: CallOptions): ApiCall<TokenPeriod[]> =>
    invoke(listTokenUsageHistory, { query }, call)
      .mapData(listOf('periods', []))
      .mapData(withBothNames('tokensUsed', 'totalTokens')),

  /** The number of waiting and running jobs, and how many may run at once. Operation `getQueueStatus`. */
  queue: (call?: CallOptions): ApiCall<QueueStatus> => invoke(getQueueStatus, {}, call),

  /** The number of running requests, and how many may run at once. Operation `getConcurrency`. */
  concurrency: (call?: CallOptions): ApiCall<Concurrency> => invoke(getConcurrency, {}, call),

  /**
   * The latest calls of the team, newest first. Sends nothing before you await or iterate it. Operation
   * `listActivity`.
   *
   * @throws PaginationError when it is interrupted after the first page; `received` has what came before, `cursor` says where to resume.
   * @example
   * for await (const { endpoint, target } of trawl.team.activity({ endpoint: 'scrape', limit: 500 })) console.log(endpoint, target);
   */
  activity: (query?: ActivityQuery, call?: CallOptions): Paginated<Activity> => {
    const { limit, cursor, ...filter } = { ...query };
    const fetchPage = async (pageCursor: string | undefined, pageSize: number, options: CallOptions) => {
      const pageQuery = { ...filter, limit: pageSize, cursor: pageCursor };
      return invoke(listActivity, { query: pageQuery }, options).mapData((answer, response) => ({
        items: answer.data,
        // Without a cursor, the list would look complete.
        next: answer.has_more ? required(answer.cursor || undefined, 'cursor', response) : undefined,
      }));
    };
    return listing(listActivity, { limit, cursor }, call, fetchPage);
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
