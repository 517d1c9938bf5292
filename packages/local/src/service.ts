import { createConverter } from '@trawl/convert/workers';
import type { ApiKeys } from './accounts/api-keys.js';
import type { KeyWatch } from './accounts/key-watch.js';
import type { Plan } from './accounts/plan.js';
import { teamsOf } from './accounts/teams.js';
import { Refusal } from './contract/refusal.js';
import { MAX_ANSWER_BYTES } from './convert/convert.js';
import { type Limitations, limitations } from './formats/limitations.js';
import { CLOSED } from './jobs/engine.js';
import { WatchEnded, type WatchRequest } from './jobs/watch.js';
import type { ModelCapabilities } from './model/open-model.js';
import type { ServiceNodes } from './nodes/service-nodes.js';
import { type Actions, createActions } from './operator/actions.js';
import { createInspection, type Inspection } from './operator/inspection.js';
import type { Routes } from './routes/route.js';
import { routeNotFound } from './routes/route-not-found.js';
import { FILES_PATH, type RenderedFiles } from './scrape/rendered-files.js';
import type { SeedResult } from './scrape/seed.js';
import { gaugesOf } from './service-gauges.js';
import { findProblem } from './service-health.js';
import { openParts, type ServiceEnvironment, type ServiceParts } from './service-parts.js';
import { routesOf } from './service-routes.js';
import { watchJob } from './service-watch.js';
import type { Sessions } from './sessions/sessions.js';
import type { ApiKeyStore } from './store/api-key-store.js';
import type { CallMemory } from './support-api/call-memory.js';
import { createMetrics, type Gauge } from './telemetry/metrics.js';
import type { Recorder } from './web/recorder.js';
import type { SeedPage } from './web/seed-page.js';

type OptionalPart = 'memory' | 'ownPages' | 'converter' | 'metrics' | 'isAtRest';

/**
 * A service without `memory` remembers no calls. A service without `ownPages` scrapes no page of its own. A service
 * without `converter` opens its own, and one without `metrics` counts for itself.
 */
export type ServiceOptions = Omit<ServiceEnvironment, OptionalPart> & Partial<Pick<ServiceEnvironment, OptionalPart>>;

/** What a service can do, by its settings and by what is on the machine. */
export interface ServiceCapabilities extends ModelCapabilities {
  /** Whether it has a browser. */
  readonly browser: boolean;
  /** The browser that it uses, or why it has none, in a sentence. */
  readonly browserUsed: string;
  /** How to get a browser that takes less time; missing where it has the fastest one or none. */
  readonly browserAdvice?: string | undefined;
  /** Whether callers may run code on the pages of their sessions. */
  readonly code: boolean;
  /** What a search looks through: the web, or the pages that the server has seen. */
  readonly search: 'web' | 'pages seen';
  /** The addresses that it may fetch from. */
  readonly network: 'none' | 'public' | 'all';
  /** Where its data is. */
  readonly storage: 'memory' | 'file' | 'database';
  /** What it does not do of what the contract allows to ask for. */
  readonly limitations: Limitations;
}

/** The service: all parts, connected with each other. */
export interface Service {
  readonly routes: Partial<Routes>;
  /** The capabilities of this server by name. */
  readonly capabilities: ServiceCapabilities;
  /** The keys of the database. */
  readonly apiKeys: ApiKeys;
  /** Ends what keys have opened that are revoked. */
  readonly keyWatch: KeyWatch;
  readonly plan: Plan;
  /** Screenshots and PDFs of pages. */
  readonly files: Pick<RenderedFiles, 'get'>;
  readonly sessions: Pick<Sessions, 'find' | 'room'>;
  /** The nodes of the service; undefined where this process works alone. */
  readonly nodes: ServiceNodes | undefined;
  /** Records and replays fetches. */
  readonly recorder: Recorder;
  /** Whether other parts must not keep anything about the job. */
  isPrivateJob(id: string): Promise<boolean>;
  /** Everything that the operator of the server sees. */
  readonly inspection: Inspection;
  /** Everything that the operator can do with what belongs to a team. */
  readonly actions: Actions;
  /** Returns the messages to a client that watches a job; throws a refusal when the team has no such job. */
  watchJob(request: WatchRequest): Promise<AsyncGenerator<string>>;
  /** Stores pages as if they had been scraped. */
  seed(pages: Iterable<SeedPage> | AsyncIterable<SeedPage>): Promise<SeedResult>;
  /** What waits and what is open now, for Prometheus. */
  gauges(): Promise<Gauge[]>;
  /** Resolves to a sentence about what the service lacks for its work; undefined when it lacks nothing. */
  findProblem(): Promise<string | undefined>;
  /** The rows of the keys, which a reset and an import leave as they are. */
  readonly keyRows: Pick<ApiKeyStore, 'rows' | 'replace'>;
  /** Stops background work, and puts back what is unfinished: the next service on this database resumes it. */
  stopJobs(): Promise<void>;
  /** Whether it was closed, or is being closed: what asks it for something fails. */
  readonly isClosed: boolean;
  /** Stops everything; resolves when nothing writes to the database any more. */
  close(): Promise<void>;
}

