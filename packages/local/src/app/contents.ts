import { createConverter } from '@trawl/convert/workers';
import { teamsOf } from '../accounts/teams.js';
import { MAX_ANSWER_BYTES } from '../convert/convert.js';
import { limitations } from '../formats/limitations.js';
import type { Contents, ServiceCapabilities } from '../http/service.js';
import { WatchEnded } from '../jobs/watch.js';
import { createActions } from '../operator/actions.js';
import { createInspection } from '../operator/inspection.js';
import { FILES_PATH } from '../scrape/rendered-files.js';
import type { ApiKeyStore } from '../store/api-key-store.js';
import type { CallMemory } from '../support-api/call-memory.js';
import { Metrics } from '../telemetry/metrics.js';
import { observersOf } from './observers.js';
import { gaugesOf } from './service-gauges.js';
import { findProblem } from './service-health.js';
import { openParts, type ServiceEnvironment, type ServiceParts } from './service-parts.js';
import { routesOf } from './service-routes.js';
import { watchJob } from './service-watch.js';

type OptionalPart = 'memory' | 'ownPages' | 'converter' | 'observers' | 'isAtRest';

/** What a service holds, until it is closed. */
export interface OpenContents extends Contents {
  /** The rows of the keys, which a reset and an import leave as they are. */
  readonly keyRows: Pick<ApiKeyStore, 'rows' | 'replace'>;
  /** Aborts when it is closed. */
  readonly signal: AbortSignal;
  /** Stops everything; resolves when nothing writes to the database any more. */
  close(): Promise<void>;
}

/**
 * A service without `memory` remembers no calls. A service without `ownPages` scrapes no page of its own. A service
 * without `converter` opens its own, and one without `observers` counts for itself.
 */
export type ContentsOptions = Omit<ServiceEnvironment, OptionalPart> & Partial<Pick<ServiceEnvironment, OptionalPart>>;

const NO_MEMORY: CallMemory = { entries: () => [], exchange: () => undefined, sentBody: () => undefined };

export function openContents({
  memory = NO_MEMORY,
  ownPages = async () => undefined,
  converter = createConverter({ maxResultBytes: MAX_ANSWER_BYTES }),
  isAtRest = false,
  settings,
  observers = observersOf(new Metrics(), settings),
  ...options
}: ContentsOptions): OpenContents {
  const environment: ServiceEnvironment = { ...options, settings, memory, ownPages, converter, observers, isAtRest };
  const { stores } = environment;
  const parts = openParts(environment);
  const { apiKeys, deviceLogins, keyWatch, engine, plan, recorder, files, sessions, seed } = parts;
  const closing = new AbortController();
  return {
    routes: routesOf(environment, parts),
    capabilities: capabilitiesOf(environment, parts),
    apiKeys,
    deviceLogins,
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
    signal: closing.signal,
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

function capabilitiesOf(
  { settings, browser }: ServiceEnvironment,
  { renderer, media, ocr, model }: ServiceParts,
): ServiceCapabilities {
  return {
    browser: renderer !== undefined,
    browserUsed: browser.about,
    browserAdvice: browser.advice,
    mediaUsed: media.about,
    ocrUsed: ocr.about,
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
  await parts.media.close();
  await parts.ocr.close();
  await parts.renderer?.close();
  await parts.fetcher.close();
}
