import type { Clock } from '@trawl/base/clock';
import { redactedUrl } from '@trawl/base/redacted-url';
import { createDevToolsPorts } from '@trawl/browser/devtools-ports';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import { createLazyBrowser } from '@trawl/browser/lazy-browser';
import { MemoryTotal } from '@trawl/browser/memory-limits';
import { politeRenderer } from '@trawl/browser/polite-renderer';
import { createRenderer, pagesAtOnce, type Renderer } from '@trawl/browser/renderer';
import { createCodeRunner } from '@trawl/browser/sandbox/code-runner';
import { createTeamBrowsers } from '@trawl/browser/team-browsers';
import type { Converter } from '@trawl/convert/workers';
import { Fetcher } from '@trawl/web/fetch';
import type { Fetch } from '@trawl/web/fetch-types';
import { GivenPages, withGivenPages } from '@trawl/web/given-pages';
import { createOutgoingProxies } from '@trawl/web/outgoing-proxies';
import { atOwnAddress, type OwnPages, withOwnPages } from '@trawl/web/own-pages';
import { type Politeness, politeFetch } from '@trawl/web/polite-fetch';
import { createPortPolicy, selfAsProgram } from '@trawl/web/port-policy';
import { createRecorder, type FetchMode } from '@trawl/web/recorder';
import { recordingsInFolder } from '@trawl/web/recordings';
import { createRequestSpacing, type RequestSpacing } from '@trawl/web/request-spacing';
import { createRiskService, type RiskService, readRiskServiceAddress } from '@trawl/web/risk-service';
import type { SeedPage } from '@trawl/web/seed-page';
import { createSiteDenial, withSiteLists } from '@trawl/web/site-lists';
import { createApiKeys } from '../accounts/api-keys.js';
import { pageEstimate } from '../accounts/credits.js';
import { createDeviceLogins } from '../accounts/device-logins.js';
import type { JobQueue } from '../accounts/job-queue.js';
import { KeyWatch } from '../accounts/key-watch.js';
import { Plan } from '../accounts/plan.js';
import { isOpen, recordingOwner, teamsOf } from '../accounts/teams.js';
import { createThreatPolicies } from '../accounts/threat-policies.js';
import { agentWork } from '../agent/agent-work.js';
import { extractWork } from '../agent/extract-work.js';
import { modelKinds } from '../agent/model-kind.js';
import { ownUrl } from '../base/own-url.js';
import { createDiffer } from '../changes/differ.js';
import { createChangeTracker } from '../changes/tracker.js';
import { withScheme } from '../contract/page-url.js';
import { convertWith } from '../convert/convert.js';
import { JobWatch } from '../crawl/job-watch.js';
import { createJobs } from '../crawl/jobs.js';
import { MAX_CONCURRENCY, pageKinds } from '../crawl/page-kinds.js';
import { createPathMatcher } from '../crawl/path-matcher.js';
import { JobEngine } from '../jobs/engine.js';
import { openRestingRunner } from '../jobs/resting-runner.js';
import { createMap } from '../map/map.js';
import { openMedia } from '../media/media.js';
import { openModel } from '../model/open-model.js';
import { checkKind } from '../monitor/check-kind.js';
import { createCheckCrawls } from '../monitor/crawl-site.js';
import { createOpenJudge } from '../monitor/judge.js';
import { createMonitoring } from '../monitor/monitoring.js';
import type { ServiceNodes } from '../nodes/service-nodes.js';
import { openOcr } from '../ocr/ocr.js';
import { withRecognition } from '../ocr/recognizing-convert.js';
import { Uploads } from '../parse/uploads.js';
import { createProfiles } from '../profiles/profiles.js';
import { createSharedProfileTurns } from '../profiles/shared-profile-turns.js';
import { type RetentionLimits, startRetention } from '../retention/retention.js';
import { createFinishedScrapes } from '../scrape/finished-scrapes.js';
import { createPageCache } from '../scrape/page-cache.js';
import { createRenderedFiles, FILES_PATH, type KeptFile } from '../scrape/rendered-files.js';
import { createScraper, type ScraperDependencies } from '../scrape/scraper.js';
import { createSeeder } from '../scrape/seed.js';
import { createGuardFor, type GuardFor } from '../scrape/threat-protection.js';
import { pagesOfDomain } from '../search/pages-of-domain.js';
import { StoredSearchIndex } from '../search/search-index.js';
import { createSearxng } from '../search/searxng.js';
import { Sessions } from '../sessions/sessions.js';
import type { Settings } from '../settings/settings.js';
import { recordingsInDatabase } from '../store/recordings-in-database.js';
import type { Stores } from '../store/stores.js';
import type { CallMemory } from '../support-api/call-memory.js';
import { createTryFix } from '../support-api/fix-trial.js';
import { createReasonedSupport } from '../support-api/reasoned-support.js';
import { createSupport } from '../support-api/support.js';
import type { Metrics } from '../telemetry/metrics.js';
import { createSharedDeliveryLog } from '../webhooks/shared-delivery-log.js';
import { createWebhooks } from '../webhooks/webhooks.js';
import { namedPrograms } from './named-programs.js';
import {
  jobObserver,
  measuredCache,
  measuredConvert,
  measuredFetch,
  measuredRenderer,
  measuredWebhooks,
} from './service-telemetry.js';

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
  readonly metrics: Metrics;
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

