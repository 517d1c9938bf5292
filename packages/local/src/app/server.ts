import { type Clock, createMovableClock } from '@trawl/base/clock';
import { OpenSockets } from '@trawl/base/open-sockets';
import { OptionError } from '@trawl/base/option-error';
import { redactedUrl } from '@trawl/base/redacted-url';
import { makeRecordingsFolder } from '@trawl/web/recordings-folder';
import { createCallLimits } from '../accounts/call-limits.js';
import { isOpen } from '../accounts/teams.js';
import { createLog } from '../base/log.js';
import { VERSION } from '../base/version.js';
import { type BrowserLookup, findBrowser } from '../browser/find-browser.js';
import { operations } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { createDashboard, DASHBOARD_PATHS } from '../dashboard/dashboard.js';
import { factsOf } from '../dashboard/facts.js';
import { guidePage, guides } from '../dashboard/guides.js';
import { createReference, isReferencePath } from '../dashboard/reference.js';
import { type Addresses, createAddresses } from '../http/addresses.js';
import { ADMIN_PATH, createAdmin } from '../http/admin.js';
import { createApp } from '../http/app.js';
import { type Auth, createAuth } from '../http/auth.js';
import { type Authorize, createAuthorize } from '../http/authorize.js';
import { createCallsInProgress } from '../http/calls-in-progress.js';
import { type Controls, createControls } from '../http/controls.js';
import { crossOrigin } from '../http/cross-origin.js';
import { createFaults, type Faults } from '../http/faults.js';
import { hostCheck } from '../http/host-check.js';
import { createJobSockets, isWatch } from '../http/job-sockets.js';
import { createJournal, type Journal } from '../http/journal.js';
import { listen, type Upgrade } from '../http/listen.js';
import { compose, type FetchHandler, type Middleware } from '../http/middleware.js';
import { createNodeCalls } from '../http/node-calls.js';
import { originCheck } from '../http/origin-check.js';
import { createPassOn } from '../http/pass-on.js';
import { createReadiness } from '../http/readiness.js';
import { refuse } from '../http/reply.js';
import { Senders } from '../http/senders.js';
import { createSessionNodes } from '../http/session-nodes.js';
import { createSessionSockets, type SessionSocketDependencies } from '../http/session-sockets.js';
import { createSharedLinks } from '../http/shared-links.js';
import type { State } from '../http/state.js';
import { tracedCalls } from '../http/traced-calls.js';
import { errorBoundary, type Report } from '../http/unexpected-error.js';
import { whileOpen } from '../http/while-open.js';
import { loadModelLibrary } from '../model/model-library.js';
import type { RequestView } from '../operator/views.js';
import { createBodyMemory, MAX_BYTES_OF_TEAM } from '../request-body/body-memory.js';
import { isServed } from '../routes/route-not-found.js';
import { readSeedPages } from '../scrape/seed.js';
import { isSessionPath } from '../sessions/session-access.js';
import type { LocalServerOptions, Settings } from '../settings/settings.js';
import { settingsFrom } from '../settings/settings-validation.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import { createMetrics, type Metrics } from '../telemetry/metrics.js';
import { type LocalServer, localServer } from './local-server.js';
import { requirePlatform } from './platform.js';
import { openState } from './state.js';

/**
 * Starts the service in this process.
 *
 * @throws Error in Bun, and in test environments that imitate a browser in this process.
 * @throws OptionError for an option that cannot be used, and whatever the system says of a port or file that cannot.
 * @example
 * const server = await createLocalServer({ allowPrivateNetworks: true });
 * const trawl = new Trawl({ baseUrl: server.url });
 * // …
 * await server.close();
 */
export async function createLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  requirePlatform();
  const settings = settingsFrom(options);
  // Asked for now, so that no server starts that can only refuse what needs its model.
  if (settings.modelUrl !== undefined) await loadModelLibrary();
  const clock = options.clock ?? createMovableClock();
  const { line: log, request: logRequest } = createLog({ format: settings.logFormat, to: options.log });
  if (settings.recordings !== undefined) makeRecordingsFolder(settings.recordings);
  let port = settings.port || undefined;
  const browser = findBrowser(settings.browser);
  const metrics = createMetrics();
  const journal = createJournal(clock, (request) => {
    countCall(metrics, request);
    if (!settings.quiet) logRequest(request);
  });
  const memory = journal;
  const state = await openState({
    clock,
    settings,
    browser,
    port: () => port,
    log,
    metrics,
    memory,
    ownPages: guidePage,
    pages: options.pages && [...options.pages],
  });
  try {
    await refuseUnusedKeys(settings, state);
    if (settings.seed !== undefined) await seedState(state, settings.seed, log);
    const http = createHttp({ settings, browser, clock, journal, metrics, state, log });
    const listener = await listen(http, settings.port, settings.host);
    port = listener.port;
    await state.noteListening();
    const { url } = listener;
    return localServer({
      ...http,
      url,
      version: VERSION,
      serve: http.serveInProcess,
      clock,
      state,
      journal,
      drain() {
        listener.endConnections();
        return http.drain(settings.drainSeconds * 1000);
      },
      async close() {
        await http.close();
        await listener.close();
        await state.close();
      },
    });
  } catch (error) {
    await state.close();
    throw error;
  }
}

