import { timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { isLoopback } from '@trawl/base/loopback';
import { printableMessage } from '@trawl/base/printable';
import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { acceptedTypes } from './accept.js';
import type { HttpAnswers } from './http-answer.js';
import { NoRoomError } from './http-sessions.js';

interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The key of the client; undefined on a server without keys. */
    key: string | undefined;
  };
}

type HttpContext = Context<HttpEnv>;

export const PATH = '/mcp';

/** For probes: it needs no key, and says only that the program runs. */
const HEALTH_PATH = '/healthz';

const MAX_BODY_BYTES = 1_000_000;

export interface AppOptions {
  readonly host: string;
  /** The names beside loopback by which clients may call a server without keys. */
  readonly serverNames: readonly string[];
  /** The origins of web pages that may call. */
  readonly allowedOrigins: readonly string[];
  /** The keys that are valid now. Without it, everyone who reaches the server may call. */
  readonly keys: (() => readonly string[]) | undefined;
}

/** Says who may call, and passes on what is asked. */
export function createApp(answers: HttpAnswers, { host, keys, allowedOrigins, serverNames }: AppOptions) {
  const app = new Hono<HttpEnv>({ strict: false });
  app.get(HEALTH_PATH, (context) => context.text('ok'));
  const allowOrigin = cors({
    origin: [...allowedOrigins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: [
      'authorization',
      'content-type',
      'last-event-id',
      'mcp-method',
      'mcp-name',
      'mcp-protocol-version',
      'mcp-session-id',
    ],
    exposeHeaders: ['mcp-session-id'],
    maxAge: 600,
  });
  app.use(async (context, next) => {
    const origin = context.req.header('origin');
    if (origin === undefined) return next();
    // A web page that was opened on this machine could call otherwise, also by a name that leads here.
    if (!allowedOrigins.includes(origin)) {
      const remedy = 'start the server with --allow-origin, or name it in allowedOrigins';
      return refusal(context, 403, `Web pages of this origin may not call: ${remedy}.`);
    }
    return allowOrigin(context, next);
  });
  if (keys) {
    const message = errorBody('Send a key as a bearer token.');
    const challenge = { message, wwwAuthenticateHeader: 'Bearer' };
    app.use(
      PATH,
      bearerAuth({
        verifyToken: (token, context: HttpContext) => {
          const key = keys().find((one) => isSame(token, one));
          context.set('key', key);
          return key !== undefined;
        },
        noAuthenticationHeader: challenge,
        invalidAuthenticationHeader: challenge,
        invalidToken: challenge,
      }),
    );
  } else if (isLoopback(host)) {
    app.use(PATH, async (context, next) => {
      const name = hostOf(context.req.header('host'));
      if (isLoopback(name) || serverNames.includes(name.toLowerCase())) return next();
      const remedy = 'start it with --allowed-host, or name this one in serverNames';
      return refusal(context, 403, `This server is called by a loopback address: ${remedy}.`);
    });
  }
  app.all(
    PATH,
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => refusal(context, 413, `The request has more than ${MAX_BODY_BYTES} bytes.`),
    }),
    (context) => answer(context, answers),
  );
  app.notFound((context) => refusal(context, 404, `The server is at ${PATH}.`));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof NoRoomError) return refusal(context, 503, error.message);
    // The client has gone, or was let go.
    if (context.req.raw.signal.aborted) return refusal(context, 400, 'The request ended early.');
    // It may quote a request.
    console.error(printableMessage(error.stack ?? String(error)));
    return refusal(context, 500, 'The request failed.');
  });
  return app;
}

async function answer(context: HttpContext, answers: HttpAnswers): Promise<Response> {
  const accepted = acceptedTypes(context.req.header('accept'));
  if (!accepted.json && !accepted.eventStream) {
    return refusal(context, 406, 'Accept application/json or text/event-stream.');
  }
  const hasSession = context.req.header('mcp-session-id') !== undefined;
  if (context.req.method !== 'POST' && !hasSession) {
    context.header('allow', 'POST');
    return refusal(context, 405, 'Send messages by POST. There is a stream only for a session.');
  }
  const body = await context.req.text();
  const message = parsed(body);
  if (body !== '' && message === undefined) return refusal(context, 400, 'The body is no JSON.', PARSE_ERROR);
  const { outgoing } = context.env;
  const response = await answers.answer({
    request: context.req.raw,
    message,
    key: context.get('key'),
    accepted,
    onClose: (listener) => outgoing.once('close', () => listener(outgoing.writableFinished)),
  });
  return response ?? refusal(context, 404, 'There is no such session, or no longer: initialize again.', NO_SESSION);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const SERVER_ERROR = -32000;
const NO_SESSION = -32001;
const PARSE_ERROR = -32700;

const errorBody = (message: string, code = SERVER_ERROR) => ({ jsonrpc: '2.0', error: { code, message }, id: null });

type Refused = 400 | 403 | 404 | 405 | 406 | 413 | 500 | 503;

const refusal = (context: Context, status: Refused, message: string, code = SERVER_ERROR): Response =>
  context.json(errorBody(message, code), status);

const hostOf = (header: string | undefined): string => (header ?? '').replace(/:\d+$/, '');

/** The key that a header of a request has, if it is one of these. */
export function keyOf(authorization: string | undefined, keys: readonly string[] = []): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return token === undefined ? undefined : keys.find((key) => isSame(token, key));
}

/** The comparison takes the same time wherever the two differ. */
function isSame(token: string, key: string): boolean {
  const tokenBytes = Buffer.from(token);
  const right = Buffer.from(key);
  return tokenBytes.length === right.length && timingSafeEqual(tokenBytes, right);
}
