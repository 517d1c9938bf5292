import type { Clock } from '@trawl/base/clock';
import { OpenSockets } from '@trawl/base/open-sockets';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import { Hono } from 'hono';
import { isOpen } from '../accounts/teams.js';
import { VERSION } from '../base/version.js';
import { operations } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { createDashboard, DASHBOARD_PATHS } from '../dashboard/dashboard.js';
import { factsOf } from '../dashboard/facts.js';
import { guides } from '../dashboard/guides.js';
import { createReference, isReferencePath } from '../dashboard/reference.js';
import { Addresses } from '../http/addresses.js';
import { ADMIN_PATH, createAdmin } from '../http/admin.js';
import { createApi } from '../http/api.js';
import { Auth } from '../http/auth.js';
import { type Authorize, createAuthorize } from '../http/authorize.js';
import type { CallEnv, HttpApp, Step } from '../http/call.js';
import { CallsInProgress } from '../http/calls-in-progress.js';
import { type Controls, createControls } from '../http/controls.js';
import { crossOrigin } from '../http/cross-origin.js';
import { errorHandler } from '../http/error-handler.js';
import { Faults } from '../http/faults.js';
import { hostCheck } from '../http/host-check.js';
import { isWatch, JobSockets } from '../http/job-sockets.js';
import type { Journal } from '../http/journal.js';
import type { Upgrade } from '../http/listen.js';
import { nodeCalls, ofCallers } from '../http/node-calls.js';
import { originCheck } from '../http/origin-check.js';
import { createPassOn } from '../http/pass-on.js';
import { Readiness } from '../http/readiness.js';
import { refusalReply, send } from '../http/reply.js';
import { Senders } from '../http/senders.js';
import type { Service } from '../http/service.js';
import { createSessionNodes } from '../http/session-nodes.js';
import { createSessionSockets, type SessionSocketDependencies } from '../http/session-sockets.js';
import { sharedLinks } from '../http/shared-links.js';
import { tracedCalls } from '../http/traced-calls.js';
import type { Report } from '../http/unexpected-error.js';
import { type CheckUpgrade, upgradeChecks } from '../http/upgrades.js';
import { createBodyMemory, MAX_BYTES_OF_TEAM } from '../request-body/body-memory.js';
import { isServed } from '../routes/route-not-found.js';
import { isSessionPath } from '../sessions/session-access.js';
import type { Settings } from '../settings/settings.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Metrics } from '../telemetry/metrics.js';

export interface HttpDependencies {
  readonly settings: Settings;
  readonly browser: BrowserLookup;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly service: Service;
  readonly log: (line: string) => void;
}

/** Everything that answers requests. */
export interface Http {
  /** Answers the requests that come over a socket, and the calls in this process. */
  readonly app: HttpApp;
  readonly upgrade: Upgrade;
  /** All connections. */
  readonly sockets: OpenSockets;
  /** Logs the error of an answer that has begun and cannot go on. */
  report(error: unknown): void;
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

export function createHttp({ settings, browser, clock, journal, metrics, service, log }: HttpDependencies): Http {
  const { adminKey, allowedOrigins, apiKeys, check, keylessCalls } = settings;
  const report: Report = (error, id) => log(`Error ${id}: ${reasonOf(error)}`);
  const { publicUrl, trustedProxies } = settings;
  const addresses = new Addresses({ publicUrl, trustedProxies });
  const auth = new Auth({ apiKeys, adminKey, keylessCalls, service });
  const authorize = createAuthorize({ auth, service });
  const faults = new Faults({
    clock,
    authorizeAdmin: (request, subject) => auth.authorizeAdmin(request, subject),
  });
  const controls = createControls({ service, faults, clock });
  const bodies = createBodyMemory(isOpen(settings) ? {} : { maxBytesOfGroup: MAX_BYTES_OF_TEAM });
  const senders = new Senders(addresses);
  const openSockets = new OpenSockets({ ownerOf: (incoming) => senders.ownerOfMessage(incoming) });
  const calls = new CallsInProgress();
  const nodes = createNodeHttp({ settings, service, auth, addresses, log });
  const api = createApi({ service, authorize, bodies, senders, sockets: openSockets, check }, [
    journal.step,
    tracedCalls,
    calls.step,
    faults.step,
    ...nodes.sessionSteps,
    ...(settings.role === 'worker' ? [onlyWorks] : []),
  ]);
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
    ...(await service.gauges()),
  ];
  const admin = createAdmin({
    service,
    journal,
    faults,
    controls,
    clock,
    bodies,
    readiness: new Readiness({ service, isStopping: () => calls.isStopping, log }),
    metrics,
    gauges,
    version: VERSION,
    senders,
    auth,
  });