/** A server that asks for no keys must not open data that has some by mistake. */
async function refuseUnusedKeys(settings: Settings, state: State): Promise<void> {
  if (!isOpen(settings) || (await state.service.apiKeys.teams()).length === 0) return;
  throw new OptionError(
    'The storage has keys of teams, but without an admin key this server would ask nobody for a key. Give one by --admin-key-file.',
  );
}

function countCall(metrics: Metrics, { operation, status, durationMs, bytes = 0 }: RequestView): void {
  metrics.call({ operation, status, seconds: durationMs / 1000, bytes });
}

async function seedState(state: State, folder: string, log: (line: string) => void): Promise<void> {
  const { failed } = await state.service.seed(readSeedPages(folder));
  for (const { url, error } of failed) log(`Seed ${redactedUrl(url)} was left out: ${error}`);
}

interface HttpDependencies {
  readonly settings: Settings;
  readonly browser: BrowserLookup;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly state: State;
  readonly log: (line: string) => void;
}

/** The answer of a node that only does the tasks of jobs. */
const ONLY_WORKS = new Refusal(
  'unavailable',
  'This node answers no calls of the API: its role is `worker`. Send them to another node.',
);

/** Everything that answers requests. */
interface Http {
  /** Answers the requests that come over a socket. */
  readonly serve: FetchHandler;
  /** Answers calls in process. They need no check of their host, because DNS cannot redirect them. */
  readonly serveInProcess: FetchHandler;
  readonly upgrade: Upgrade;
  readonly addresses: Addresses;
  readonly senders: Senders;
  readonly sockets: OpenSockets;
  readonly faults: Faults;
  readonly controls: Controls;
  /**
   * Starts no new work: readiness ends, new calls are refused, jobs are put back, and clients that follow them are told.
   * Resolves to the number of calls that are still in progress after the time.
   */
  drain(timeoutMs: number): Promise<number>;
  /** Aborts the requests in progress, and closes all sockets. */
  close(): Promise<void>;
}

function createHttp({ settings, browser, clock, journal, metrics, state, log }: HttpDependencies): Http {
  const report: Report = (error, id) => log(`Error ${id}: ${reasonOf(error)}`);
  const ownCallLimits = createCallLimits(clock);
  const callLimits = () => state.service.nodes?.callLimits ?? ownCallLimits;
  const auth = createAuth({
    apiKeys: settings.apiKeys,
    adminKey: settings.adminKey,
    keylessCalls: settings.keylessCalls,
    storedKeys: () => state.service.apiKeys,
    callLimits,
  });
  const faults = createFaults({
    clock,
    journal,
    authorizeAdmin: (request, subject) => auth.authorizeAdmin(request, subject),
  });
  const controls = createControls({ state, faults, clock });
  const bodies = createBodyMemory(isOpen(settings) ? {} : { maxBytesOfGroup: MAX_BYTES_OF_TEAM });
  const { publicUrl, trustedProxies, allowedOrigins } = settings;
  const addresses = createAddresses({ publicUrl, trustedProxies });
  const sharesSessions = settings.database !== undefined && settings.role !== 'worker';
  const nodes = sharesSessions ? createNodeHttp({ state, auth, addresses, log }) : undefined;
  const authorizeCall = createAuthorize({
    auth,
    callLimits,
    isCounted: (operation, request) => nodes?.sessionNodes.isCounted(operation, request) ?? false,
    plan: () => state.service.plan,
  });
  const senders = new Senders(addresses);
  const openSockets = new OpenSockets({ ownerOf: (incoming) => senders.ownerOfMessage(incoming) });
  const authorize: Authorize = (operation, request) =>
    whileOpen(state, async () => {
      const call = await authorizeCall(operation, request);
      senders.assign(openSockets, request, call.team);
      return call;
    });
  const app = createApp({
    routes: () => state.service.routes,
    bodies,
    check: settings.check,
    authorize,
    plan: () => state.service.plan,
    addresses,
    senders,
    report,
    note: (request, facts) => journal.note(request, facts),
    isPrivateJob: (id) => whileOpen(state, () => state.service.isPrivateJob(id)),
  });
  const calls = createCallsInProgress();
  const sessionNodes = nodes ? [nodes.sessionNodes.middleware] : [];
  const layers = [tracedCalls(journal), journal.middleware, calls.middleware, faults.middleware, ...sessionNodes];
  const api = compose(layers, async (request) =>
    settings.role === 'worker' ? refuse(ONLY_WORKS) : app.fetch(request),
  );
  const activeCalls = () => ({
    name: 'http_server_active_requests',
    help: 'Calls of the API that wait for their response.',
    value: calls.count,
  });
  const heldBytes = (by: string, value: number) => ({
    name: 'trawl_held_bytes',
    help: 'Bytes of bodies that are read, and of connections whose clients have not taken or not sent them whole.',
    labels: { by },
    value,
  });
  const gauges = async () => [
    activeCalls(),
    heldBytes('bodies', bodies.bytes()),
    heldBytes('connections', openSockets.bytes()),
    ...(await state.service.gauges()),
  ];
  const readiness = createReadiness({
    findProblem: () => state.service.findProblem(),
    isStopping: () => calls.isStopping,
    log,
  });
  const admin = createAdmin({
    state,
    journal,
    faults,
    controls,
    clock,
    bodies,
    readiness,
    metrics,
    gauges,
    version: VERSION,
    auth,
    addresses,
  });
  const sharedLinks = createSharedLinks({
    files: () => state.service.files,
    sessions: () => state.service.sessions,
    keys: () => state.service.keyWatch,
    addresses,
  });
  const pages = [
    guides,
    crossOrigin(allowedOrigins),
    originCheck({ addresses, allowedOrigins, isLinkable }),
    createReference({
      addresses,
      needsKey: !isOpen(settings),
      missing: () => operations().flatMap(({ id }) => (isServed(state.service.routes[id]) ? [] : [id])),
    }),
    createDashboard(() => factsOf(settings, browser, VERSION)),
  ];
  const serveLink = compose(sessionNodes, sharedLinks.fetch);
  const serveInProcess = compose([errorBoundary(report), ...pages], (request) => {
    if (isAdmin(request)) return admin(request);
    return sharedLinks.accepts(request) ? serveLink(request) : api(request);
  });
  const checkHost = hostCheck(settings, addresses);
  const checkCaller = nodes ? [nodes.calls.middleware, nodes.calls.unlessPassedOn(checkHost)] : [checkHost];
  const checks = [...checkCaller, originCheck({ addresses, allowedOrigins })];
  const others = nodes && { nodes: nodes.sessionNodes, passOn: nodes.passOn };
  const sockets = createSockets({ checks, journal, authorize, addresses, others, openSockets, state, log });
  return {
    serve: compose(checkCaller, serveInProcess),
    serveInProcess,
    upgrade: sockets.upgrade,
    addresses,
    senders,
    sockets: openSockets,
    faults,
    controls,
    async drain(timeoutMs) {
      const [unfinishedCalls] = await Promise.all([
        calls.stop(timeoutMs),
        sockets.closeJobSockets().then(() => state.service.stopJobs()),
      ]);
      return unfinishedCalls;
    },
    async close() {
      app.abort(new Refusal('unavailable', 'The server closes.'));
      await sockets.closeSessionSockets();
    },
  };
}

