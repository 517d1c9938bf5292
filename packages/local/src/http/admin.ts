import type { Clock } from '@trawl/base/clock';
import { Hono } from 'hono';
import { Refusal } from '../contract/refusal.js';
import type { Actions } from '../operator/actions.js';
import { MAX_JSON_BYTES, readChunks, readJson } from '../request-body/body.js';
import type { BodyMemory, MemoryReservation } from '../request-body/body-memory.js';
import type { JsonBounds } from '../request-body/json-bounds.js';
import type { Gauge, Metrics } from '../telemetry/metrics.js';
import type { Addresses } from './addresses.js';
import type { Auth } from './auth.js';
import { capabilitiesOf } from './capabilities.js';
import type { Controls } from './controls.js';
import type { Faults } from './faults.js';
import { inspectionRoutes, positive, unlessKnown } from './inspection-routes.js';
import type { Journal } from './journal.js';
import { keyRoutes } from './key-routes.js';
import { notFound } from './not-found.js';
import { plainResponse } from './plain-response.js';
import type { Readiness } from './readiness.js';
import { json, refuse } from './reply.js';
import { signInRoutes } from './sign-in-routes.js';
import type { State } from './state.js';
import { whileOpen } from './while-open.js';

export interface AdminDependencies {
  readonly state: State;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly controls: Controls;
  readonly clock: Pick<Clock, 'now'>;
  readonly bodies: BodyMemory;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** The numbers of what waits and what is open now. */
  readonly gauges: () => Promise<Gauge[]>;
  readonly version: string;
  readonly auth: Pick<Auth, 'isOpen' | 'authorizeAdmin' | 'authorizeReader' | 'authorizeOwner'>;
  readonly addresses: Pick<Addresses, 'baseUrlOf'>;
}

/** Routes below this path manage the server itself. They are not part of the API. */
export const ADMIN_PATH = '/_local';

const MAX_IMPORT_BYTES = 1024 ** 3;
const MAX_SEED_BYTES = 64 * 1024 * 1024;
/** A seed holds whole pages, so its strings may be long. */
const SEED_BOUNDS: JsonBounds = { depth: 10, values: 100_000, characters: MAX_SEED_BYTES };

type AdminApp = Hono<{ Bindings: { readonly reservation: MemoryReservation } }>;

/** The routes below `/_local`. */
export function createAdmin(dependencies: AdminDependencies): (request: Request) => Promise<Response> {
  const { state, auth, bodies } = dependencies;
  const app: AdminApp = new Hono<{ Bindings: { readonly reservation: MemoryReservation } }>().basePath(ADMIN_PATH);
  addOpenRoutes(app, dependencies);
  addSignInRoutes(app, dependencies);
  // All routes below need the key of the operator.
  app.use(async ({ req }, next) => {
    await whileOpen(state, () => auth.authorizeAdmin(req.raw));
    await next();
  });
  addStateRoutes(app, dependencies);
  // All routes below ask the service, which those above replace.
  app.use((_, next) => whileOpen(state, next));
  addMetricsRoute(app, dependencies);
  addJournalRoutes(app, dependencies);
  addFaultRoutes(app, dependencies);
  addFetchRoutes(app, dependencies);
  addClockRoutes(app, dependencies);
  app.route(
    '/',
    keyRoutes(() => state.service.apiKeys, auth),
  );
  app.route(
    '/',
    actionRoutes(() => state.service.actions),
  );
  app.route(
    '/',
    inspectionRoutes(() => state.service.inspection),
  );
  app.notFound(({ req }) => notFound(req.raw));
  app.onError((error) => {
    if (error instanceof Refusal) return refuse(error);
    throw error;
  });
  return async (request) => {
    const reservation = bodies.reserve({ group: 'operator' });
    try {
      return await app.fetch(request, { reservation });
    } finally {
      reservation.release();
    }
  };
}

/** The probes, and what callers of the API may read. */
function addOpenRoutes(app: AdminApp, dependencies: AdminDependencies): void {
  const { state, auth, version, readiness } = dependencies;
  app.get('/live', () => json({ success: true }));
  app.get('/ready', async () => {
    if (await readiness.isReady()) return json({ success: true });
    throw new Refusal('unavailable', 'This server is not ready.');
  });
  app.get('/capabilities', async ({ req }) => {
    await auth.authorizeReader(req.raw);
    return json({ success: true, data: capabilitiesOf(state.service, version) });
  });
}

/** How programs get a key, which is confirmed by the operator or by a team. */
function addSignInRoutes(app: AdminApp, { state, auth, addresses }: AdminDependencies): void {
  const routes = signInRoutes({
    auth,
    addresses,
    logins: () => state.service.deviceLogins,
    keys: () => state.service.apiKeys,
  });
  for (const path of ['/device/*', '/whoami']) app.use(path, (_, next) => whileOpen(state, next));
  app.route('/', routes);
}

