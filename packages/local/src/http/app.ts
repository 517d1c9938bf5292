import { Hono } from 'hono';
import type { CreditEstimate } from '../accounts/credits.js';
import type { Hold, Plan } from '../accounts/plan.js';
import { isAnonymous } from '../accounts/teams.js';
import { nextTurn } from '../base/event-loop.js';
import { isObject } from '../base/is-object.js';
import { type Operation, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import type { BodyMemory } from '../request-body/body-memory.js';
import { type Handler, JsonText, type RouteRequest, type Routes } from '../routes/route.js';
import { RouteNotFound } from '../routes/route-not-found.js';
import type { Addresses } from './addresses.js';
import type { Authorize, AuthorizedCall } from './authorize.js';
import type { Journal } from './journal.js';
import { notFound } from './not-found.js';
import { askedOf, outcomeOf } from './outcome.js';
import type { OnRead } from './parse-request.js';
import { plainResponse } from './plain-response.js';
import { JSON_HEADERS, refuse } from './reply.js';
import { checkResponse, checkResponseBody, InvalidResponse } from './response-check.js';
import { ownerOfTeam, type Senders } from './senders.js';
import { type Report, unexpectedError } from './unexpected-error.js';

export interface AppDependencies {
  /** Called for each request, because a reset replaces the routes. */
  readonly routes: () => Partial<Routes>;
  readonly authorize: Authorize;
  /** Called for each request, because a reset replaces it. */
  readonly plan: () => Pick<Plan, 'reserve'>;
  readonly addresses: Pick<Addresses, 'baseUrlOf'>;
  readonly bodies: BodyMemory;
  /** Says whose the body of a request is. By default, that of its team. */
  readonly senders?: Pick<Senders, 'ownerOf'> | undefined;
  /** Whether the service also validates its responses against the contract. */
  readonly check: boolean;
  readonly report: Report;
  /** Keeps facts about a request for the journal. */
  readonly note?: Journal['note'] | undefined;
  /** Whether the journal must not keep the responses about a job. */
  readonly isPrivateJob?: ((id: string) => Promise<boolean>) | undefined;
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
      const call: Call = { operation, request: context.req.raw, path: context.req.param() };
      try {
        return await answer(call, dependencies, signals);
      } catch (error) {
        return errorResponse(call, error, dependencies);
      }
    });
  }
  hono.notFound(({ req }) => notFound(req.raw));
  hono.onError((error) => {
    throw error;
  });
  return { fetch: (request) => hono.fetch(request), abort: (reason) => signals.abort(reason) };
}

/** One call of an operation. */
interface Call {
  readonly operation: Operation;
  readonly request: Request;
  /** The values of the parameters in its path. */
  readonly path: Readonly<Record<string, string>>;
}

/** A path of the contract as the router writes it: `/v2/crawl/:id`. */
const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

let parser: typeof import('./parse-request.js') | undefined;

async function answer(call: Call, dependencies: AppDependencies, signals: Signals): Promise<Response> {
  const { operation, request } = call;
  const { authorize, note = noNote } = dependencies;
  note(request, { operation: operation.id });
  const authorizedCall = await authorize(operation, request);
  try {
    return await answerAuthorized(call, authorizedCall, dependencies, signals);
  } finally {
    await authorizedCall.end?.();
  }
}

async function answerAuthorized(
  call: Call,
  { team, key }: AuthorizedCall,
  dependencies: AppDependencies,
  signals: Signals,
): Promise<Response> {
  const { operation, request } = call;
  const { addresses, bodies, senders, plan, routes, note = noNote } = dependencies;
  const payer = { team, apiKey: key?.id };
  const handler = (routes()[operation.id] ?? notOffered) as Handler<OperationName>;
  await notePrivacy(call, team, dependencies);
  // Loaded with the first request, because the schema compiler takes long to load.
  parser ??= await import('./parse-request.js');
  const reservation = bodies.reserve(senders?.ownerOf(request, team) ?? ownerOfTeam(team));
  const holds: Hold[] = [];
  try {
    const onRead: OnRead = async ({ query, body }) => {
      if (query) note(request, { query });
      if (body !== undefined) await noteBody(call, team, body, dependencies);
    };
    const parsedRequest = await parser.parseRequest({ ...call, reservation, onRead });
    const result = await handler({
      ...parsedRequest,
      operation: operation.id,
      team,
      key,
      payer,
      reserve: async (estimate: CreditEstimate): Promise<Pick<Hold, 'cover'>> => {
        const hold = await plan().reserve(payer, estimate);
        holds.push(hold);
        return hold;
      },
      get baseUrl() {
        return addresses.baseUrlOf(request);
      },
      get signal() {
        return signals.of(request);
      },
      keepPrivate: () => note(request, { isPrivate: true }),
    } as RouteRequest<OperationName>);
    return await successResponse(call, result, dependencies);
  } finally {
    reservation.release();
    signals.done(request);
    for (const hold of holds) await hold.release();
  }
}

