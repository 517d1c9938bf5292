import { Hono } from 'hono';
import type { BodyMemory } from '../body/body-memory.js';
import { type Operation, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import { nextTurn } from '../event-loop.js';
import { NoSuchRoute } from '../routes/absent.js';
import type { Handler, Incoming, Routes } from '../routes/route.js';
import { checkAnswer, checkBody, UnfitAnswer } from './answers.js';
import type { Gate } from './gate.js';
import { plainOf } from './plain-response.js';
import { json, noRoute, refuse } from './reply.js';
import { Signals } from './signals.js';
import { type Report, unexpectedError } from './unexpected-error.js';

export interface AppParts {
  /** Looked up with each request: they are others after a reset. */
  readonly routes: () => Partial<Routes>;
  readonly admit: Gate['admit'];
  readonly bodies: BodyMemory;
  /** Whether answers are held against the contract as well. */
  readonly check: boolean;
  readonly report: Report;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
  /** Aborts what is being answered. */
  abort(reason: Error): void;
}

/** The API of the contract over the given routes: who may ask, whether the request fits, and what is answered. */
export function createApp(parts: AppParts): App {
  const hono = new Hono();
  const signals = new Signals();
  for (const operation of operations()) {
    hono.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      const request = context.req.raw;
      const handler = (parts.routes()[operation.id] ?? notServed) as Handler<OperationName>;
      try {
        return await answer(operation, handler, request, context.req.param(), parts, signals);
      } catch (error) {
        return failed(operation, error, request, parts);
      }
    });
  }
  hono.notFound(({ req }) => noRoute(req.method, req.path));
  hono.onError((error) => {
    throw error;
  });
  return { fetch: (request) => hono.fetch(request), abort: (reason) => signals.abort(reason) };
}

/** Characters of an answer. */
const LONG_ANSWER = 1024 * 1024;

let loaded: typeof import('./intake.js') | undefined;

async function answer(
  operation: Operation,
  handler: Handler<OperationName>,
  request: Request,
  path: Record<string, string>,
  { admit, bodies, check }: AppParts,
  signals: Signals,
): Promise<Response> {
  const team = admit(operation, request);
  // Loaded with the first request: the compiler of schemas is much of what there is to load.
  loaded ??= await import('./intake.js');
  const held = bodies.hold();
  try {
    const intake = await loaded.take(operation, request, path, request.url, held);
    const incoming = {
      ...intake,
      operation: operation.id,
      team,
      get baseUrl() {
        return `http://${request.headers.get('host') ?? new URL(request.url).host}`;
      },
      get signal() {
        return signals.of(request);
      },
    } as Incoming<OperationName>;
    const result = await handler(incoming);
    if (result instanceof Response) {
      if (check) await checkAnswer(operation, result);
      return result;
    }
    if (check) await checkBody(operation, 200, result);
    const response = json(result);
    // To write it took its time, and so does to send it.
    if ((plainOf(response)?.text.length ?? 0) > LONG_ANSWER) await nextTurn();
    return response;
  } finally {
    held.release();
    signals.done(request);
  }
}

async function failed(operation: Operation, error: unknown, request: Request, parts: AppParts): Promise<Response> {
  if (error instanceof NoSuchRoute) return noRoute(request.method, new URL(request.url).pathname);
  if (!(error instanceof Refusal)) {
    // Of a client that has gone there is nothing to report.
    if (request.signal.aborted) throw error;
    return unexpectedError(error, parts.report);
  }
  const response = refuse(error);
  if (!parts.check || error instanceof UnfitAnswer) return response;
  try {
    await checkAnswer(operation, response);
    return response;
  } catch (unfit) {
    return refuse(unfit as Refusal);
  }
}

/** Operations that this server does not offer yet. */
const notServed: Handler<OperationName> = ({ operation }) => {
  throw new Refusal(501, { error: `This server does not offer ${operation}.` });
};