/** Counts for Prometheus. */
function addMetricsRoute(app: AdminApp, { metrics, gauges }: AdminDependencies): void {
  app.get('/metrics', async () => {
    const { type, text } = await metrics.text(await gauges());
    return plainResponse({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, text });
  });
}

/** Reset, seed, check, export and import. */
function addStateRoutes(app: AdminApp, { state, journal, faults, controls }: AdminDependencies): void {
  app.post('/reset', async () => {
    await state.reset();
    journal.clear();
    faults.clear();
    return json({ success: true });
  });
  app.post('/seed', async ({ req, env: { reservation } }) => {
    const bounds = { maxBytes: MAX_SEED_BYTES, reservation };
    return json({ success: true, data: await controls.seed(await readJson(req.raw, bounds, SEED_BOUNDS)) });
  });
  app.get('/rest', () => json({ success: true, data: { isAtRest: state.isAtRest } }));
  app.post('/resume', async () => {
    await state.resume();
    return json({ success: true });
  });
  app.get('/check', async () => json({ success: true, data: await state.check() }));
  app.get('/export', async () => {
    const { stream, bytes } = await state.export();
    const headers = {
      'content-type': 'application/vnd.sqlite3',
      'content-length': String(bytes),
      'content-disposition': 'attachment; filename="trawl.db"',
    };
    return new Response(stream, { headers });
  });
  app.post('/import', async ({ req }) => {
    await state.import(readChunks(req.raw, { maxBytes: MAX_IMPORT_BYTES }));
    return json({ success: true });
  });
}

function addJournalRoutes(app: AdminApp, { journal }: AdminDependencies): void {
  app.get('/journal', ({ req }) => {
    const limit = Number(req.query('limit') ?? '100');
    const requests = journal.entries(Number.isInteger(limit) && limit > 0 ? limit : 100);
    return unlessKnown(req.raw, { success: true, requests });
  });
  app.get('/journal/:number', ({ req }) => {
    const exchange = journal.exchange(Number(req.param('number')));
    if (!exchange) throw new Refusal('not_found', 'This request is not kept, or no longer: the last 500 are.');
    return json({ success: true, data: exchange });
  });
  app.delete('/journal', () => {
    journal.clear();
    return json({ success: true });
  });
}

function addFaultRoutes(app: AdminApp, { faults, controls }: AdminDependencies): void {
  app.get('/faults', () => {
    const data = faults.list().map(({ id, hits, rule }) => ({ id, hits, ...rule }));
    return json({ success: true, data });
  });
  app.post('/faults', async ({ req, env: { reservation } }) => {
    const { id, rule } = await controls.addFault(await readJson(req.raw, { maxBytes: MAX_JSON_BYTES, reservation }));
    return json({ success: true, data: { id, ...rule } });
  });
  app.delete('/faults', () => {
    faults.clear();
    return json({ success: true });
  });
  app.delete('/faults/:id', ({ req }) => {
    if (!faults.remove(req.param('id'))) throw new Refusal('not_found', 'No fault rule has this id.');
    return json({ success: true });
  });
}

/** How the service fetches: from the network, from what it has recorded, or both. */
function addFetchRoutes(app: AdminApp, { state, controls }: AdminDependencies): void {
  app.get('/fetches', () => json({ success: true, data: { mode: state.service.recorder.mode } }));
  app.post('/fetches', async ({ req, env: { reservation } }) => {
    const bounds = { maxBytes: MAX_JSON_BYTES, reservation };
    const mode = await controls.setFetchMode(await readJson(req.raw, bounds));
    return json({ success: true, data: { mode } });
  });
}

function addClockRoutes(app: AdminApp, { clock, controls }: AdminDependencies): void {
  app.get('/clock', () => json({ success: true, data: time(clock) }));
  app.post('/clock', async ({ req, env: { reservation } }) => {
    const bounds = { maxBytes: MAX_JSON_BYTES, reservation };
    await controls.advanceClock(await readJson(req.raw, bounds));
    return json({ success: true, data: time(clock) });
  });
}

const time = (clock: Pick<Clock, 'now'>) => ({ now: new Date(clock.now()).toISOString() });

/** The routes that change what belongs to a team. `actions` is called for each request: a reset replaces it. */
function actionRoutes(actions: () => Actions): Hono {
  const hono = new Hono();
  hono.delete('/jobs/:id', async ({ req }) => {
    await actions().cancelJob(req.param('id'));
    return json({ success: true });
  });
  hono.post('/monitors/:id/run', async ({ req }) =>
    json({ success: true, id: await actions().runMonitor(req.param('id')) }),
  );
  hono.post('/deliveries/resend-failed', async () =>
    json({ success: true, sent: await actions().resendFailedDeliveries() }),
  );
  hono.post('/deliveries/:number/resend', async ({ req }) => {
    await actions().resendDelivery(positive(req.param('number'), 'The number of a delivery'));
    return json({ success: true });
  });
  return hono;
}