/** Opens all parts of the service. Each gets the parts that it needs. */
export function openParts(environment: ServiceEnvironment) {
  const { stores, clock, settings, log, metrics } = environment;
  const accounts = openAccounts(environment);
  const network = openNetwork(environment);
  const renderer = openRenderer(environment, network);
  const searchIndex = new StoredSearchIndex(stores, clock, { isLeftOut: settings.leaveOut.includes('index') });
  const { searchUrl } = settings;
  const searchEngine =
    searchUrl === undefined ? searchIndex : createSearxng({ address: searchUrl, fetch: network.recorder.fetch, clock });
  const model = openModel({ settings, stores, clock, log, metrics });
  const guardFor = createGuardFor(accounts.policies, openRiskService(environment, network));
  const base: BaseParts = { ...accounts, ...network, guardFor, model, renderer, searchIndex, searchEngine };
  const scraping = openScraping(environment, base);
  const jobs = openJobs(environment, base, scraping);
  const uploads = new Uploads(stores, clock);
  const { finishedScrapes, files } = scraping;
  const retention = startRetention({
    isAtRest: environment.isAtRest,
    stores,
    clock,
    log,
    limits: retentionLimitsOf(settings),
    spacing: spacingOf(environment, 'retention'),
    expirations: [
      () => jobs.monitoring.forgetExpired(),
      () => uploads.forgetExpired(),
      () => finishedScrapes.forgetExpired(),
      () => files.forgetExpired(),
    ],
  });
  return { ...base, ...scraping, ...jobs, uploads, retention, support: openSupport(environment, base, scraping) };
}

function retentionLimitsOf({ pageRetentionDays, recordRetentionDays, maxStorage }: Settings): RetentionLimits {
  return {
    pageDays: pageRetentionDays,
    recordDays: recordRetentionDays,
    maxBytes: maxStorage === undefined ? undefined : maxStorage * 1024 ** 2,
  };
}

interface BaseParts extends ReturnType<typeof openAccounts>, ReturnType<typeof openNetwork> {
  readonly guardFor: GuardFor;
  readonly model: ReturnType<typeof openModel>;
  /** It is undefined on a server without a browser. */
  readonly renderer: Renderer | undefined;
  readonly searchIndex: StoredSearchIndex;
  readonly searchEngine: StoredSearchIndex | ReturnType<typeof createSearxng>;
}

function openAccounts({ stores, clock, settings, nodes, log }: ServiceEnvironment) {
  const apiKeys = createApiKeys(stores, clock);
  return {
    apiKeys,
    deviceLogins: createDeviceLogins(stores, apiKeys, clock),
    keyWatch: new KeyWatch(apiKeys),
    plan: new Plan({ stores, clock, log, credits: settings.credits, process: nodes?.process }),
    policies: createThreatPolicies(stores, clock),
  };
}

