import type { Clock } from '@trawl/base/clock';
import type { OpenSockets } from '@trawl/base/open-sockets';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import { Hono } from 'hono';
import { isOpen } from '../accounts/teams.js';
import { VERSION } from '../base/version.js';
import { operations } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { createDashboard, DASHBOARD_PATHS, LINKABLE_PATHS } from '../dashboard/dashboard.js';
import { factsOf } from '../dashboard/facts.js';
import { GUIDE_PATHS, guides } from '../dashboard/guides.js';
import { createReference, isReferencePath, REFERENCE_PATHS } from '../dashboard/reference.js';
import { ADMIN_PATH, createAdmin } from '../http/admin.js';
import { createApi } from '../http/api.js';
import { openBetweenNodes } from '../http/between-nodes.js';
import type { CallEnv, HttpApp } from '../http/call.js';
import { openCallers } from '../http/callers.js';
import { type Controls, createControls } from '../http/controls.js';
import { crossOrigin } from '../http/cross-origin.js';
import { errorHandler } from '../http/error-handler.js';
import { Faults } from '../http/faults.js';
import { hostCheck } from '../http/host-check.js';
import { openInProgress } from '../http/in-progress.js';
import type { Journal } from '../http/journal.js';
import type { Upgrade } from '../http/listen.js';
import { ofCallers } from '../http/node-calls.js';
import { originCheck } from '../http/origin-check.js';
import { Readiness } from '../http/readiness.js';
import type { Service } from '../http/service.js';
import { sharedLinks } from '../http/shared-links.js';
import { openSockets } from '../http/sockets.js';
import { tracedCalls } from '../http/traced-calls.js';
import { upgradeChecks } from '../http/upgrades.js';
import { isServed } from '../routes/route-not-found.js';
import { isSessionPath } from '../sessions/session-access.js';
import type { Settings } from '../settings/settings.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Metrics } from '../telemetry/metrics.js';

export interface HttpNeeds {
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

export function openHttp({ settings, browser, clock, journal, metrics, service, log }: HttpNeeds): Http {
  const { allowedOrigins, check } = settings;
  const callers = openCallers(settings, service);
  const { addresses, auth, authorize, senders } = callers;
  const inProgress = openInProgress(settings, senders);
  const { calls, bodies, sockets } = inProgress;
  const nodes = openBetweenNodes({ settings, service, callers, log });
  const faults = new Faults({ clock, auth });
  const controls = createControls({ service, faults, clock });
  const api = createApi({ service, authorize, bodies, senders, sockets, check }, [
    journal.step,
    tracedCalls,
    calls.step,
    faults.step,
    ...nodes.sessionSteps,
    ...nodes.roleSteps,
  ]);
  const admin = createAdmin({
    service,
    journal,
    faults,
    controls,
    clock,
    bodies,
    readiness: new Readiness({ service, isStopping: () => calls.isStopping, log }),
    metrics,
    gauges: async () => [...inProgress.gauges(), ...(await service.gauges())],
    version: VERSION,
    senders,
    auth,
  });

  const callerSteps = [addresses.step, ...nodes.callSteps, ofCallers(hostCheck(settings))];
  const app: HttpApp = new Hono<CallEnv>();
  // All that a request passes, in this order.
  app.use(...callerSteps, crossOrigin(allowedOrigins), originCheck({ allowedOrigins, isLinkable }));
  app.on('GET', [...GUIDE_PATHS], guides);
  app.on(
    'GET',
    [...REFERENCE_PATHS],
    createReference({ needsKey: !isOpen(settings), missing: () => notServed(service) }),
  );
  app.on(
    'GET',
    [...DASHBOARD_PATHS],
    createDashboard(() => factsOf(settings, browser, VERSION)),
  );
  app.route(ADMIN_PATH, admin);
  app.route('/', sharedLinks(service, nodes.sessionSteps));
  app.route('/', api.app);
  app.onError(errorHandler({ report: (error, id) => log(`Error ${id}: ${reasonOf(error)}`), check }));

  const webSockets = openSockets({
    check: upgradeChecks([...callerSteps, originCheck({ allowedOrigins })]),
    journal,
    authorize,
    others: nodes.others,
    sockets,
    service,
    log,
  });
  return {
    app,
    sockets,
    report: (error) => log(`An answer broke off: ${reasonOf(error)}`),
    upgrade: webSockets.upgrade,
    faults,
    controls,
    async drain(timeoutMs) {
      const [unfinishedCalls] = await Promise.all([
        calls.stop(timeoutMs),
        webSockets.closeJobSockets().then(() => service.stopJobs()),
      ]);
      return unfinishedCalls;
    },
    async close() {
      api.abort(new Refusal('unavailable', 'The server closes.'));
      await webSockets.closeSessionSockets();
    },
  };
}

/** The paths of pages that other sites may link to. */
function isLinkable(path: string): boolean {
  return LINKABLE_PATHS.includes(path) || isReferencePath(path) || isSessionPath(path);
}

/** The operations that the service does not offer. */
function notServed({ routes }: Service): string[] {
  return operations().flatMap(({ id }) => (isServed(routes[id]) ? [] : [id]));
}

/** What the log says of an error. Where nothing can be stored, no code is at fault whose place would help. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.message;
  return (error as Error)?.stack ?? String(error);
}
