import type { Monitor, MonitorCheck, MonitorCheckPage, MonitorRun } from '@trawl/client';
import type { Paginated } from '../pagination/paginated.js';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import { type ListOptions, listByLink, listByOffset } from './listing.js';
import { required } from './required.js';
import type { Body, Query } from './wire.js';

/** Recurring checks of pages, sites and searches. */
export class Monitors {
  readonly #invoke: Invoke;
  readonly #baseUrl: string;

  constructor(invoke: Invoke, baseUrl: string) {
    this.#invoke = invoke;
    this.#baseUrl = baseUrl;
  }

  /**
   * Creates a monitor. Never repeated when it may have been carried out, because that would make a second one.
   *
   * @example
   * const monitor = await trawl.monitors.create({
   *   name: 'Pricing',
   *   schedule: { cron: '0 * * * *' },
   *   targets: [{ type: 'scrape', urls: ['https://example.com/pricing'] }],
   * });
   */
  create(monitor: Body<'createMonitor'>, call?: CallOptions): ApiCall<Monitor> {
    return this.#invoke('createMonitor', { body: monitor }, call).mapData(required('data'));
  }

  /** All monitors of the team. Nothing is sent before it is awaited or iterated. */
  list(query: ListOptions = {}, call?: CallOptions): Paginated<Monitor> {
    return listByOffset('listMonitors', query, async (page) => {
      return (await this.#invoke('listMonitors', { query: page }, call)).data;
    });
  }

  get(monitorId: string, call?: CallOptions): ApiCall<Monitor> {
    return this.#invoke('getMonitor', { path: { monitorId } }, call).mapData(required('data'));
  }

  /** Changes the fields that are given, and only those. */
  update(monitorId: string, changes: Body<'updateMonitor'>, call?: CallOptions): ApiCall<Monitor> {
    return this.#invoke('updateMonitor', { path: { monitorId }, body: changes }, call).mapData(required('data'));
  }

  delete(monitorId: string, call?: CallOptions): ApiCall<void> {
    return this.#invoke('deleteMonitor', { path: { monitorId }, mayBeEmpty: true }, call).mapData(() => {});
  }

  /** Starts a run now; a `ConflictError` says that one is running, or that the monitor is paused. */
  run(monitorId: string, call?: CallOptions): ApiCall<MonitorRun> {
    return this.#invoke('runMonitor', { path: { monitorId } }, call).mapData(required('data'));
  }

  /** The checks of a monitor, the latest first. */
  checks(
    monitorId: string,
    { status, ...list }: Pick<Query<'listMonitorChecks'>, 'status'> & ListOptions = {},
    call?: CallOptions,
  ): Paginated<MonitorRun> {
    return listByOffset('listMonitorChecks', list, async (page) => {
      const query = { ...page, ...(status && { status }) };
      return (await this.#invoke('listMonitorChecks', { path: { monitorId }, query }, call)).data;
    });
  }

  /** One check with the first of the pages it looked at; `pages()` has them all. */
  check(
    monitorId: string,
    checkId: string,
    query?: Query<'getMonitorCheck'>,
    call?: CallOptions,
  ): ApiCall<MonitorCheck> {
    return this.#invoke('getMonitorCheck', { path: { monitorId, checkId }, query }, call).mapData(required('data'));
  }

  /** All pages that a check looked at, each with its diff. */
  pages(
    monitorId: string,
    checkId: string,
    { status, ...list }: Pick<Query<'getMonitorCheck'>, 'status'> & ListOptions = {},
    call?: CallOptions,
  ): Paginated<MonitorCheckPage> {
    const first = `/v2/monitor/${encodeURIComponent(monitorId)}/checks/${encodeURIComponent(checkId)}`;
    return listByLink('getMonitorCheck', list, this.#baseUrl, first, async (page) => {
      const query = { ...page, ...(status && { status }) };
      const { data, next } = await this.#invoke('getMonitorCheck', { path: { monitorId, checkId }, query }, call);
      return { items: data?.pages ?? [], next: next ?? data?.next };
    });
  }
}