/** Opens the parts that fetch from the network and decide which addresses may be reached. */
function openNetwork(environment: ServiceEnvironment) {
  const { stores, nodes, settings, port, browser, ownPages, metrics } = environment;
  const politeness = politenessOf(environment);
  const { allowPrivateNetworks, recordings: folder } = settings;
  const self = { port, names: [settings.host, ...settings.allowedHosts] };
  const devTools = createDevToolsPorts(browser.place);
  const ownPrograms = [selfAsProgram(self), devTools, nodes?.asProgram, ...namedPrograms(settings)].filter(
    (program) => program !== undefined,
  );
  const proxies = createOutgoingProxies({ proxies: settings.proxies, proxyRotation: settings.proxyRotation });
  const fetcher = new Fetcher({ allowPrivateNetworks, ownPrograms, proxies, userAgent: userAgentOf(settings) });
  const recordings = folder === undefined ? recordingsInDatabase(stores) : recordingsInFolder(folder);
  const measured = (fetch: Fetch) => measuredFetch(politeFetch(fetch, politeness), metrics);
  const networkRecorder = createRecorder(
    measured(fetcher.fetch),
    recordings,
    fetchMode(settings, environment.isAtRest),
    recordingOwner,
  );
  const givenPages = environment.pages && new GivenPages(environment.pages);
  const recorder = givenPages
    ? withGivenPages(networkRecorder, givenPages, measured(givenPages.fetch))
    : networkRecorder;
  return {
    fetcher,
    givenPages,
    politeness,
    proxies,
    devTools,
    policyAt: withSiteLists(createPortPolicy({ allowPrivateNetworks, ownPrograms }), politeness.denialFor),
    ownUrls: atOwnAddress(self, ownPages),
    recorder,
    /** Fetches pages, also those of this server that everybody may read. */
    fetchPage: withOwnPages(recorder.fetch, self, ownPages),
  };
}

/** The service that tells the risk of URLs, if the operator has named one. */
function openRiskService(
  { settings, clock, log }: ServiceEnvironment,
  { recorder }: ReturnType<typeof openNetwork>,
): RiskService | undefined {
  const { riskServiceUrl, riskServiceKey: key } = settings;
  const address = riskServiceUrl === undefined ? undefined : readRiskServiceAddress(riskServiceUrl);
  return address && createRiskService({ address, key, fetch: recorder.fetch, clock, log });
}

/** Spaces requests to sites: of this process, or of all nodes. */
function spacingOf({ nodes, clock }: ServiceEnvironment, name: string): RequestSpacing {
  return nodes?.openSpacing(name) ?? createRequestSpacing(clock);
}

/** How the service treats the sites that it reads. */
function politenessOf(environment: ServiceEnvironment): Politeness {
  const { clock, settings } = environment;
  const { hostRate, fetchRetries, allowedSites, deniedSites } = settings;
  return {
    clock,
    spacing: spacingOf(environment, 'requests'),
    gapMs: hostRate === undefined ? 0 : 1000 / hostRate,
    retries: fetchRetries,
    denialFor: createSiteDenial({ allowedSites, deniedSites }),
  };
}

/** What sites get as `User-Agent`. */
function userAgentOf({ userAgent, contact }: Settings): string {
  return contact === undefined ? userAgent : `${userAgent} (+${contact})`;
}

/** The name by which robots.txt knows this service. */
function robotNameOf({ userAgent }: Settings): string {
  return userAgent.replace(/[/ ].*/, '');
}

function fetchMode({ offline, recordings }: Settings, isAtRest: boolean): FetchMode {
  if (offline || isAtRest) return 'offline';
  return recordings === undefined ? 'live' : 'replay';
}

