import type { Clock } from '@trawl/base/clock';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import type { Converter } from '@trawl/convert/workers';
import type { OwnPages } from '@trawl/web/own-pages';
import { createRequestSpacing } from '@trawl/web/request-spacing';
import type { SeedPage } from '@trawl/web/seed-page';
import { openAccounts } from '../accounts/open-accounts.js';
import { openAgents } from '../agent/open-agents.js';
import { convertWith } from '../convert/convert.js';
import { openCrawls } from '../crawl/open-crawls.js';
import { JobEngine } from '../jobs/engine.js';
import { openRestingRunner } from '../jobs/resting-runner.js';
import { createMap } from '../map/map.js';
import { openMedia } from '../media/media.js';
import { openModel } from '../model/open-model.js';
import { openMonitoring } from '../monitor/open-monitoring.js';
import { openNetwork } from '../network/open-network.js';
import { openRenderer } from '../network/open-renderer.js';
import { robotNameOf, userAgentOf } from '../network/user-agent.js';
import type { ServiceNodes } from '../nodes/service-nodes.js';
import { openOcr } from '../ocr/ocr.js';
import { withRecognition } from '../ocr/recognizing-convert.js';
import { Uploads } from '../parse/uploads.js';
import { startRetention } from '../retention/retention.js';
import { openScraping } from '../scrape/open-scraping.js';
import { createGuardFor } from '../scrape/threat-protection.js';
import { openSearch } from '../search/open-search.js';
import { pagesOfDomain } from '../search/pages-of-domain.js';
import { openSessions } from '../sessions/open-sessions.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../store/stores.js';
import type { CallMemory } from '../support-api/call-memory.js';
import { openSupport } from '../support-api/open-support.js';
import { createSharedDeliveryLog } from '../webhooks/shared-delivery-log.js';
import { createWebhooks } from '../webhooks/webhooks.js';
import type { Observers } from './observers.js';
import { limitsOfMedia, limitsOfRetention } from './setting-limits.js';

/** What all parts of the service share. */
export interface ServiceEnvironment {
  readonly stores: Stores;
  /** The nodes of the service; undefined where this process works alone. */
  readonly nodes?: ServiceNodes | undefined;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Whether it only reads what is stored: it does no jobs and fetches nothing. */
  readonly isAtRest: boolean;
  /** The port of this server; undefined before it listens, unless the port is set. */
  readonly port: () => number | undefined;
  /** The browser of this server, or why it has none. */
  readonly browser: BrowserLookup;
  readonly log: (line: string) => void;
  readonly observers: Observers;
  /** The last calls, for questions about them. */
  readonly memory: CallMemory;
  /** The pages that this server serves to everybody. */
  readonly ownPages: OwnPages;
  /** Converts pages and files. Several services may share one. */
  readonly converter: Converter;
  /** The pages that stand for the network, if there are any. */
  readonly pages?: readonly SeedPage[] | undefined;
}

export type ServiceParts = ReturnType<typeof openParts>;

