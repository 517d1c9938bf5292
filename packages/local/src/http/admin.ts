import type { Clock } from '@trawl/base/clock';
import { Hono } from 'hono';
import { Refusal } from '../contract/refusal.js';
import { MAX_JSON_BYTES, readChunks, readJson } from '../request-body/body.js';
import type { BodyMemory } from '../request-body/body-memory.js';
import type { JsonBounds } from '../request-body/json-bounds.js';
import type { Gauge, Metrics } from '../telemetry/metrics.js';
import type { Auth } from './auth.js';
import type { CallEnv, HttpApp } from './call.js';
import { capabilitiesOf } from './capabilities.js';
import { ofContents } from './contents.js';
import type { Controls } from './controls.js';
import type { Faults } from './faults.js';
import { inspectionRoutes, positive, unlessKnown } from './inspection-routes.js';
import type { Journal } from './journal.js';
import { keyRoutes } from './key-routes.js';
import { notFound } from './not-found.js';
import type { Readiness } from './readiness.js';
import { json, send } from './reply.js';
import type { Senders } from './senders.js';
import type { Service } from './service.js';
import { signInRoutes } from './sign-in-routes.js';

export interface AdminDependencies {
  readonly service: Service;
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
  readonly senders: Pick<Senders, 'ownerOf'>;
  readonly auth: Pick<Auth, 'isOpen' | 'authorizeAdmin' | 'authorizeReader' | 'authorizeOwner'>;
}

/** Routes below this path manage the server itself. They are not part of the API. */
export const ADMIN_PATH = '/_local';

const MAX_IMPORT_BYTES = 1024 ** 3;
const MAX_SEED_BYTES = 64 * 1024 * 1024;
/** A seed holds whole pages, so its strings may be long. */
const SEED_BOUNDS: JsonBounds = { depth: 10, values: 100_000, characters: MAX_SEED_BYTES };

/** The routes below `/_local`. */
export function createAdmin(dependencies: AdminDependencies): HttpApp {
  const { service, auth, bodies } = dependencies;
  const app: HttpApp = new Hono<CallEnv>();
  app.use(ofContents(service), async (call, next) => {
    const reservation = bodies.reserve({ group: 'operator' });
    call.set('reservation', reservation);
    try {
      await next();
    } finally {
      reservation.release();
    }
  });
  addOpenRoutes(app, dependencies);
  app.route('/', signInRoutes(service, auth, dependencies.senders));
  // All routes below need the key of the operator.
  app.use(async (call, next) => {
    await auth.authorizeAdmin(call.req.raw);
    await next();
  });
  addStateRoutes(app, dependencies);
  addMetricsRoute(app, dependencies);
  addJournalRoutes(app, dependencies);
  addFaultRoutes(app, dependencies);
  addFetchRoutes(app, dependencies);
  addClockRoutes(app, dependencies);
  app.route('/', keyRoutes(service, auth));
  app.route('/', actionRoutes(service));
  app.route('/', inspectionRoutes(service));
  app.all('*', (call) => send(call, notFound(call.req.raw)));
  return app;
}

/** The probes, and what callers of the API may read. */
function addOpenRoutes(app: HttpApp, dependencies: AdminDependencies): void {
  const { service, auth, version, readiness } = dependencies;
  app.get('/live', (call) => send(call, json({ success: true })));
  app.get('/ready', async (call) => {
    if (await readiness.isReady()) return send(call, json({ success: true }));
    throw new Refusal('unavailable', 'This server is not ready.');
  });
  app.get('/capabilities', async (call) => {
    await auth.authorizeReader(call.req.raw);
    return send(call, json({ success: true, data: capabilitiesOf(service, version) }));
  });
}

/** Counts for Prometheus. */
function addMetricsRoute(app: HttpApp, { metrics, gauges }: AdminDependencies): void {
  app.get('/metrics', async (call) => {
    const { type, text } = await metrics.text(await gauges());
    return send(call, { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, text });
  });
}

