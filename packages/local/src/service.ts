import type { QueueState } from './accounts/job-queue.js';
import { createLedger } from './accounts/ledger.js';
import { createPlan, type Plan } from './accounts/plan.js';
import { teamsOf } from './accounts/teams.js';
import { createThreatPolicies } from './accounts/threat-policies.js';
import { agentWork } from './agent/agent-work.js';
import { extractWork } from './agent/extract-work.js';
import { createModelJobs, type ModelJobs } from './agent/model-jobs.js';
import type { RenderedFile } from './browser/capture.js';
import { createDevToolsPorts } from './browser/devtools-ports.js';
import type { BrowserLookup } from './browser/find-browser.js';
import { createLazyBrowser } from './browser/lazy-browser.js';
import { createProfiles } from './browser/profiles.js';
import { createRenderer, pagesAtOnce } from './browser/renderer.js';
import { createDiffer } from './changes/differ.js';
import { createChangeTracker } from './changes/tracker.js';
import type { Clock } from './clock.js';
import { withScheme } from './contract/page-url.js';
import { type ConvertPool, createConvertPool } from './convert/convert-pool.js';
import { WatchEnded, type WatchRequest, watchJob } from './crawl/job-watch.js';
import { createJobs } from './crawl/jobs.js';
import { createChooseOptions } from './crawl/prompted-options.js';
import { createMap } from './map/map.js';
import { openModel } from './model/open-model.js';
import { crawlSiteBy } from './monitor/crawl-site.js';
import { createOpenJudge } from './monitor/judge.js';
import { createMonitoring } from './monitor/monitoring.js';
import { createInspection, type Inspection } from './operator/inspection.js';
import { ownUrl } from './own-url.js';
import { createParse } from './parse/parse.js';
import { createUploads } from './parse/uploads.js';
import { redactedUrl } from './redacted-url.js';
import { agentRoutes } from './routes/agent.js';
import { batchRoutes } from './routes/batch.js';
import { browserRoutes } from './routes/browser.js';
import { crawlRoutes } from './routes/crawl.js';
import { developerRoutes } from './routes/developer.js';
import { extractRoutes } from './routes/extract.js';
import { feedbackRoutes } from './routes/feedback.js';
import { interactRoutes } from './routes/interact.js';
import { mapRoutes } from './routes/map.js';
import { monitorRoutes } from './routes/monitor.js';
import { parseRoutes } from './routes/parse.js';
import { researchRoutes } from './routes/research.js';
import type { Routes } from './routes/route.js';
import { scrapeRoutes } from './routes/scrape.js';
import { searchRoutes } from './routes/search.js';
import { supportRoutes } from './routes/support.js';
import { teamRoutes } from './routes/team.js';
import { createCodeRunner } from './sandbox/code-runner.js';
import { createFinishedScrapes, type ScrapeLookup } from './scrape/finished-scrapes.js';
import { createPageCache } from './scrape/page-cache.js';
import { createRenderedFiles, type RenderedFiles } from './scrape/rendered-files.js';
import { createScraper, type ScraperDependencies } from './scrape/scraper.js';
import { createSeeder, type SeedPage, type SeedResult } from './scrape/seed.js';
import { pagesOfDomain } from './search/pages-of-domain.js';
import { createSearchIndex } from './search/search-index.js';
import { createSearxng } from './search/searxng.js';
import { createPromptRunner } from './sessions/prompt-runner.js';
import { createSessions, type Sessions } from './sessions/sessions.js';
import type { Settings } from './settings.js';
import type { Database } from './store/database.js';
import type { CallMemory } from './support-api/call-memory.js';
import { createTryFix } from './support-api/fix-trial.js';
import { createReasonedSupport } from './support-api/reasoned-support.js';
import { createSupport } from './support-api/support.js';
import { VERSION } from './version.js';
import { createFetch } from './web/fetch.js';
import { createPortPolicy } from './web/port-policy.js';
import { createRecorder, type Recorder } from './web/recorder.js';
import { recordingsInDatabase, recordingsInFolder } from './web/recordings.js';
import { createWebhooks } from './webhooks/webhooks.js';

export interface ServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Settings;
  /** The port of this server; undefined before it listens, unless the port is set. */
  readonly port: () => number | undefined;
  /** The browser of this server, or why it has none. */
  readonly browser: BrowserLookup;
  readonly log: (line: string) => void;
  /** The last calls, for questions about them; none by default. */
  readonly memory?: CallMemory | undefined;
  /** Converts pages and files. A new pool by default; several services may share one. */
  readonly pool?: ConvertPool | undefined;
}

