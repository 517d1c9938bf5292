import type { OpenSockets } from '@trawl/base/open-sockets';
import { Hono } from 'hono';
import type { CreditEstimate } from '../accounts/credits.js';
import type { Hold } from '../accounts/plan.js';
import { isAnonymous } from '../accounts/teams.js';
import { nextTurn } from '../base/event-loop.js';
import { isObject } from '../base/is-object.js';
import { type Operation, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import type { BodyMemory } from '../request-body/body-memory.js';
import { type Handler, JsonText, type RouteRequest } from '../routes/route.js';
import type { Authorize, AuthorizedCall } from './authorize.js';
import { type Call, type CallEnv, type HttpApp, type LongReply, note, type Reply, type Step } from './call.js';
import { ofContents } from './contents.js';
import { notFound } from './not-found.js';
import { toRoute } from './operation-at.js';
import { askedOf, outcomeOf } from './outcome.js';
import type { OnRead } from './parse-request.js';
import { JSON_HEADERS, send } from './reply.js';
import { checkResponseBody } from './response-check.js';
import { ownerOfTeam, type Senders } from './senders.js';
import type { Service } from './service.js';

/** What the API needs of the service. */
export interface ApiService extends Pick<Service, 'routes' | 'isPrivateJob' | 'contents'> {
  readonly plan: Pick<Service['plan'], 'reserve'>;
}

export interface ApiDependencies {
  readonly service: ApiService;
  readonly authorize: Authorize;
  readonly bodies: BodyMemory;
  /** Says whose the body and the connection of a request are. By default, those of its team. */
  readonly senders?: Pick<Senders, 'ownerOf'> | undefined;
  /** Counts what connections hold, by whose they are. */
  readonly sockets?: Pick<OpenSockets, 'assign'> | undefined;
  /** Whether the service also validates its responses against the contract. */
  readonly check: boolean;
}

/** The API of the contract. */
export interface Api {
  /** The calls of operations and to paths that do not exist; every one passes the steps before. */
  readonly app: HttpApp;
  /** Aborts the calls in progress. */
  abort(reason: Error): void;
}

/** Serves the API of the contract with the routes of the service: authorizes and validates each call, and answers it. */
export function createApi(dependencies: ApiDependencies, steps: readonly Step[] = []): Api {
  const app: HttpApp = new Hono<CallEnv>();
  const signals = new Signals();
  const all = operations().map((operation) => {
    const paths = [operation.path, operation.olderPath ?? []].flat().map(toRoute);
    return { operation, paths };
  });
  for (const { operation, paths } of all) app.on(operation.method, paths, isCallOf(operation));
  app.use(...steps, ofContents(dependencies.service));
  for (const { operation, paths } of all) {
    app.on(operation.method, paths, async (call) => send(call, await answer(operation, call, dependencies, signals)));
  }
  app.all('*', (call) => send(call, notFound(call.req.raw)));
  return { app, abort: (reason) => signals.abort(reason) };
}

/** The contract lists fixed paths before those with parameters, so the first operation that fits is the right one. */
function isCallOf(operation: Operation): Step {
  return (call, next) => {
    if (!call.get('operation')) call.set('operation', operation);
    return next();
  };
}

let parser: typeof import('./parse-request.js') | undefined;

async function answer(
  operation: Operation,
  call: Call,
  dependencies: ApiDependencies,
  signals: Signals,
): Promise<Reply | LongReply> {
  const caller = await dependencies.authorize(operation, call.req.raw, call.get('isPassedOn') ?? false);
  try {
    return await answerCaller(operation, call, caller, dependencies, signals);
  } finally {
    await caller.end?.();
  }
}

async function answerCaller(
  operation: Operation,
  call: Call,
  { team, key }: AuthorizedCall,
  { service, bodies, senders, sockets, check }: ApiDependencies,
  signals: Signals,
): Promise<Reply | LongReply> {
  const request = call.req.raw;
  const path = call.req.param() as Readonly<Record<string, string>>;
  const { incoming } = call.env;
  const owner = senders?.ownerOf(request, team, incoming) ?? ownerOfTeam(team);
  if (incoming) sockets?.assign(incoming.socket, owner);
  const payer = { team, apiKey: key?.id };
  const handler = (service.routes[operation.id] ?? notOffered) as Handler<OperationName>;
  note(call, { team, isPrivate: isPrivateCall(team, undefined) || (await isOfPrivateJob(jobsOf(path), service)) });
  // Loaded with the first request, because the schema compiler takes long to load.
  parser ??= await import('./parse-request.js');
  const reservation = bodies.reserve(owner);
  const callSignal = signals.open(request);
  const holds: Hold[] = [];
  try {
    const onRead: OnRead = async ({ query, body }) => {
      if (query) note(call, { query });
      if (body === undefined) return;
      const isPrivate = isPrivateCall(team, body) || (await isOfPrivateJob(jobsOf(path, body), service));
      note(call, { body, asked: askedOf(body), ...(isPrivate && { isPrivate }) });
    };
    const parsedRequest = await parser.parseRequest({ operation, request, path, reservation, onRead });
    const result = await handler({
      ...parsedRequest,
      operation: operation.id,
      team,
      key,
      payer,
      reserve: async (estimate: CreditEstimate): Promise<Pick<Hold, 'cover'>> => {
        const hold = await service.plan.reserve(payer, estimate);
        holds.push(hold);
        return hold;
      },
      get baseUrl() {
        return call.get('address').baseUrl;
      },
      get signal() {
        return callSignal.signal;
      },
      keepPrivate: () => note(call, { isPrivate: true }),
    } as RouteRequest<OperationName>);
    return await successReply(operation, call, result, check);
  } finally {
    reservation.release();
    callSignal.end();
    for (const hold of holds) await hold.release();
  }
}

async function isOfPrivateJob(ids: readonly string[], service: Pick<ApiService, 'isPrivateJob'>): Promise<boolean> {
  for (const id of ids) if (await service.isPrivateJob(id)) return true;
  return false;
}

/** Characters of a response that is long enough to block other requests. */
const LONG_RESPONSE = 1024 * 1024;

async function successReply(
  operation: Operation,
  call: Call,
  result: Awaited<ReturnType<Handler<OperationName>>>,
  check: boolean,
): Promise<Reply | LongReply> {
  const body = result instanceof JsonText ? result : new JsonText(JSON.stringify(result), { ...result });
  const { text } = body;
  if (check) await checkResponseBody(operation, 200, result instanceof JsonText ? await jsonOf(text) : result);
  note(call, outcomeOf(body.summary));
  const headers = { ...body.headers, ...JSON_HEADERS };
  if (typeof text !== 'string') return { status: 200, headers, longText: text };
  // Serializing it took long, and so does sending it.
  if (text.length > LONG_RESPONSE) await nextTurn();
  return { status: 200, headers, text };
}

async function jsonOf(text: JsonText['text']): Promise<unknown> {
  return JSON.parse(typeof text === 'string' ? text : await text.text());
}

/** The jobs that a call names: in its path, or in the body that adds pages to one. */
function jobsOf({ id }: Readonly<Record<string, string>>, body?: unknown): string[] {
  const appendedId = isObject(body) ? body.appendToId : undefined;
  return [id, appendedId].filter((each) => typeof each === 'string');
}

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

/** The signal of one call, created on first use. */
class CallSignal {
  readonly #request: Request;
  readonly #active: Set<CallSignal>;
  readonly #onAbort = () => this.abort(this.#request.signal.reason);
  #controller: AbortController | undefined;
  #abortion: { readonly reason: unknown } | undefined;

  constructor(request: Request, active: Set<CallSignal>) {
    this.#request = request;
    this.#active = active;
  }

  /** Aborts when the client goes away or the server closes. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      const { signal } = this.#request;
      if (this.#abortion) this.#controller.abort(this.#abortion.reason);
      else if (signal.aborted) this.#onAbort();
      else signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#abortion = { reason };
    this.#controller?.abort(reason);
  }

  end(): void {
    this.#active.delete(this);
    if (this.#controller) this.#request.signal.removeEventListener('abort', this.#onAbort);
  }
}

/** The signals of the calls in progress. */
class Signals {
  #endError: Error | undefined;
  readonly #active = new Set<CallSignal>();

  open(request: Request): CallSignal {
    const signal = new CallSignal(request, this.#active);
    this.#active.add(signal);
    if (this.#endError) signal.abort(this.#endError);
    return signal;
  }

  /** Aborts all signals, including those that are created later. */
  abort(reason: Error): void {
    this.#endError = reason;
    for (const signal of this.#active) signal.abort(reason);
  }
}