/** Opens all parts of the service, each with what it needs of those before it. */
export function openParts({ memory, ownPages, converter, pages, ...environment }: ServiceEnvironment) {
  const { stores, nodes, clock, settings, isAtRest, port, browser, log, observers } = environment;
  const process = nodes?.process;
  const spacing = (name: string) => nodes?.openSpacing(name) ?? createRequestSpacing(clock);
  const robotName = robotNameOf(settings);
  const shared = { stores, clock, log };

  const accounts = openAccounts({ ...shared, credits: settings.credits, process });
  const { plan, apiKeys } = accounts;
  const credits = { plan, stores };
  const network = openNetwork({
    ...shared,
    settings,
    spacing: spacing('requests'),
    port,
    browser,
    nodes: nodes?.asProgram,
    ownPages,
    pages,
    isAtRest,
    observe: observers.fetch,
  });
  const { recorder, givenPages, fetchPage: fetch } = network;
  const guardFor = createGuardFor(accounts.policies, network.riskService);
  const renderer = openRenderer({ settings, clock, browser, network, observe: observers.render });
  const search = openSearch({
    stores,
    clock,
    isLeftOut: settings.leaveOut.includes('index'),
    searchUrl: settings.searchUrl,
    fetch: recorder.fetch,
  });
  const model = openModel({ ...shared, settings, observe: observers.modelCall });
  const { answerTask } = model;
  const media = openMedia({
    ffmpeg: settings.ffmpeg,
    ytDlp: settings.ytDlp,
    limits: limitsOfMedia(settings),
    isOffline: recorder.mode === 'offline' || givenPages !== undefined,
    userAgent: userAgentOf(settings),
    policyAt: network.policyAt,
    proxies: network.proxies,
  });
  const { tesseract, pdftoppm, ocrLanguages, ocrSeconds } = settings;
  const ocr = openOcr({ tesseract, pdftoppm, languages: ocrLanguages, maxSeconds: ocrSeconds, clock });
  const convert = withRecognition(convertWith(converter, observers.conversion), ocr);
  const scraping = openScraping({
    ...shared,
    settings,
    port,
    process,
    apiKeys,
    network,
    renderer,
    guardFor,
    index: search.index,
    model: model.pages,
    media,
    convert,
    onCacheLookup: observers.cacheLookup,
  });
  const { scraper, differ, profiles, finishedScrapes, files } = scraping;
  const map = createMap({
    scraper,
    fetch,
    storedLinks: (team, domain) => pagesOfDomain(stores, team, domain),
    robotName,
    guardFor,
  });
  const sessions = openSessions({
    clock,
    log,
    ledger: stores.ledger,
    plan,
    keys: accounts.keyWatch,
    guardFor,
    profiles,
    opener: scraper,
    maxSessions: settings.maxSessions,
    node: nodes,
    renderer: () => (recorder.mode === 'offline' || givenPages ? undefined : renderer),
  });

  // Each kind of job makes itself known to the engine, which then begins with all of them.
  const engine = new JobEngine({
    ...shared,
    observer: observers.jobs,
    openRunner: isAtRest ? openRestingRunner : nodes?.openRunner,
  });
  const webhooks = createWebhooks({
    ...shared,
    engine,
    fetch: recorder.fetch,
    secret: settings.webhookSecret,
    deliveries: nodes && createSharedDeliveryLog(stores, clock),
    observe: observers.webhook,
  });
  const crawls = openCrawls({
    ...shared,
    engine,
    scraper,
    fetch,
    spacing: spacing('robots'),
    guardFor,
    credits,
    webhooks,
    robotName,
    robotsPolicy: settings.robots,
  });
  openAgents({
    clock,
    log,
    jobs: engine,
    scraper,
    map,
    engine: search.engine,
    guardFor,
    sessions: sessions.sessions,
    access: model.access,
    webhooks,
    credits,
  });
  const monitoring = openMonitoring({
    ...shared,
    engine,
    jobs: crawls.jobs,
    scraper,
    searchEngine: search.engine,
    compare: differ.compare,
    plan,
    webhooks,
    answerTask,
    isAtRest,
  });
  engine.run();

  const uploads = new Uploads(stores, clock);
  const retention = startRetention({
    ...shared,
    isAtRest,
    limits: limitsOfRetention(settings),
    spacing: spacing('retention'),
    expirations: [monitoring, uploads, finishedScrapes, files].map((part) => () => part.forgetExpired()),
  });
  const support = openSupport({ stores, clock, memory, answerTask, scraper, plan });
  return {
    ...accounts,
    ...network,
    ...scraping,
    ...sessions,
    ...crawls,
    guardFor,
    renderer,
    model,
    media,
    ocr,
    convert,
    map,
    searchIndex: search.index,
    searchEngine: search.engine,
    engine,
    webhooks,
    monitoring,
    uploads,
    retention,
    support,
  };
}
