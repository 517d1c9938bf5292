import type { Monitor, MonitorCheck, MonitorCheckPage, MonitorRun, MonitorTarget } from '@trawl/client';
import { noop } from '../async/noop.js';
import type { Formats } from '../formats/format-input.js';
import type { ScrapeOptionsInput } from '../formats/requests.js';
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
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { Query, RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import { type ListOptions, listByLink, listByOffset } from '../request/listing.js';
import { dataOf } from '../request/response-fields.js';

/** Which checks of a monitor, and how many. */
export interface MonitorChecksQuery extends Pick<Query<'listMonitorChecks'>, 'status'>, ListOptions {}

/** Which part of a check. */
export interface MonitorCheckQuery extends Query<'getMonitorCheck'> {}

/** Which pages of a check, and how many. */
export interface MonitorPagesQuery extends Pick<MonitorCheckQuery, 'status'>, ListOptions {}

/** A target whose pages are read with any formats, their schemas included. */
type TargetInput<Target, F extends Formats> = Target extends { scrapeOptions?: unknown }
  ? Omit<Target, 'scrapeOptions'> & {
      /** How each page is read. A `schema` may be one of Zod, ArkType or Valibot. */
      readonly scrapeOptions?: ScrapeOptionsInput<F> | undefined;
    }
  : Target;

/** What a monitor looks at: pages, a site, or a search. */
export type MonitorTargetInput<F extends Formats = Formats> = TargetInput<MonitorTarget, F>;

type MonitorFields<Request extends { targets?: unknown }, F extends Formats> = {
  [Field in keyof Request]: Field extends 'targets'
    ? readonly MonitorTargetInput<F>[] | Extract<Request[Field], undefined>
    : Request[Field];
};

/** What a new monitor is made of. */
export type MonitorInput<F extends Formats = Formats> = MonitorFields<RequestBody<'createMonitor'>, F>;

/** The fields of a monitor that change. */
export type MonitorChanges<F extends Formats = Formats> = MonitorFields<RequestBody<'updateMonitor'>, F>;

/** Recurring checks of pages, sites and searches. */
export interface Monitors extends ReturnType<typeof monitors> {}

/** Recurring checks of pages, sites and searches. */
export const monitors = ({ invoke }: Connection) => ({
  /**
   * Creates a monitor. Not retried when it may have been carried out, because that would make a second one. Operation
   * `createMonitor`.
   *
   * @throws ConfigurationError when a `schema` cannot be written as JSON Schema. Nothing is sent then.
   * @throws BadRequestError when the service refuses the monitor; `details` says what to correct.
   * @example
   * const monitor = await trawl.monitors.create({
   *   name: 'Pricing',
   *   schedule: { cron: '0 * * * *' },
   *   targets: [{ type: 'scrape', urls: ['https://example.com/pricing'] }],
   * });
   */
  create: <const F extends Formats>(body: MonitorInput<F>, call?: CallOptions): ApiCall<Monitor> =>
    invoke(createMonitor, { body: body as RequestBody<'createMonitor'> }, call).mapData(dataOf),

  /** All monitors of the team. Sends nothing before you await or iterate it. Operation `listMonitors`. */
  list: (list: ListOptions = {}, call?: CallOptions): Paginated<Monitor> =>
    listByOffset(listMonitors, list, call, (query, options) => invoke(listMonitors, { query }, options)),

  /**
   * One monitor, with the summary of its last check. Operation `getMonitor`.
   *
   * @throws NotFoundError when there is no such monitor.
   */
  get: (monitorId: string, call?: CallOptions): ApiCall<Monitor> =>
    invoke(getMonitor, { path: { monitorId } }, call).mapData(dataOf),

  /**
   * Changes the fields that are given, and only those. Operation `updateMonitor`.
   *
   * @throws BadRequestError when the service refuses a field; `details` says what to correct.
   * @throws NotFoundError when there is no such monitor.
   */
  update: <const F extends Formats>(monitorId: string, body: MonitorChanges<F>, call?: CallOptions): ApiCall<Monitor> =>
    invoke(updateMonitor, { path: { monitorId }, body: body as RequestBody<'updateMonitor'> }, call).mapData(dataOf),

  /**
   * Deletes a monitor, with all of its checks. Operation `deleteMonitor`.
   *
   * @throws NotFoundError when there is no such monitor.
   */
  delete: (monitorId: string, call?: CallOptions): ApiCall<void> =>
    invoke(deleteMonitor, { path: { monitorId }, emptyIsSuccess: true }, call).mapData(noop),

  /**
   * Starts a run now. Not retried when it may have been carried out. Operation `runMonitor`.
   *
   * @throws ConflictError when one is running, or when the monitor is paused.
   * @throws NotFoundError when there is no such monitor.
   */
  run: (monitorId: string, call?: CallOptions): ApiCall<MonitorRun> =>
    invoke(runMonitor, { path: { monitorId } }, call).mapData(dataOf),

  /**
   * The checks of a monitor, the latest first. Sends nothing before you await or iterate it. Operation
   * `listMonitorChecks`.
   *
   * @throws NotFoundError when there is no such monitor.
   * @throws PaginationError when it is interrupted after the first page; `received` has what came before, `cursor` says where to resume.
   */
  checks: (monitorId: string, query?: MonitorChecksQuery, call?: CallOptions): Paginated<MonitorRun> => {
    const { status, ...list } = { ...query };
    return listByOffset(listMonitorChecks, list, call, (page, options) =>
      invoke(listMonitorChecks, { path: { monitorId }, query: { ...page, status } }, options),
    );
  },

  /**
   * One check with the first of the pages it looked at; `pages()` has them all. Operation `getMonitorCheck`.
   *
   * @throws NotFoundError when there is no such monitor or check.
   */
  check: (monitorId: string, checkId: string, query?: MonitorCheckQuery, call?: CallOptions): ApiCall<MonitorCheck> =>
    invoke(getMonitorCheck, { path: { monitorId, checkId }, query }, call).mapData(dataOf),

  /**
   * All pages that a check looked at, each with its diff. Sends nothing before you await or iterate it. Operation
   * `getMonitorCheck`.
   *
   * @throws NotFoundError when there is no such monitor or check.
   * @throws PaginationError when it is interrupted after the first page; `received` has what came before, `cursor` says where to resume.
   */
  pages: (
    monitorId: string,
    checkId: string,
    query?: MonitorPagesQuery,
    call?: CallOptions,
  ): Paginated<MonitorCheckPage> => {
    const { status, ...list } = { ...query };
    const path = { monitorId, checkId };
    // Only the last segment of a link's path is compared.
    const first = `/${encodeURIComponent(checkId)}`;
    return listByLink(getMonitorCheck, list, call, first, async (page, options) => {
      const { data, next } = await invoke(getMonitorCheck, { path, query: { ...page, status } }, options);
      return { items: data?.pages, next: next ?? data?.next };
    });
  },
});