function openRenderer(
  { clock, settings, browser: { place }, metrics }: ServiceEnvironment,
  { policyAt, ownUrls, devTools, proxies, politeness }: ReturnType<typeof openNetwork>,
): Renderer | undefined {
  if (!place) return undefined;
  const memory = { page: settings.pageMemory, browser: settings.browserMemory };
  const memoryTotal = new MemoryTotal();
  const createBrowser = () =>
    createLazyBrowser({ place, clock, policyAt, ownUrls, devTools, proxies, memory, memoryTotal });
  // Where all callers are one team, or somebody else has started the browser, there is only one.
  const isShared = isOpen(settings) || 'address' in place;
  const renderer = createRenderer({
    browser: createBrowser(),
    teamBrowsers: isShared ? undefined : createTeamBrowsers(createBrowser, settings.teamBrowsers),
    clock,
    userAgent: userAgentOf(settings),
    ...pagesAtOnce(settings.browserMemory),
    loadsPictures: settings.loadPictures,
  });
  return measuredRenderer(politeRenderer(renderer, politeness), metrics);
}

/** Opens the parts that turn a URL into a document, and store the document. */
function openScraping(
  { stores, clock, settings, port, log, converter, metrics, nodes }: ServiceEnvironment,
  base: BaseParts,
) {
  const { model, apiKeys, guardFor, recorder, givenPages, fetchPage, renderer, searchIndex, proxies, policyAt } = base;
  const files = createRenderedFiles(stores, clock);
  const differ = createDiffer();
  const profileTurns = nodes && createSharedProfileTurns({ stores, process: nodes.process, log });
  const profiles = createProfiles(stores, { turns: profileTurns });
  // The pages of jobs have no caller, whose address would tell.
  const ownBaseUrl = () => originOf(settings.publicUrl) ?? ownUrl(settings.host, port());
  const linkTo = async (file: KeptFile, page: string, baseUrl = ownBaseUrl()) =>
    `${baseUrl}${FILES_PATH}/${await files.add(file, redactedUrl(page))}`;
  const { ffmpeg, ytDlp, mediaSize, mediaMinutes, mediaSeconds } = settings;
  const media = openMedia({
    ffmpeg,
    ytDlp,
    limits: { maxBytes: mediaSize * 1024 ** 2, maxMinutes: mediaMinutes, maxSeconds: mediaSeconds },
    isOffline: recorder.mode === 'offline' || givenPages !== undefined,
    userAgent: userAgentOf(settings),
    policyAt,
    proxies,
  });
  const { tesseract, pdftoppm, ocrLanguages, ocrSeconds } = settings;
  const ocr = openOcr({ tesseract, pdftoppm, languages: ocrLanguages, maxSeconds: ocrSeconds, clock });
  const convert = withRecognition(measuredConvert(convertWith(converter), metrics), ocr);
  const dependencies: ScraperDependencies = {
    model: model.pages,
    fetch: fetchPage,
    clock,
    guardFor,
    index: searchIndex,
    leaveOut: settings.leaveOut,
    stores,
    convert,
    cache: measuredCache(createPageCache(stores, clock), metrics),
    tracker: createChangeTracker({ stores, clock, compare: differ.compare }),
    profiles,
    recordPage: recorder.forPage,
    offersEnhancedProxy: (host) => proxies.offers('enhanced', host),
    renderer: () => renderer,
    media,
    linkTo,
    log,
    audit: (event) => log(`audit ${JSON.stringify({ ...event, url: event.url && redactedUrl(event.url) })}`),
  };
  const seed = createSeeder(
    (fetch) => createScraper({ ...dependencies, fetch, renderer: undefined, model: undefined, leaveOut: [] }),
    async () => [...new Set([...teamsOf(settings), ...(await apiKeys.teams())])],
    (page) => givenPages?.add(page),
  );
  const finishedScrapes = createFinishedScrapes(stores, clock, { process: nodes?.process });
  return {
    scraper: createScraper(dependencies),
    media,
    ocr,
    convert,
    seed,
    files,
    differ,
    profiles,
    profileTurns,
    linkTo,
    finishedScrapes,
  };
}

/**
 * Opens the parts that work in the background: crawls, batches, monitors, browser sessions, and the jobs of a language
 * model.
 */