/** The service: all parts, connected with each other. */
export interface Service {
  readonly routes: Partial<Routes>;
  /** The capabilities of this server by name. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly plan: Plan;
  /** Screenshots and PDFs of pages. */
  readonly files: Pick<RenderedFiles, 'get'>;
  readonly sessions: Pick<Sessions, 'find'>;
  /** Records and replays fetches. */
  readonly recorder: Recorder;
  /** Whether nothing of a job may be kept elsewhere. */
  isPrivateJob(id: string): boolean;
  /** Everything that the operator of the server sees. */
  readonly inspection: Inspection;
  /** Returns the messages to a client that watches a job; throws a refusal when the team has no such job. */
  watchJob(request: WatchRequest): AsyncGenerator<string>;
  /** Stores pages as if they had been scraped. */
  seed(pages: Iterable<SeedPage> | AsyncIterable<SeedPage>): Promise<SeedResult>;
  /** Ends background work; resolves when nothing writes to the database any more. */
  close(): Promise<void>;
}

const NO_MEMORY: CallMemory = { entries: () => [], exchange: () => undefined, sentBody: () => undefined };

/** Screenshots and PDFs are served below this path, to all who know their names. */
const FILES_PATH = '/_local/files';

/** The name of this service in robots.txt. */
const ROBOT = 'TrawlLocal';

