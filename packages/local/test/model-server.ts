import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request of the chat-completions protocol. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: unknown } };
  readonly [parameter: string]: unknown;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** What the server does with one request. A text is the whole answer. */
export type ModelReply =
  | string
  | {
      readonly content?: string | null;
      readonly refusal?: string;
      readonly toolCalls?: readonly ToolCall[];
      readonly finish?: string;
      readonly tokens?: number;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly message?: string }
  /** A body that is sent as it is. */
  | { readonly raw: string; readonly type?: string }
  /** A body that ends in its middle, one that stops there, or an answer that never comes. */
  | { readonly fault: 'cut-off' | 'stall' | 'silence' };

export interface ModelServer {
  /** The base URL of the protocol. */
  readonly url: string;
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: ChatRequest }[];
  /** Decides each answer. */
  reply: (body: ChatRequest, headers: IncomingHttpHeaders, index: number) => ModelReply;
}

/** What decides the answers: a function, or a list in the order of the requests. */
type Replies = ModelServer['reply'] | readonly ModelReply[];

export function replyFrom(replies: Replies): ModelServer['reply'] {
  return typeof replies === 'function' ? replies : (_body, _headers, index) => replies[index] ?? { status: 500 };
}

/** A server that speaks the chat-completions protocol, streamed and not, and says what the test tells it to say. */
export async function startModel(
  reply: Replies,
  onFinished: (work: () => Promise<void>) => void = onTestFinished,
): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return response.writeHead(404).end('Not found');
    }
    const body: ChatRequest = JSON.parse(await text(request));
    const index = model.requests.push({ headers: request.headers, body }) - 1;
    return answer(response, body, model.reply(body, request.headers, index));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    reply: replyFrom(reply),
  };
  return model;
}

function answer(response: ServerResponse, body: ChatRequest, reply: ModelReply): unknown {
  const json = { 'Content-Type': 'application/json' };
  if (typeof reply === 'string') return complete(response, body, { content: reply });
  if ('status' in reply) {
    const error = { message: reply.message ?? 'Something went wrong.', type: 'error' };
    return response.writeHead(reply.status, { ...json, ...reply.headers }).end(JSON.stringify({ error }));
  }
  if ('raw' in reply)
    return response.writeHead(200, { 'Content-Type': reply.type ?? json['Content-Type'] }).end(reply.raw);
  if (!('fault' in reply)) return complete(response, body, reply);
  if (reply.fault === 'silence') return undefined;
  response.writeHead(200, { ...json, 'Content-Length': '1000' });
  response.write('{"choices": [', () => reply.fault === 'cut-off' && response.destroy());
  return undefined;
}

function complete(
  response: ServerResponse,
  { model, stream }: ChatRequest,
  { content = null, refusal, toolCalls, finish = 'stop', tokens = 30 }: Extract<ModelReply, { tokens?: number }>,
): unknown {
  const message = {
    role: 'assistant',
    content,
    ...(refusal !== undefined && { refusal }),
    ...(toolCalls && {
      tool_calls: toolCalls.map((call, index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    }),
  };
  const base = { id: 'chat-1', created: 1_700_000_000, model };
  const usage = { prompt_tokens: tokens - 1, completion_tokens: 1, total_tokens: tokens };
  if (!stream) {
    const body = {
      ...base,
      object: 'chat.completion',
      usage,
      choices: [{ index: 0, message, finish_reason: finish }],
    };
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta: unknown, finish_reason: string | null) =>
    response.write(
      `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  send({ ...message, content: content?.slice(0, 5) ?? null }, null);
  if (content && content.length > 5) send({ content: content.slice(5) }, null);
  send({}, finish);
  return response.end('data: [DONE]\n\n');
}