function openJobs(
  environment: ServiceEnvironment,
  base: BaseParts,
  { scraper, differ, profiles }: ReturnType<typeof openScraping>,
) {
  const { stores, clock, settings, log, metrics, nodes, isAtRest } = environment;
  const { keyWatch, plan, guardFor, recorder, givenPages, fetchPage, renderer, model, searchEngine } = base;
  const engine = new JobEngine({
    stores,
    clock,
    log,
    observer: jobObserver(metrics),
    openRunner: isAtRest ? openRestingRunner : nodes?.openRunner,
  });
  const webhooks = createWebhooks({
    engine,
    clock,
    fetch: measuredWebhooks(recorder.fetch, metrics),
    secret: settings.webhookSecret,
    log,
    deliveries: nodes && createSharedDeliveryLog(stores, clock),
  });
  const map = createMap({
    scraper,
    fetch: fetchPage,
    storedLinks: (team, domain) => pagesOfDomain(stores, team, domain),
    robotName: robotNameOf(settings),
    guardFor,
  });
  const runner = createCodeRunner();
  const sessions = new Sessions({
    clock,
    ledger: stores.ledger,
    plan,
    keys: keyWatch,
    guardFor,
    profiles,
    runner,
    opener: scraper,
    maxSessions: settings.maxSessions,
    places: nodes?.sessions,
    log,
    renderer: () => (recorder.mode === 'offline' || givenPages ? undefined : renderer),
  });
  nodes?.setSessionReport(() => ({ sessions: sessions.live().length, sessionRoom: sessions.room() }));
  nodes?.onLost(() =>
    sessions.endAll(
      'Its node was removed from the service, because it gave no sign of life or everything was deleted.',
    ),
  );
  const web = { scraper, map, engine: searchEngine };
  const pathMatcher = createPathMatcher();
  const jobs = createJobs({ engine, stores });
  const { crawl, end: endCrawls } = createCheckCrawls(jobs, engine);
  engine.register({
    check: checkKind({
      clock,
      scraper,
      stores,
      plan,
      searchEngine,
      webhooks,
      compare: differ.compare,
      crawl,
      endCrawls,
      openJudge: model.answerTask && createOpenJudge({ answerTask: model.answerTask, clock }),
    }),
    ...pageKinds({
      clock,
      scraper,
      fetch: fetchPage,
      spacing: spacingOf(environment, 'robots'),
      guardFor,
      credits: { plan, stores },
      webhooks,
      matchPaths: pathMatcher.match,
      robotName: robotNameOf(settings),
      robotsPolicy: settings.robots,
      log,
    }),
    ...modelKinds(
      { agent: agentWork({ ...web, clock, guardFor, sessions, log }), extract: extractWork(web) },
      { clock, access: model.access, webhooks, credits: { plan, stores }, log },
    ),
  });
  engine.run();
  const monitoring = createMonitoring({ stores, clock, engine, log, isAtRest });
  return {
    webhooks,
    engine,
    pathMatcher,
    jobs,
    jobWatch: new JobWatch(jobs, engine),
    map,
    monitoring,
    runner,
    sessions,
    queue: queueOf(engine),
  };
}

/** The queue of a team: pages of its crawls and batches, and what the language model works on. */
function queueOf(engine: JobEngine): JobQueue {
  return { state: async (team) => ({ ...(await engine.queue(team)), maxActive: MAX_CONCURRENCY }) };
}

function openSupport(
  { stores, clock, memory }: ServiceEnvironment,
  { model, plan }: BaseParts,
  { scraper }: ReturnType<typeof openScraping>,
) {
  const support = createSupport(stores);
  const { answerTask } = model;
  if (!answerTask) return { support, reasonedSupport: undefined };
  const tryFix = createTryFix({
    async scrape({ url, ...task }) {
      const { team } = task;
      const hold = await plan.reserve({ team }, pageEstimate(task.options));
      try {
        const { document, creditsUsed, scrapeId } = await scraper.scrape({ ...task, url: withScheme(url) });
        await hold.cover(creditsUsed);
        await stores.ledger.charge({ team, endpoint: 'scrape', credits: creditsUsed, jobId: scrapeId, target: url });
        return document;
      } finally {
        await hold.release();
      }
    },
  });
  return { support, reasonedSupport: createReasonedSupport({ support, answerTask, memory, tryFix, clock }) };
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}
