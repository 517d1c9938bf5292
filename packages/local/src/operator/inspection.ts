import { redactedUrls, redactedWebhook } from '@trawl/base/redacted-url';
import type { ApiKeys } from '../accounts/api-keys.js';
import type { Plan } from '../accounts/plan.js';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import type { Monitoring } from '../monitor/monitoring.js';
import type { RenderedFiles } from '../scrape/rendered-files.js';
import type { Scraper } from '../scrape/scrape-task.js';
import { accessPath } from '../sessions/session-access.js';
import type { Sessions } from '../sessions/sessions.js';
import type { ServiceNode, StoredDelivery } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';
import type { SentEvent, WebhookSender } from '../webhooks/delivery.js';
import { type InspectedJobs, jobViews } from './job-views.js';
import { keyView } from './key-view.js';
import { monitorViews } from './monitor-views.js';
import { pageViews } from './page-views.js';
import { receiversOf } from './receivers.js';
import { redactedJson } from './redacted-json.js';
import type {
  CreditsView,
  DeliveriesView,
  DeliveryDetail,
  DeliveryView,
  JobView,
  KeyView,
  NodeView,
  ScreenshotView,
  SessionView,
} from './views.js';

export interface InspectionDependencies {
  readonly engine: Pick<JobEngine, 'find' | 'latest'>;
  readonly jobs: InspectedJobs;
  readonly monitoring: Pick<Monitoring, 'check'>;
  readonly stores: Pick<Stores, 'checks' | 'ledger' | 'monitors' | 'search'>;
  readonly scraper: Scraper;
  readonly webhooks: Pick<WebhookSender, 'waiting' | 'deliveries' | 'sent'>;
  readonly plan: Plan;
  readonly sessions: Pick<Sessions, 'live'>;
  readonly files: Pick<RenderedFiles, 'pictures'>;
  /** The path that files are served below. */
  readonly filesPath: string;
  readonly apiKeys: Pick<ApiKeys, 'list' | 'teams'>;
  /** The teams that the server has by its options. */
  readonly optionTeams: readonly string[];
  /** The nodes of the service; undefined for a server that works alone. */
  readonly nodes: { list(): Promise<ServiceNode[]> } | undefined;
}

const MAX_JOBS = 200;
const MAX_CHARGES = 200;
const MAX_PICTURES = 48;

export type Inspection = ReturnType<typeof createInspection>;

/** What the operator of the server sees: the data of all teams. Reading it changes nothing. */
export function createInspection(dependencies: InspectionDependencies) {
  const {
    engine,
    jobs,
    monitoring,
    stores,
    scraper,
    webhooks,
    plan,
    sessions,
    files,
    filesPath,
    apiKeys,
    optionTeams,
    nodes,
  } = dependencies;
  const { ledger, search } = stores;
  const views = jobViews(engine, jobs);
  return {
    jobs: {
      list: (): Promise<JobView[]> => views.list(MAX_JOBS),
      detail: views.detail,
    },
    /** Those that are alive, the oldest first. There are none where this server works alone. */
    nodes: async (): Promise<NodeView[]> => ((await nodes?.list()) ?? []).map(nodeView),
    monitors: monitorViews(monitoring, stores),
    pages: pageViews(search, scraper),

    async deliveries(): Promise<DeliveriesView> {
      const deliveries = (await webhooks.deliveries()).map(deliveryOf);
      return { waiting: await webhooks.waiting(), receivers: receiversOf(deliveries), deliveries };
    },

    async delivery(number: number): Promise<DeliveryDetail> {
      const loggedDelivery = (await webhooks.deliveries()).find((each) => each.number === number);
      if (!loggedDelivery) throw new Refusal('not_found', 'There is no such delivery, or no longer.');
      const exchange = await webhooks.sent(number);
      return {
        ...deliveryOf(loggedDelivery),
        ...sentOf(exchange),
        canResend: loggedDelivery.isOver ? exchange?.payload !== undefined : loggedDelivery.nextAt !== undefined,
      };
    },

    async credits(): Promise<CreditsView> {
      const { start, end } = plan.period();
      const teams = new Set([...optionTeams, ...(await apiKeys.teams())]);
      return {
        from: timestamp(start),
        until: timestamp(end),
        teams: await Promise.all(
          [...teams].map(async (team) => ({
            team,
            used: await ledger.used(team, start, end),
            ...(plan.isLimited && { remaining: await plan.remaining(team) }),
          })),
        ),
        charges: (await ledger.latest(MAX_CHARGES)).map(({ number, at, team, endpoint, credits, target }) => ({
          number,
          at: timestamp(at),
          team,
          endpoint,
          credits,
          ...(target !== null && { target: redactedUrls(target) }),
        })),
      };
    },

    /** The oldest first; revoked ones too. */
    async keys(): Promise<KeyView[]> {
      const { start, end } = plan.period();
      return Promise.all(
        (await apiKeys.list()).map(async (key) => keyView(key, await ledger.usedByKey(key.id, start, end))),
      );
    },

    /** The latest first. */
    sessions: (): SessionView[] =>
      sessions.live().map((session) => ({
        id: session.id,
        team: session.terms.team,
        credits: session.creditsBilled,
        ...(session.terms.scrapeId !== undefined && { scrapeId: session.terms.scrapeId }),
        createdAt: timestamp(session.createdAt),
        expiresAt: timestamp(session.expiresAt),
        ...(session.terms.streamWebView && { viewPath: accessPath(session, 'view') }),
      })),

    screenshots: async (): Promise<ScreenshotView[]> =>
      (await files.pictures(MAX_PICTURES)).map(({ name, bytes, page, at }) => ({
        path: `${filesPath}/${name}`,
        bytes,
        at: timestamp(at),
        ...(page !== null && { page }),
      })),
  };
}

function deliveryOf({ url, attempts, nextAt, isOver, ...delivery }: StoredDelivery): DeliveryView {
  const isDelivered = isOver && attempts.at(-1)?.problem === undefined;
  return {
    number: delivery.number,
    event: delivery.event,
    about: delivery.about,
    url: redactedWebhook(url),
    state: isDelivered ? 'delivered' : isOver ? 'failed' : nextAt === undefined ? 'sending' : 'retrying',
    attempts: attempts.map(({ at, durationMs, problem }) => ({
      at: timestamp(at),
      durationMs,
      ...(problem !== undefined && { problem }),
    })),
    ...(nextAt !== undefined && { nextAt: timestamp(nextAt) }),
  };
}

function sentOf({ payload, omitted }: SentEvent = {}): Pick<DeliveryDetail, 'payload' | 'headers' | 'omitted'> {
  if (!payload) return omitted === undefined ? {} : { omitted };
  return { payload: redactedJson(JSON.parse(payload.body)), headers: Object.keys(JSON.parse(payload.headers)) };
}

const timestamp = (time: number): string => new Date(time).toISOString();

function nodeView({ startedAt, silentMs, address: _address, ...node }: ServiceNode): NodeView {
  return { ...node, startedAt: timestamp(startedAt), lagMs: silentMs };
}