/** Reset, seed, check, export and import. */
function addStateRoutes(app: HttpApp, { service, journal, faults, controls }: AdminDependencies): void {
  // What these fail with is about what they replace.
  for (const path of ['/reset', '/resume', '/import']) {
    app.use(path, (call, next) => {
      call.set('contents', undefined);
      return next();
    });
  }
  app.post('/reset', async (call) => {
    await service.reset();
    journal.clear();
    faults.clear();
    return send(call, json({ success: true }));
  });
  app.post('/seed', async (call) => {
    const bounds = { maxBytes: MAX_SEED_BYTES, reservation: call.get('reservation') };
    return send(
      call,
      json({ success: true, data: await controls.seed(await readJson(call.req.raw, bounds, SEED_BOUNDS)) }),
    );
  });
  app.get('/rest', (call) => send(call, json({ success: true, data: { isAtRest: service.isAtRest } })));
  app.post('/resume', async (call) => {
    await service.resume();
    return send(call, json({ success: true }));
  });
  app.get('/check', async (call) => send(call, json({ success: true, data: await service.check() })));
  app.get('/export', async (_call) => {
    const { stream, bytes } = await service.export();
    const headers = {
      'content-type': 'application/vnd.sqlite3',
      'content-length': String(bytes),
      'content-disposition': 'attachment; filename="trawl.db"',
    };
    return new Response(stream, { headers });
  });
  app.post('/import', async (call) => {
    await service.import(readChunks(call.req.raw, { maxBytes: MAX_IMPORT_BYTES }));
    return send(call, json({ success: true }));
  });
}

function addJournalRoutes(app: HttpApp, { journal }: AdminDependencies): void {
  app.get('/journal', (call) => {
    const limit = Number(call.req.query('limit') ?? '100');
    const requests = journal.entries(Number.isInteger(limit) && limit > 0 ? limit : 100);
    return unlessKnown(call, { success: true, requests });
  });
  app.get('/journal/:number', (call) => {
    const exchange = journal.exchange(Number(call.req.param('number')));
    if (!exchange) throw new Refusal('not_found', 'This request is not kept, or no longer: the last 500 are.');
    return send(call, json({ success: true, data: exchange }));
  });
  app.delete('/journal', (call) => {
    journal.clear();
    return send(call, json({ success: true }));
  });
}

function addFaultRoutes(app: HttpApp, { faults, controls }: AdminDependencies): void {
  app.get('/faults', (call) => {
    const data = faults.list().map(({ id, hits, rule }) => ({ id, hits, ...rule }));
    return send(call, json({ success: true, data }));
  });
  app.post('/faults', async (call) => {
    const { id, rule } = await controls.addFault(
      await readJson(call.req.raw, { maxBytes: MAX_JSON_BYTES, reservation: call.get('reservation') }),
    );
    return send(call, json({ success: true, data: { id, ...rule } }));
  });
  app.delete('/faults', (call) => {
    faults.clear();
    return send(call, json({ success: true }));
  });
  app.delete('/faults/:id', (call) => {
    if (!faults.remove(call.req.param('id'))) throw new Refusal('not_found', 'No fault rule has this id.');
    return send(call, json({ success: true }));
  });
}

/** How the service fetches: from the network, from what it has recorded, or both. */
function addFetchRoutes(app: HttpApp, { service, controls }: AdminDependencies): void {
  app.get('/fetches', (call) => send(call, json({ success: true, data: { mode: service.recorder.mode } })));
  app.post('/fetches', async (call) => {
    const bounds = { maxBytes: MAX_JSON_BYTES, reservation: call.get('reservation') };
    const mode = await controls.setFetchMode(await readJson(call.req.raw, bounds));
    return send(call, json({ success: true, data: { mode } }));
  });
}

function addClockRoutes(app: HttpApp, { clock, controls }: AdminDependencies): void {
  app.get('/clock', (call) => send(call, json({ success: true, data: time(clock) })));
  app.post('/clock', async (call) => {
    const bounds = { maxBytes: MAX_JSON_BYTES, reservation: call.get('reservation') };
    await controls.advanceClock(await readJson(call.req.raw, bounds));
    return send(call, json({ success: true, data: time(clock) }));
  });
}

const time = (clock: Pick<Clock, 'now'>) => ({ now: new Date(clock.now()).toISOString() });

/** The routes that change what belongs to a team. */
function actionRoutes(service: Pick<Service, 'actions'>): HttpApp {
  const hono = new Hono<CallEnv>();
  hono.delete('/jobs/:id', async (call) => {
    await service.actions.cancelJob(call.req.param('id'));
    return send(call, json({ success: true }));
  });
  hono.post('/monitors/:id/run', async (call) =>
    send(call, json({ success: true, id: await service.actions.runMonitor(call.req.param('id')) })),
  );
  hono.post('/deliveries/resend-failed', async (call) =>
    send(call, json({ success: true, sent: await service.actions.resendFailedDeliveries() })),
  );
  hono.post('/deliveries/:number/resend', async (call) => {
    await service.actions.resendDelivery(positive(call.req.param('number'), 'The number of a delivery'));
    return send(call, json({ success: true }));
  });
  return hono;
}