interface NodeHttpDependencies extends Pick<HttpDependencies, 'state' | 'log'> {
  readonly auth: Auth;
  readonly addresses: Addresses;
}

/** What a node of a service passes on to other nodes, and answers for them. */
function createNodeHttp({ state, auth, addresses, log }: NodeHttpDependencies) {
  const calls = createNodeCalls({ isSecret: (text) => state.service.nodes?.isSecret(text) ?? false, addresses });
  const passOn = createPassOn({
    addresses,
    isAlive: async (node) => (await state.service.nodes?.sessions.isAlive(node)) ?? false,
    log,
  });
  const sessionNodes = createSessionNodes({
    sessions: () => state.service.nodes?.sessions,
    hasRoom: () => state.service.sessions.room() > 0,
    nodeCalls: calls,
    passOn,
    teamOf: (request) => auth.teamOf(request),
  });
  return { calls, passOn, sessionNodes };
}

interface SocketDependencies extends Pick<HttpDependencies, 'journal' | 'state' | 'log'> {
  readonly others: SessionSocketDependencies['others'];
  readonly openSockets: OpenSockets;
  readonly checks: readonly Middleware[];
  readonly authorize: Authorize;
  readonly addresses: Addresses;
}

/** The WebSockets: those that follow jobs, and those of browser sessions. */
function createSockets({ checks, journal, authorize, addresses, others, openSockets, state, log }: SocketDependencies) {
  const jobSockets = createJobSockets({
    checks,
    journal: journal.middleware,
    authorize,
    addresses,
    watch: (request) => state.service.watchJob(request),
    keys: () => state.service.keyWatch,
    sockets: openSockets,
    log,
  });
  const sessionSockets = createSessionSockets({
    checks,
    sessions: () => state.service.sessions,
    keys: () => state.service.keyWatch,
    addresses,
    others,
    sockets: openSockets,
    log,
  });
  const upgrade: Upgrade = {
    accepts: (incoming) => isWatch(incoming) || sessionSockets.accepts(incoming),
    take(incoming, socket, head) {
      const sockets = isWatch(incoming) ? jobSockets : sessionSockets;
      sockets.accept(incoming, socket, head);
    },
  };
  return {
    upgrade,
    closeJobSockets: () => jobSockets.close(),
    closeSessionSockets: () => sessionSockets.close(),
  };
}

/** The paths of pages that other sites may link to. */
function isLinkable(path: string): boolean {
  return DASHBOARD_PATHS.includes(path) || isReferencePath(path) || isSessionPath(path);
}

function isAdmin({ url }: Request): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return path.startsWith(`${ADMIN_PATH}/`);
}

/** What the log says of an error. Where nothing can be stored, no code is at fault whose place would help. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.message;
  return (error as Error)?.stack ?? String(error);
}
