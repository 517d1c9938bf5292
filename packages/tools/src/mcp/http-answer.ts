import { createMcpHandler, isLegacyRequest, type McpHttpHandler, type Server } from '@modelcontextprotocol/server';
import { type AcceptedTypes, BOTH_TYPES } from './accept.js';
import { countRequest, type HttpSessions } from './http-sessions.js';
import { readableMessage } from './readable-message.js';

/** A request of a client, apart from the web server that it came to. */
export interface ClientRequest {
  /** Its body is already read. */
  readonly request: Request;
  /** The body as JSON; undefined where there is none. */
  readonly message: unknown;
  /** The key of the client; undefined on a server without keys. */
  readonly key: string | undefined;
  readonly accepted: AcceptedTypes;
  /** Calls back when the connection is done with the response, and says whether all of it was sent. */
  readonly onClose: (listener: (isSent: boolean) => void) => void;
}

/** Answers requests of all versions of the protocol. */
export class HttpAnswers {
  readonly #sessions: HttpSessions;
  readonly #createServer: (key: string | undefined) => Server;
  /** The servers of requests without a session that are being answered, each with the key of its client. */
  readonly #servers = new Map<Server, string | undefined>();
  /** The handlers of requests without a session: one answers as JSON until there is progress, one always as a stream. */
  readonly #handlers: Readonly<Record<'auto' | 'sse', McpHttpHandler>>;

  constructor(sessions: HttpSessions, createServer: (key: string | undefined) => Server) {
    this.#sessions = sessions;
    this.#createServer = createServer;
    this.#handlers = { auto: this.#handler('auto'), sse: this.#handler('sse') };
  }

  async answer(clientRequest: ClientRequest): Promise<Response | undefined> {
    const { accepted } = clientRequest;
    const response = await this.#answer({ ...clientRequest, request: withBothTypes(clientRequest.request) });
    if (!response || !isEventStream(response)) return response;
    return accepted.eventStream ? opened(response) : asJson(response);
  }

  /** Ends the requests without a session of all keys but these. */
  async endAllBut(keys: readonly string[]): Promise<void> {
    for (const [server, key] of this.#servers) {
      if (key === undefined || !keys.includes(key)) await server.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#handlers).map((handler) => handler.close()));
    await Promise.all([...this.#servers.keys()].map((server) => server.close()));
  }

  /** The answer; undefined when there is no such session. */
  async #answer({ request, message, key, accepted, onClose }: ClientRequest): Promise<Response | undefined> {
    const id = request.headers.get('mcp-session-id');
    const parsedBody = Array.isArray(message) ? message.map(readableMessage) : message && readableMessage(message);
    const options = { parsedBody };
    if (id !== null) {
      const session = this.#sessions.find(id, key);
      if (!session) return undefined;
      let isSent = true;
      const end = countRequest(session, () => isSent || request.method !== 'POST');
      onClose((sent) => {
        isSent = sent;
        end();
      });
      return session.transport.handleRequest(request, options);
    }
    if (isInitialization(message) && (await isLegacyRequest(request, message))) {
      return this.#sessions.begin(key, (transport) => transport.handleRequest(request, options));
    }
    const authInfo = key === undefined ? undefined : { token: key, clientId: '', scopes: [] };
    return this.#handlers[accepted.json ? 'auto' : 'sse'].fetch(request, { ...options, ...(authInfo && { authInfo }) });
  }

  #handler(responseMode: 'auto' | 'sse'): McpHttpHandler {
    return createMcpHandler(
      ({ authInfo }) => {
        const server = this.#createServer(authInfo?.token);
        this.#servers.set(server, authInfo?.token);
        server.onclose = () => void this.#servers.delete(server);
        return server;
      },
      { responseMode },
    );
  }
}

const isInitialization = (message: unknown): boolean =>
  (Array.isArray(message) ? message : [message]).some(
    (one) => (one as { readonly method?: unknown } | null)?.method === 'initialize',
  );

/** The transports refuse what `accepted` has already judged more kindly. */
function withBothTypes(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', BOTH_TYPES);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

const isEventStream = ({ headers }: Response): boolean => headers.get('content-type') === 'text/event-stream';

/** The stream with a comment as its first bytes: proxies and clients wait for some, and the answer may take long. */
function opened(response: Response): Response {
  const reader = response.body?.getReader();
  let isOpen = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isOpen) {
        isOpen = true;
        controller.enqueue(new TextEncoder().encode(': open\n\n'));
        return;
      }
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** The answers of a stream as JSON, for a client that takes no stream. It gets no progress. */
async function asJson(response: Response): Promise<Response> {
  const messages = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice('data: '.length)) as object] : []));
  const answers = messages.filter((message) => 'result' in message || 'error' in message);
  const headers = new Headers(response.headers);
  headers.delete('content-type');
  return Response.json(answers.length === 1 ? answers[0] : answers, { status: response.status, headers });
}