  const callerChecks = [addresses.step, ...nodes.callSteps, ofCallers(hostCheck(settings))];
  const app: HttpApp = new Hono<CallEnv>();
  // All that a request passes, in this order.
  app.use(
    ...callerChecks,
    guides,
    crossOrigin(allowedOrigins),
    originCheck({ allowedOrigins, isLinkable }),
    createReference({
      needsKey: !isOpen(settings),
      missing: () => operations().flatMap(({ id }) => (isServed(service.routes[id]) ? [] : [id])),
    }),
    createDashboard(() => factsOf(settings, browser, VERSION)),
  );
  app.route(ADMIN_PATH, admin);
  app.route('/', sharedLinks(service, nodes.sessionSteps));
  app.route('/', api.app);
  app.onError(errorHandler({ report, check }));

  const sockets = createSockets({
    check: upgradeChecks([...callerChecks, originCheck({ allowedOrigins })]),
    journal,
    authorize,
    others: nodes.others,
    openSockets,
    service,
    log,
  });
  return {
    app,
    sockets: openSockets,
    report: (error) => log(`An answer broke off: ${reasonOf(error)}`),
    upgrade: sockets.upgrade,
    faults,
    controls,
    async drain(timeoutMs) {
      const [unfinishedCalls] = await Promise.all([
        calls.stop(timeoutMs),
        sockets.closeJobSockets().then(() => service.stopJobs()),
      ]);
      return unfinishedCalls;
    },
    async close() {
      api.abort(new Refusal('unavailable', 'The server closes.'));
      await sockets.closeSessionSockets();
    },
  };
}

/** Answers for a node that only does the tasks of jobs. */
const onlyWorks: Step = async (call) => send(call, refusalReply(ONLY_WORKS));

const ONLY_WORKS = new Refusal(
  'unavailable',
  'This node answers no calls of the API: its role is `worker`. Send them to another node.',
);

interface NodeHttpDependencies extends Pick<HttpDependencies, 'settings' | 'service' | 'log'> {
  readonly auth: Auth;
  readonly addresses: Addresses;
}

interface NodeHttp {
  /** Know the calls that other nodes have passed on. */
  readonly callSteps: readonly Step[];
  /** Pass calls about sessions of other nodes on. */
  readonly sessionSteps: readonly Step[];
  readonly others: SessionSocketDependencies['others'];
}

/** What a node of a service passes on to other nodes, and answers for them. A process that works alone has nothing of it. */
function createNodeHttp({ settings, service, auth, addresses, log }: NodeHttpDependencies): NodeHttp {
  if (settings.database === undefined || settings.role === 'worker') {
    return { callSteps: [], sessionSteps: [], others: undefined };
  }
  const passOn = createPassOn({
    isAlive: async (node) => (await service.nodes?.sessions.isAlive(node)) ?? false,
    log,
  });
  const nodes = createSessionNodes({ service, passOn, teamOf: (request) => auth.teamOf(request) });
  const isSecret = (text: string) => service.nodes?.isSecret(text) ?? false;
  return {
    callSteps: [ofCallers(nodeCalls(isSecret, addresses))],
    sessionSteps: [nodes.step],
    others: { nodes, passOn },
  };
}

interface SocketDependencies extends Pick<HttpDependencies, 'journal' | 'service' | 'log'> {
  readonly others: SessionSocketDependencies['others'];
  readonly openSockets: OpenSockets;
  readonly check: CheckUpgrade;
  readonly authorize: Authorize;
}

/** The WebSockets: those that follow jobs, and those of browser sessions. */
function createSockets({ check, journal, authorize, others, openSockets: sockets, service, log }: SocketDependencies) {
  const jobSockets = new JobSockets({ check, journal, authorize, service, sockets, log });
  const sessionSockets = createSessionSockets({ check, service, others, sockets, log });
  const upgrade: Upgrade = {
    accepts: (incoming) => isWatch(incoming) || sessionSockets.accepts(incoming),
    take(incoming, socket, head) {
      const target = isWatch(incoming) ? jobSockets : sessionSockets;
      target.accept(incoming, socket, head);
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

/** What the log says of an error. Where nothing can be stored, no code is at fault whose place would help. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.message;
  return (error as Error)?.stack ?? String(error);
}
