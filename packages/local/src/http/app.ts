import { Hono } from 'hono';
import type { BodyMemory } from '../body/body-memory.js';
import { type Operation, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import { nextTurn } from '../event-loop.js';
import { isObject } from '../is-object.js';
import { type Handler, JsonText, type RouteRequest, type Routes } from '../routes/route.js';
import { RouteNotFound } from '../routes/route-not-found.js';
import type { Auth } from './auth.js';
import type { Journal } from './journal.js';
import { otherVersion } from './other-version.js';
import { askedOf, outcomeOf } from './outcome.js';
import { plainResponse } from './plain-response.js';
import { isPrivateCall } from './privacy.js';
import { JSON_HEADERS, notFound, refuse } from './reply.js';
import { checkResponse, checkResponseBody, InvalidResponse } from './response-check.js';
import { Signals } from './signals.js';
import { type Report, unexpectedError } from './unexpected-error.js';

export interface AppDependencies {
  /** Called for each request, because a reset replaces the routes. */
  readonly routes: () => Partial<Routes>;
  readonly authorize: Auth['authorize'];
  readonly bodies: BodyMemory;
  /** Whether responses are validated against the contract too. */
  readonly check: boolean;
  readonly report: Report;
  /** Keeps facts about a request for the journal. */
  readonly note?: Journal['note'] | undefined;
  /** Whether nothing may be kept of the answers about a job. */
  readonly isPrivateJob?: ((id: string) => boolean) | undefined;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
  /** Aborts the requests in progress. */
  abort(reason: Error): void;
}

/** Serves the API of the contract with the given routes: authorizes and validates each request, and answers it. */
export function createApp(dependencies: AppDependencies): App {
  const hono = new Hono();
  const signals = new Signals();
  for (const operation of operations()) {
    const paths = [operation.path, operation.olderPath ?? []].flat();
    hono.on(operation.method, paths.map(toRoute), async (context) => {
      const request = context.req.raw;
      const handler = (dependencies.routes()[operation.id] ?? notOffered) as Handler<OperationName>;
      try {
        return await handle(operation, handler, request, context.req.param(), dependencies, signals);
      } catch (error) {
        return errorResponse(operation, error, request, dependencies);
      }
    });
  }
  hono.notFound(({ req }) => otherVersion(req.method, req.path) ?? notFound(req.method, req.path));
  hono.onError((error) => {
    throw error;
  });
  return { fetch: (request) => hono.fetch(request), abort: (reason) => signals.abort(reason) };
}

/** A path of the contract as the router writes it: `/v2/crawl/:id`. */
const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Characters of a response that is long enough to block other requests. */
const LONG_RESPONSE = 1024 * 1024;

let loaded: typeof import('./parse-request.js') | undefined;

async function handle(
  operation: Operation,
  handler: Handler<OperationName>,
  request: Request,
  path: Record<string, string>,
  { authorize, bodies, check, note = noNote, isPrivateJob = () => false }: AppDependencies,
  signals: Signals,
): Promise<Response> {
  note(request, { operation: operation.id });
  const team = authorize(operation, request);
  note(request, { team, isPrivate: isPrivateCall(team, undefined) || jobsOf(path).some(isPrivateJob) });
  // Loaded with the first request, because the schema compiler takes long to load.
  loaded ??= await import('./parse-request.js');
  const reservation = bodies.reserve();
  try {
    const parsed = await loaded.parseRequest(operation, request, path, request.url, reservation, ({ query, body }) => {
      if (query) note(request, { query });
      if (body === undefined) return;
      const isPrivate = isPrivateCall(team, body) || jobsOf(path, body).some(isPrivateJob);
      note(request, { body, asked: askedOf(body), ...(isPrivate && { isPrivate }) });
    });
    const incoming = {
      ...parsed,
      operation: operation.id,
      team,
      get baseUrl() {
        return `http://${request.headers.get('host') ?? new URL(request.url).host}`;
      },
      get signal() {
        return signals.of(request);
      },
      keepPrivate: () => note(request, { isPrivate: true }),
    } as RouteRequest<OperationName>;
    const result = await handler(incoming);
    const { text, summary, headers } =
      result instanceof JsonText ? result : { text: JSON.stringify(result), summary: result as object, headers: {} };
    if (check) await checkResponseBody(operation, 200, result instanceof JsonText ? JSON.parse(text) : result);
    note(request, outcomeOf(summary));
    // Serializing it took long, and so does sending it.
    if (text.length > LONG_RESPONSE) await nextTurn();
    return plainResponse({ status: 200, headers: { ...headers, ...JSON_HEADERS }, text });
  } finally {
    reservation.release();
    signals.done(request);
  }
}

async function errorResponse(
  operation: Operation,
  error: unknown,
  request: Request,
  dependencies: AppDependencies,
): Promise<Response> {
  if (error instanceof RouteNotFound) return notFound(request.method, new URL(request.url).pathname);
  if (!(error instanceof Refusal)) {
    // The client has disconnected: there is nothing to report.
    if (request.signal.aborted) throw error;
    return unexpectedError(error, dependencies.report);
  }
  const response = refuse(error);
  if (!dependencies.check || error instanceof InvalidResponse) return response;
  try {
    await checkResponse(operation, response);
    return response;
  } catch (unfit) {
    return refuse(unfit as Refusal);
  }
}

/** The jobs that a call names: in its path, or in the body that adds pages to one. */
function jobsOf({ id }: Record<string, string>, body?: unknown): string[] {
  const appended = isObject(body) ? body.appendToId : undefined;
  return [id, appended].filter((each) => typeof each === 'string');
}

const noNote: Journal['note'] = () => {};

/** Operations that this server does not offer yet. */
const notOffered: Handler<OperationName> = ({ operation }) => {
  throw new Refusal(501, { error: `This server does not offer ${operation}.` });
};
