import type { Monitor, MonitorCheck, MonitorCheckPage, MonitorRun } from '@trawl/client';
import type { Connection } from '../connection.js';
import {
  createMonitor,
  deleteMonitor,
  getMonitor,
  getMonitorCheck,
  listMonitorChecks,
  listMonitors,
  runMonitor,
  updateMonitor,
} from '../generated/operations.js';
import type { Paginated } from '../pagination/paginated.js';
import type { ApiCall } from './api-call.js';
import type { CallOptions } from './invoke.js';
import { type ListOptions, listByLink, listByOffset } from './listing.js';
import { dataOf, nothing } from './required.js';
import type { Body, Query } from './wire.js';

/** Recurring checks of pages, sites and searches. */
export interface Monitors extends ReturnType<typeof monitors> {}

/** Recurring checks of pages, sites and searches. */
export const monitors = ({ invoke }: Connection) => ({
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
  create: (body: Body<'createMonitor'>, call?: CallOptions): ApiCall<Monitor> =>
    invoke(createMonitor, { body }, call).mapData(dataOf),

  /** All monitors of the team. Nothing is sent before it is awaited or iterated. */
  list: (list: ListOptions = {}, call?: CallOptions): Paginated<Monitor> =>
    listByOffset(listMonitors, list, call, (query) => invoke(listMonitors, { query }, call)),

  get: (monitorId: string, call?: CallOptions): ApiCall<Monitor> =>
    invoke(getMonitor, { path: { monitorId } }, call).mapData(dataOf),

  /** Changes the fields that are given, and only those. */
  update: (monitorId: string, body: Body<'updateMonitor'>, call?: CallOptions): ApiCall<Monitor> =>
    invoke(updateMonitor, { path: { monitorId }, body }, call).mapData(dataOf),

  delete: (monitorId: string, call?: CallOptions): ApiCall<void> =>
    invoke(deleteMonitor, { path: { monitorId }, mayBeEmpty: true }, call).mapData(nothing),

  /** Starts a run now; a `ConflictError` says that one is running, or that the monitor is paused. */
  run: (monitorId: string, call?: CallOptions): ApiCall<MonitorRun> =>
    invoke(runMonitor, { path: { monitorId } }, call).mapData(dataOf),

  /** The checks of a monitor, the latest first. */
  checks: (
    monitorId: string,
    given?: Pick<Query<'listMonitorChecks'>, 'status'> & ListOptions,
    call?: CallOptions,
  ): Paginated<MonitorRun> => {
    const { status, ...list } = { ...given };
    return listByOffset(listMonitorChecks, list, call, (page) =>
      invoke(listMonitorChecks, { path: { monitorId }, query: { ...page, ...(status && { status }) } }, call),
    );
  },

  /** One check with the first of the pages it looked at; `pages()` has them all. */
  check: (
    monitorId: string,
    checkId: string,
    query?: Query<'getMonitorCheck'>,
    call?: CallOptions,
  ): ApiCall<MonitorCheck> => invoke(getMonitorCheck, { path: { monitorId, checkId }, query }, call).mapData(dataOf),

  /** All pages that a check looked at, each with its diff. */
  pages: (
    monitorId: string,
    checkId: string,
    given?: Pick<Query<'getMonitorCheck'>, 'status'> & ListOptions,
    call?: CallOptions,
  ): Paginated<MonitorCheckPage> => {
    const { status, ...list } = { ...given };
    const path = { monitorId, checkId };
    const first = `/v2/monitor/${encodeURIComponent(monitorId)}/checks/${encodeURIComponent(checkId)}`;
    return listByLink(getMonitorCheck, list, call, first, async (page) => {
      const query = { ...page, ...(status && { status }) };
      const { data, next } = await invoke(getMonitorCheck, { path, query }, call);
      return { items: data?.pages, next: next ?? data?.next };
    });
  },
});