/** Notes the team, and whether the job in the path is private. */
async function notePrivacy({ request, path }: Call, team: string, dependencies: AppDependencies): Promise<void> {
  const { note = noNote } = dependencies;
  const isPrivate = isPrivateCall(team, undefined) || (await isOfPrivateJob(jobsOf(path), dependencies));
  note(request, { team, isPrivate });
}

async function noteBody(
  { request, path }: Call,
  team: string,
  body: unknown,
  dependencies: AppDependencies,
): Promise<void> {
  const { note = noNote } = dependencies;
  const isPrivate = isPrivateCall(team, body) || (await isOfPrivateJob(jobsOf(path, body), dependencies));
  note(request, { body, asked: askedOf(body), ...(isPrivate && { isPrivate }) });
}

async function isOfPrivateJob(ids: readonly string[], { isPrivateJob }: AppDependencies): Promise<boolean> {
  for (const id of ids) if (await isPrivateJob?.(id)) return true;
  return false;
}

/** Characters of a response that is long enough to block other requests. */
const LONG_RESPONSE = 1024 * 1024;

async function successResponse(
  { operation, request }: Call,
  result: Awaited<ReturnType<Handler<OperationName>>>,
  { check, note = noNote }: AppDependencies,
): Promise<Response> {
  const json = result instanceof JsonText ? result : new JsonText(JSON.stringify(result), { ...result });
  if (check) await checkResponseBody(operation, 200, result instanceof JsonText ? JSON.parse(json.text) : result);
  note(request, outcomeOf(json.summary));
  // Serializing it took long, and so does sending it.
  if (json.text.length > LONG_RESPONSE) await nextTurn();
  return plainResponse({ status: 200, headers: { ...json.headers, ...JSON_HEADERS }, text: json.text });
}

async function errorResponse(
  { operation, request }: Call,
  error: unknown,
  { check, report }: AppDependencies,
): Promise<Response> {
  if (error instanceof RouteNotFound) return notFound(request);
  if (!(error instanceof Refusal)) {
    // The client has disconnected: there is nothing to report.
    if (request.signal.aborted) throw error;
    return unexpectedError(error, report);
  }
  const response = refuse(error, operation.id);
  if (!check || error instanceof InvalidResponse) return response;
  try {
    await checkResponse(operation, response);
    return response;
  } catch (violation) {
    return violation instanceof Refusal ? refuse(violation) : unexpectedError(violation, report);
  }
}

/** The jobs that a call names: in its path, or in the body that adds pages to one. */
function jobsOf({ id }: Call['path'], body?: unknown): string[] {
  const appendedId = isObject(body) ? body.appendToId : undefined;
  return [id, appendedId].filter((each) => typeof each === 'string');
}

const noNote: Journal['note'] = () => {};

/** Operations that this server does not offer yet. */
const notOffered: Handler<OperationName> = ({ operation }) => {
  throw new Refusal('not_offered', `This server does not offer ${operation}.`);
};

/** Whether the journal must not keep anything of a call, not even its URL: the caller asked for that, or has no key. */
function isPrivateCall(team: string, body: unknown): boolean {
  return isAnonymous(team) || retainsNothing(body);
}

/** The options are in the body itself, or in an object within it, such as `scrapeOptions` or the targets of a monitor. */
function retainsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(retainsNothing);
  if (!isObject(value)) return false;
  const { zeroDataRetention, lockdown, enterprise } = value;
  if (zeroDataRetention === true || lockdown === true) return true;
  if (Array.isArray(enterprise) && enterprise.includes('zdr')) return true;
  return Object.values(value).some((item) => typeof item === 'object' && retainsNothing(item));
}

/** The signals of the requests in progress, created on first use. */
class Signals {
  #endError: Error | undefined;
  readonly #active = new Map<Request, { controller: AbortController; onAbort: () => void }>();

  /** Aborts when the client goes away or the server closes. */
  of(request: Request): AbortSignal {
    const active = this.#active.get(request);
    if (active) return active.controller.signal;
    const controller = new AbortController();
    const onAbort = () => controller.abort(request.signal.reason);
    if (this.#endError) controller.abort(this.#endError);
    else if (request.signal.aborted) onAbort();
    else request.signal.addEventListener('abort', onAbort, { once: true });
    this.#active.set(request, { controller, onAbort });
    return controller.signal;
  }

  done(request: Request): void {
    const entry = this.#active.get(request);
    if (!entry) return;
    request.signal.removeEventListener('abort', entry.onAbort);
    this.#active.delete(request);
  }

  /** Aborts all signals, including those that are created later. */
  abort(reason: Error): void {
    this.#endError = reason;
    for (const { controller } of this.#active.values()) controller.abort(reason);
  }
}
