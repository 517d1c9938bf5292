import { Hono } from 'hono';
import type { Clock, MovableClock } from '../clock.js';
import { CONTRACT, contract, operations, type Schema } from '../contract/contract.js';
import { invalidBody } from '../contract/invalid.js';
import { Refusal } from '../contract/refusal.js';
import { type BodyBounds, MAX_JSON_BYTES, readChunks, readJson } from '../request-body/body.js';
import type { BodyMemory, MemoryReservation } from '../request-body/body-memory.js';
import type { JsonBounds } from '../request-body/json-bounds.js';
import { routeNotFound } from '../routes/route-not-found.js';
import type { SeedPage } from '../scrape/seed.js';
import { liveViewPage } from '../sessions/live-view-page.js';
import { accessTo } from '../sessions/session-access.js';
import type { State } from '../state.js';
import { FETCH_MODES, type FetchMode } from '../web/recorder.js';
import { actionRoutes } from './action-routes.js';
import type { Auth } from './auth.js';
import type { FaultRule, Faults } from './faults.js';
import { inspectionRoutes, unlessKnown } from './inspection-routes.js';
import type { Journal } from './journal.js';
import { notFound } from './not-found.js';
import { json, refuse } from './reply.js';

export interface AdminDependencies {
  readonly state: State;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly bodies: BodyMemory;
  readonly version: string;
  readonly auth: Pick<Auth, 'authorizeAdmin' | 'authorizeReader'>;
}

/** Routes below this path manage the server itself. They are not part of the API. */
export const ADMIN_PATH = '/_local';

const MAX_IMPORT_BYTES = 1024 ** 3;
const MAX_SEED_BYTES = 64 * 1024 * 1024;
/** A seed holds whole pages, so its strings may be long. */
const SEED_BOUNDS: JsonBounds = { depth: 10, values: 100_000, characters: MAX_SEED_BYTES };

const text = { type: 'string', minLength: 1 } as const;
const count = { type: 'integer', minimum: 1 } as const;
const schemaRef = (name: string) => ({ $ref: `${CONTRACT}#/components/schemas/${name}` });

const faultSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  'x-refusal': 'A fault has to say what goes wrong, such as `status`, `drop` or `delayMs`.',
  properties: {
    match: {
      type: 'object',
      additionalProperties: false,
      properties: { operation: text, method: text, path: text },
    },
    times: count,
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: true,
    headers: {
      type: 'object',
      propertyNames: schemaRef('HeaderName'),
      additionalProperties: schemaRef('HeaderValue'),
    },
    retryAfter: { oneOf: [{ type: 'number' }, schemaRef('HeaderValue')] },
    delayMs: { type: 'number', minimum: 0 },
    drop: { type: 'boolean' },
    broken: { type: 'boolean' },
  },
};

const seedSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['pages'],
  properties: {
    pages: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['url', 'content'],
        properties: {
          url: { type: 'string', format: 'uri', pattern: '^https?://' },
          content: { type: 'string' },
          contentType: text,
        },
      },
    },
  },
};

/** The longest retention. Everything that is due in that time runs before the response, one after the other. */
const MAX_ADVANCE_MS = 31 * 24 * 60 * 60_000;

const clockSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['advanceMs'],
  properties: { advanceMs: { type: 'number', minimum: 0, maximum: MAX_ADVANCE_MS } },
};

const fetchesSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['mode'],
  properties: { mode: { enum: FETCH_MODES } },
};

type AdminApp = Hono<{ Bindings: { readonly reservation: MemoryReservation } }>;

/** The routes below `/_local`. */
export function createAdmin(dependencies: AdminDependencies): (request: Request) => Promise<Response> {
  const { state, auth, bodies } = dependencies;
  const app: AdminApp = new Hono<{ Bindings: { readonly reservation: MemoryReservation } }>().basePath(ADMIN_PATH);
  addOpenRoutes(app, dependencies);
  // All routes below need the key of the operator.
  app.use(async ({ req }, next) => {
    auth.authorizeAdmin(req.raw);
    await next();
  });
  addStateRoutes(app, dependencies);
  addJournalRoutes(app, dependencies);
  addFaultRoutes(app, dependencies);
  addFetchRoutes(app, dependencies);
  addClockRoutes(app, dependencies);
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
    const reservation = bodies.reserve();
    try {
      return await app.fetch(request, { reservation });
    } finally {
      reservation.release();
    }
  };
}