const NO_MEMORY: CallMemory = { entries: () => [], exchange: () => undefined, sentBody: () => undefined };

export function createService({
  memory = NO_MEMORY,
  ownPages = async () => undefined,
  converter = createConverter({ maxResultBytes: MAX_ANSWER_BYTES }),
  metrics = createMetrics(),
  isAtRest = false,
  ...options
}: ServiceOptions): Service {
  const environment: ServiceEnvironment = { ...options, memory, ownPages, converter, metrics, isAtRest };
  const { settings, stores } = environment;
  const parts = openParts(environment);
  const { apiKeys, keyWatch, engine, plan, recorder, files, sessions, seed } = parts;
  const closing = new AbortController();
  return {
    routes: refusedWhenClosed(routesOf(environment, parts), closing.signal),
    capabilities: capabilitiesOf(environment, parts),
    apiKeys,
    keyWatch,
    plan,
    recorder,
    files,
    sessions,
    nodes: environment.nodes,
    seed,
    isPrivateJob: (id) => engine.isPrivate(id),
    inspection: createInspection({
      ...parts,
      stores,
      filesPath: FILES_PATH,
      optionTeams: teamsOf(settings),
      nodes: environment.nodes,
    }),
    actions: createActions({ ...parts, stores }),
    watchJob: (request) => watchJob(parts, { ...request, signal: AbortSignal.any([request.signal, closing.signal]) }),
    gauges: () => gaugesOf(environment, parts),
    findProblem: () => findProblem(environment),
    keyRows: stores.apiKeys,
    stopJobs: () => stopJobs(parts),
    get isClosed() {
      return closing.signal.aborted;
    },
    async close() {
      closing.abort(new WatchEnded('The server closes, or forgets what it has done.'));
      await closeParts(environment, parts);
      await parts.profileTurns?.close();
      await parts.plan.close();
      await environment.nodes?.callLimits.close();
      await stores.close();
    },
  };
}

/** Answers a call with a 503 when it fails because the service was closed meanwhile. */
function refusedWhenClosed(routes: Partial<Routes>, closing: AbortSignal): Partial<Routes> {
  const handlers = Object.entries(routes).map(([operation, handle]) => {
    // By this handler the capabilities know what is not offered.
    if (handle === routeNotFound) return [operation, handle];
    const handler = async (request: Parameters<typeof handle>[0]) => {
      try {
        return await (handle as (routeRequest: typeof request) => unknown)(request);
      } catch (error) {
        const isOfRequest = error instanceof Refusal && error.status < 500;
        throw closing.aborted && !isOfRequest ? CLOSED : error;
      }
    };
    return [operation, handler];
  });
  return Object.fromEntries(handlers);
}

function capabilitiesOf(
  { settings, browser }: ServiceEnvironment,
  { renderer, model }: ServiceParts,
): ServiceCapabilities {
  return {
    browser: renderer !== undefined,
    browserUsed: browser.about,
    browserAdvice: browser.advice,
    code: settings.allowCode,
    ...model.capabilities,
    search: settings.searchUrl === undefined ? 'pages seen' : 'web',
    network: networkOf(settings),
    storage: storageOf(settings),
    limitations: limitations(),
  };
}

function storageOf({ storage, database }: ServiceEnvironment['settings']): ServiceCapabilities['storage'] {
  if (database !== undefined) return 'database';
  return storage === undefined ? 'memory' : 'file';
}

function networkOf({ offline, allowPrivateNetworks }: ServiceEnvironment['settings']): ServiceCapabilities['network'] {
  if (offline) return 'none';
  return allowPrivateNetworks ? 'all' : 'public';
}

async function stopJobs({ retention, monitoring, engine }: ServiceParts): Promise<void> {
  await retention.close();
  await monitoring.scheduler.stop();
  await engine.close();
}

/** Closes what uses other parts before the parts that it uses. */
async function closeParts({ converter }: ServiceEnvironment, parts: ServiceParts): Promise<void> {
  parts.keyWatch.close();
  await parts.sessions.close();
  await stopJobs(parts);
  await converter.close();
  await parts.differ.close();
  await parts.pathMatcher.close();
  await parts.runner.close();
  await parts.model.close();
  await parts.renderer?.close();
  await parts.fetcher.close();
}