export function createService({
  database,
  clock,
  settings,
  port,
  browser,
  log,
  memory = NO_MEMORY,
  pool = createConvertPool(),
}: ServiceOptions): Service {
  const { allowPrivateNetworks, webhookSecret: secret } = settings;
  const ledger = createLedger(database, clock);
  const plan = createPlan({ ledger, clock, credits: settings.credits });
  const policies = createThreatPolicies(database, clock);
  const self = { port, names: [settings.host, ...settings.allowedHosts] };
  const userAgent = `${ROBOT}/${VERSION}`;
  const { place } = browser;
  const devTools = createDevToolsPorts(place);
  const fetcher = createFetch({ allowPrivateNetworks, self, devTools, userAgent });
  const { recordings: folder, offline } = settings;
  const recordings = folder === undefined ? recordingsInDatabase(database) : recordingsInFolder(folder);
  const mode = offline ? 'offline' : folder === undefined ? 'live' : 'replay';
  const recorder = createRecorder(fetcher.fetch, recordings, mode);
  const { fetch } = recorder;
  const policyAt = createPortPolicy({ allowPrivateNetworks, self, devTools });
  const limits = { page: settings.pageMemory, browser: settings.browserMemory };
  const lazyBrowser = place && createLazyBrowser({ place, clock, policyAt, devTools, memory: limits });
  const renderer =
    lazyBrowser &&
    createRenderer({
      browser: lazyBrowser,
      userAgent,
      maxPages: pagesAtOnce(settings.browserMemory),
      loadsPictures: settings.loadPictures,
    });
  const files = createRenderedFiles(database, clock);
  const differ = createDiffer();
  const { compare } = differ;
  const index = createSearchIndex(database, clock);
  const { searchUrl } = settings;
  const engine = searchUrl === undefined ? index : createSearxng({ address: searchUrl, fetch, clock });
  const profiles = createProfiles(database, clock);
  const model = openModel({ settings, database, clock, log });
  const linkTo = (file: RenderedFile, page: string, baseUrl = ownUrl(settings.host, port())) =>
    `${baseUrl}${FILES_PATH}/${files.add(file, redactedUrl(page))}`;
  const scraperDependencies: ScraperDependencies = {
    model: model.pages,
    fetch,
    clock,
    policies,
    index,
    convert: pool.convert,
    cache: createPageCache(database, clock),
    tracker: createChangeTracker({ database, clock, compare }),
    profiles,
    recordPage: recorder.forPage,
    renderer: () => renderer,
    linkTo,
    audit: (event) => log(`audit ${JSON.stringify({ ...event, url: event.url && redactedUrl(event.url) })}`),
  };
  const scraper = createScraper(scraperDependencies);
  const webhooks = createWebhooks({ database, clock, fetch, secret, log });
  const jobs = createJobs({ database, clock, scraper, fetch, webhooks, ledger, robotName: ROBOT, log });
  const crawl = crawlSiteBy(jobs);
  const seen = (team: string, domain: string) => pagesOfDomain(database, team, domain);
  const map = createMap({ scraper, fetch, seen, robotName: ROBOT });
  const monitoring = createMonitoring({
    ...{ database, clock, scraper, compare, crawl, searchEngine: engine, webhooks, ledger, log },
    openJudge: model.answerTask && createOpenJudge({ answerTask: model.answerTask, clock }),
  });

  const runner = createCodeRunner();
  const sessions = createSessions({
    ...{ clock, ledger, policies, profiles, runner, opener: scraper, maxSessions: settings.maxSessions, log },
    renderer: () => (recorder.mode === 'offline' ? undefined : renderer),
  });
  const web = { scraper, map, engine };
  const modelJobs = createModelJobs({
    ...{ database, clock, webhooks, ledger, plan, log, access: model.access },
    kinds: { agent: agentWork({ ...web, clock, policies, sessions, log }), extract: extractWork(web) },
  });

  const closing = new AbortController();
  const scrapes = createFinishedScrapes(database, clock);
  const support = createSupport({ database });
  const tryFix = createTryFix({
    canPay: (team) => plan.remaining(team) > 0,
    async scrape({ url, ...task }) {
      const { document, creditsUsed, scrapeId } = await scraper.scrape({ ...task, url: withScheme(url) });
      ledger.charge({ team: task.team, endpoint: 'scrape', credits: creditsUsed, jobId: scrapeId, target: url });
      return document;
    },
  });
  const known: ScrapeLookup = { find: (id) => scrapes.find(id) ?? jobs.scrape(id) };

  return {
    routes: {
      ...searchRoutes({
        database,
        engine,
        scraper,
        scrapes,
        policies,
        ledger,
        canRender: () => renderer !== undefined,
      }),
      ...scrapeRoutes({
        database,
        scraper,
        scrapes,
        known,
        ledger,
        park: settings.allowCode || model.access ? sessions.park : undefined,
      }),
      ...interactRoutes({
        scrapes: known,
        withheld: scrapes,
        sessions,
        allowsCode: settings.allowCode,
        linkTo,
        prompts: model.access && createPromptRunner({ model: model.access, clock, log }),
      }),
      ...parseRoutes({
        database,
        parse: createParse({ convert: pool.convert, clock, model: model.pages }),
        uploads: createUploads(database, clock),
        scrapes,
        ledger,
      }),
      ...crawlRoutes({ jobs, chooseOptions: createChooseOptions({ answerTask: model.answerTask, clock }), policies }),
      ...batchRoutes({ jobs, policies }),
      ...mapRoutes({ map, ledger }),
      ...monitorRoutes(monitoring, model.answerTask !== undefined),
      ...agentRoutes({ jobs: modelJobs, access: model.access, policies }),
      ...extractRoutes({ jobs: modelJobs, access: model.access, policies, canRender: () => renderer !== undefined }),
      ...browserRoutes(sessions, settings.allowCode, linkTo),
      ...researchRoutes,
      ...developerRoutes,
      ...supportRoutes(
        support,
        model.answerTask && createReasonedSupport({ support, answerTask: model.answerTask, memory, tryFix, clock }),
      ),
      ...feedbackRoutes({ database, ledger, clock }),
      ...teamRoutes({
        ledger,
        queue: { state: (team) => withModelJobs(jobs.queue.state(team), modelJobs.count(team)) },
        policies,
        clock,
        plan,
        tokens: model.tokens,
      }),
    },
    plan,
    recorder,
    files,
    sessions,
    capabilities: {
      browser: renderer !== undefined,
      browserUsed: browser.about,
      code: settings.allowCode,
      ...model.capabilities,
      search: searchUrl === undefined ? 'pages seen' : 'web',
      network: settings.offline ? 'none' : allowPrivateNetworks ? 'all' : 'public',
      storage: settings.storage === undefined ? 'memory' : 'file',
    },
    seed: createSeeder(
      (seeded) => createScraper({ ...scraperDependencies, fetch: seeded, renderer: undefined, model: undefined }),
      teamsOf(settings.apiKeys),
    ),
    isPrivateJob: (id) => jobs.isPrivate(id) || modelJobs.isPrivate(id),
    inspection: createInspection({
      ...{ database, jobs, modelJobs, monitoring, scraper, webhooks, ledger, plan, sessions, files },
      filesPath: FILES_PATH,
      teams: teamsOf(settings.apiKeys),
    }),
    watchJob: (request) => watchJob(jobs, { ...request, signal: AbortSignal.any([request.signal, closing.signal]) }),
    async close() {
      closing.abort(new WatchEnded('The server closes, or forgets what it has done.'));
      await sessions.close();
      await monitoring.scheduler.stop();
      await jobs.close();
      await modelJobs.close();
      await webhooks.close();
      await pool.close();
      await differ.close();
      await runner.close();
      await model.close();
      await renderer?.close();
      await fetcher.close();
    },
  };
}

/** The queue of a team: pages of its crawls and batches, and what the language model works on. */
function withModelJobs(queue: QueueState, { active, waiting }: ReturnType<ModelJobs['count']>): QueueState {
  return { ...queue, active: queue.active + active, waiting: queue.waiting + waiting };
}
