import { createBodyMemory } from './body/body-memory.js';
import { findBrowser } from './browser/find-browser.js';
import { createMovableClock } from './clock.js';
import { Refusal } from './contract/refusal.js';
import { createDashboard, DASHBOARD_PATHS } from './dashboard/dashboard.js';
import { factsOf } from './dashboard/facts.js';
import { guides } from './dashboard/guides.js';
import { createReference, REFERENCE_PATHS } from './dashboard/reference.js';
import { ADMIN_PATH, createAdmin } from './http/admin.js';
import { createApp } from './http/app.js';
import { type Auth, createAuth } from './http/auth.js';
import { createFaults } from './http/faults.js';
import { hostCheck } from './http/host-check.js';
import { inProcess } from './http/in-process.js';
import { createJobSockets, isWatch } from './http/job-sockets.js';
import { createJournal } from './http/journal.js';
import { listen, type Upgrade } from './http/listen.js';
import { compose } from './http/middleware.js';
import { originCheck } from './http/origin-check.js';
import { createSessionSockets } from './http/session-sockets.js';
import { errorBoundary } from './http/unexpected-error.js';
import { createLog } from './log.js';
import { settingsFrom } from './options.js';
import { redactedUrl } from './redacted-url.js';
import { readSeedPages } from './scrape/seed.js';
import { isSessionPath } from './sessions/session-access.js';
import type { LocalServerOptions } from './settings.js';
import { openState } from './state.js';
import { VERSION } from './version.js';
import { makeRecordingsFolder } from './web/recordings-folder.js';

export interface LocalServer extends AsyncDisposable {
  /** The base URL, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  /** Answers in this process, over no socket: for the `fetch` option of a client. */
  readonly fetch: typeof globalThis.fetch;
  /** Forgets everything it has seen and done, as if it had just started. */
  reset(): Promise<void>;
  /** Ends what runs, and gives back the port and the storage file. */
  close(): Promise<void>;
}

/**
 * Starts the service in this process.
 *
 * @throws OptionError for an option that cannot be used, and whatever the system says of a port or file that cannot.
 * @example
 * const server = await createLocalServer({ allowPrivateNetworks: true });
 * const trawl = new Trawl({ baseUrl: server.url });
 * // …
 * await server.close();
 */
export async function createLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const settings = settingsFrom(options);
  const { clock = createMovableClock(), log: to } = options;
  const { line: log, request: logRequest } = createLog({ format: settings.logFormat, to });
  if (settings.recordings !== undefined) makeRecordingsFolder(settings.recordings);
  let port = settings.port || undefined;
  const browser = findBrowser(settings.browser);
  const journal = createJournal(clock, settings.quiet ? undefined : logRequest);
  const state = openState({ clock, settings, browser, port: () => port, log, memory: journal });
  const report = (error: unknown, id: string) => log(`Error ${id}: ${(error as Error)?.stack ?? error}`);
  try {
    if (settings.seed !== undefined) {
      const { failed } = await state.service.seed(readSeedPages(settings.seed));
      for (const { url, error } of failed) log(`Seed ${redactedUrl(url)} was left out: ${error}`);
    }
    const auth = createAuth({ ...settings, clock });
    const faults = createFaults({ clock, journal, teamOf: auth.teamOf });
    const bodies = createBodyMemory();
    const authorize: Auth['authorize'] = (operation, request) => {
      const team = auth.authorize(operation, request);
      state.service.plan.admit(operation, team);
      return team;
    };
    const app = createApp({
      routes: () => state.service.routes,
      bodies,
      check: settings.check,
      authorize,
      report,
      note: journal.note,
      isPrivateJob: (id) => state.service.isPrivateJob(id),
    });
    const api = compose([journal.middleware, faults.middleware], async (request) => app.fetch(request));
    const admin = createAdmin({ state, journal, faults, clock, bodies, version: VERSION, auth });
    const dashboard = createDashboard(() => factsOf(settings, browser, VERSION));
    const reference = createReference({ needsKey: settings.apiKeys.length > 0 });
    const pages = [guides, originCheck(isLinkable), reference, dashboard];
    const serve = compose([errorBoundary(report), ...pages], (request) =>
      isAdmin(request) ? admin(request) : api(request),
    );
    // Calls in process need no host check: DNS cannot redirect them.
    const checkHost = hostCheck(settings);
    const checks = [checkHost, originCheck(() => false)];
    const jobSockets = createJobSockets({
      checks,
      journal: journal.middleware,
      authorize,
      watch: (request) => state.service.watchJob(request),
      log,
    });
    const sessionSockets = createSessionSockets({ checks, sessions: () => state.service.sessions, log });
    const upgrade: Upgrade = {
      accepts: (incoming) => isWatch(incoming) || sessionSockets.accepts(incoming),
      take: (incoming, ...connection) =>
        (isWatch(incoming) ? jobSockets : sessionSockets).accept(incoming, ...connection),
    };
    const listening = await listen(compose([checkHost], serve), settings.port, settings.host, upgrade);
    port = listening.port;

    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= (async () => {
        app.abort(new Refusal(503, { error: 'The server closes.' }));
        await jobSockets.close();
        await sessionSockets.close();
        await listening.close();
        await state.close();
      })();
      return closed;
    };
    const { url } = listening;
    const fetch = inProcess(serve);
    return {
      url,
      async fetch(input, init) {
        if (closed) throw new TypeError(`The server at ${url} is closed.`);
        return fetch(input, init);
      },
      async reset() {
        await state.reset();
        journal.clear();
        faults.clear();
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await state.close();
    throw error;
  }
}

/** The paths of pages that other sites may link to. */
function isLinkable(path: string): boolean {
  return [...DASHBOARD_PATHS, ...REFERENCE_PATHS].includes(path) || isSessionPath(path);
}

function isAdmin({ url }: Request): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return path.startsWith(`${ADMIN_PATH}/`);
}
