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
import { Paginated } from '../pagination/paginated.js';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import { type ListOptions, pageSize } from './listing.js';
import { required } from './required.js';
import type { Body, Query } from './wire.js';

/** Credits, tokens, queue, activity and policies of your team. */
export class Team {
  readonly #invoke: Invoke;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /** What is left of the credits of the billing period. */
  credits(call?: CallOptions): ApiCall<CreditUsage> {
    return this.#invoke('getCreditUsage', {}, call).mapData(required('data'));
  }

  /** The credits used in each billing period. */
  creditHistory(query?: Query<'listCreditUsageHistory'>, call?: CallOptions): ApiCall<CreditPeriod[]> {
    return this.#invoke('listCreditUsageHistory', { query }, call).mapData(({ periods = [] }) => periods);
  }

  /** What is left of the tokens of the billing period. */
  tokens(call?: CallOptions): ApiCall<TokenUsage> {
    return this.#invoke('getTokenUsage', {}, call).mapData(required('data'));
  }

  /** The tokens used in each billing period. */
  tokenHistory(query?: Query<'listTokenUsageHistory'>, call?: CallOptions): ApiCall<TokenPeriod[]> {
    return this.#invoke('listTokenUsageHistory', { query }, call).mapData(({ periods = [] }) => periods);
  }

  /** How many jobs wait and run, and how many may run at once. */
  queue(call?: CallOptions): ApiCall<QueueStatus> {
    return this.#invoke('getQueueStatus', {}, call);
  }

  /** How many requests run at this moment, and how many may. */
  concurrency(call?: CallOptions): ApiCall<Concurrency> {
    return this.#invoke('getConcurrency', {}, call);
  }

  /**
   * What the team called lately, the latest first. Nothing is sent before it is awaited or iterated.
   *
   * @example
   * for await (const { endpoint, target } of trawl.team.activity({ endpoint: 'scrape', limit: 500 })) console.log(endpoint, target);
   */
  activity(
    { limit, cursor, ...filter }: Omit<Query<'listActivity'>, 'limit' | 'cursor'> & ListOptions = {},
    call?: CallOptions,
  ): Paginated<Activity> {
    const fetchPage = async (from: string | undefined) => {
      const query = { ...filter, limit: pageSize(limit), ...(from && { cursor: from }) };
      const page = await this.#invoke('listActivity', { query }, call);
      return { items: page.data ?? [], next: (page.has_more && page.cursor) || undefined };
    };
    return new Paginated({ operation: 'listActivity', fetchPage, limit, cursor });
  }

  /** The threat-protection policy of the organization. */
  threatProtection(call?: CallOptions): ApiCall<ThreatProtectionPolicy> {
    return this.#invoke('getThreatProtection', {}, call).mapData(required('data'));
  }

  /** Replaces the threat-protection policy of the organization. */
  replaceThreatProtection(
    policy: Body<'replaceThreatProtection'>,
    call?: CallOptions,
  ): ApiCall<ThreatProtectionPolicy> {
    return this.#invoke('replaceThreatProtection', { body: policy }, call).mapData(required('data'));
  }
}