/** The routes for callers of the API, and those whose URL contains a secret. */
function addOpenRoutes(app: AdminApp, dependencies: AdminDependencies): void {
  const { state, auth } = dependencies;
  app.get('/capabilities', ({ req }) => {
    auth.authorizeReader(req.raw);
    return json({ success: true, data: capabilities(dependencies) });
  });
  app.get('/files/:name', ({ req }) => {
    // Its name is the key to a file. It cannot be guessed, and a picture is shown where no header can be sent.
    const file = state.service.files.get(req.param('name'));
    if (!file) throw new Refusal(404, { error: 'There is no such file. Screenshots and PDFs expire after 24 hours.' });
    const headers = { 'content-type': file.type, 'x-content-type-options': 'nosniff', 'cache-control': 'private' };
    return new Response(new Uint8Array(file.body), { headers });
  });
  app.get('/sessions/:id/:access', ({ req }) => {
    // The token in its URL is the key to a session.
    const live = accessTo(state.service.sessions, req.url);
    if (!live || live.access === 'cdp') {
      throw new Refusal(404, { error: 'There is no such browser session to watch, or it has ended.' });
    }
    const { html, headers } = liveViewPage(live.access, req.header('host') ?? '');
    return new Response(html, { headers });
  });
}

/** Reset, seed, export and import. */
function addStateRoutes(app: AdminApp, { state, journal, faults }: AdminDependencies): void {
  app.post('/reset', async () => {
    await state.reset();
    journal.clear();
    faults.clear();
    return json({ success: true });
  });
  app.post('/seed', async ({ req, env: { reservation } }) => {
    const bounds = { maxBytes: MAX_SEED_BYTES, reservation };
    const { pages } = await bodyOf<{ pages: SeedPage[] }>(req.raw, seedSchema, bounds, SEED_BOUNDS);
    return json({ success: true, data: await state.service.seed(pages) });
  });
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
    if (!exchange) throw new Refusal(404, { error: 'This request is not kept, or no longer: the last 500 are.' });
    return json({ success: true, data: exchange });
  });
  app.delete('/journal', () => {
    journal.clear();
    return json({ success: true });
  });
}

function addFaultRoutes(app: AdminApp, { faults }: AdminDependencies): void {
  app.get('/faults', () => json({ success: true, data: faults.list() }));
  app.post('/faults', async ({ req, env: { reservation } }) => {
    const rule = await bodyOf<FaultRule>(req.raw, faultSchema, { maxBytes: MAX_JSON_BYTES, reservation });
    const { operation } = rule.match ?? {};
    if (operation !== undefined && !operations().some(({ id }) => id === operation)) {
      throw new Refusal(400, {
        code: 'BAD_REQUEST',
        error: `match.operation: the contract has no operation "${operation}".`,
      });
    }
    return json({ success: true, data: faults.add(rule) });
  });
  app.delete('/faults', () => {
    faults.clear();
    return json({ success: true });
  });
  app.delete('/faults/:id', ({ req }) => {
    if (!faults.remove(req.param('id'))) throw new Refusal(404, { error: 'No fault rule has this id.' });
    return json({ success: true });
  });
}

/** How the service fetches: from the network, from what it has recorded, or both. */
function addFetchRoutes(app: AdminApp, { state }: AdminDependencies): void {
  app.get('/fetches', () => json({ success: true, data: { mode: state.service.recorder.mode } }));
  app.post('/fetches', async ({ req, env: { reservation } }) => {
    const bounds = { maxBytes: MAX_JSON_BYTES, reservation };
    const { mode } = await bodyOf<{ mode: FetchMode }>(req.raw, fetchesSchema, bounds);
    state.service.recorder.mode = mode;
    return json({ success: true, data: { mode } });
  });
}

function addClockRoutes(app: AdminApp, { clock }: AdminDependencies): void {
  app.get('/clock', () => json({ success: true, data: time(clock) }));
  app.post('/clock', async ({ req, env: { reservation } }) => {
    const bounds = { maxBytes: MAX_JSON_BYTES, reservation };
    const { advanceMs } = await bodyOf<{ advanceMs: number }>(req.raw, clockSchema, bounds);
    if (!isMovable(clock)) {
      throw new Refusal(409, { error: 'This server was started with a clock of its own, which does not move.' });
    }
    await clock.advance(advanceMs);
    return json({ success: true, data: time(clock) });
  });
}

function capabilities({ state, version }: AdminDependencies) {
  const { routes, capabilities: found } = state.service;
  const served = operations().map(({ id }) => [id, routes[id] !== undefined && routes[id] !== routeNotFound] as const);
  return { version, contract: contract().info.version, ...found, operations: Object.fromEntries(served) };
}

const time = (clock: Clock) => ({ now: new Date(clock.now()).toISOString() });

function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock;
}

async function bodyOf<Body>(request: Request, schema: Schema, bytes: BodyBounds, bounds?: JsonBounds): Promise<Body> {
  const { validate } = await import('../contract/validation.js');
  const body = await readJson(request, bytes, bounds);
  const issues = validate(schema, body);
  if (issues) throw invalidBody(issues);
  return body as Body;
}
