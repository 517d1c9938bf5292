import type { OperationName } from '../contract/operation.js';
import type { Refusal } from '../contract/refusal.js';
import type { Call, Edge, LongReply, Reply } from './call.js';
import { answerTo, type ErrorAnswer } from './refusal-answer.js';

/** The headers of JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** The headers of a page that may not be framed, and that loads only styles and pictures of this server. */
const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...headers, ...JSON_HEADERS }, text: JSON.stringify(body) };
}

export function refusalReply(refusal: Refusal, operation?: OperationName): Reply {
  return errorReply(answerTo(refusal, operation));
}

export function errorReply({ status, body, headers, foreign }: ErrorAnswer): Reply {
  const { error, code, ...rest } = body;
  const text = JSON.stringify({ success: false, ...(code !== undefined && { code }), error, ...rest });
  return { status, headers: { ...headers, ...JSON_HEADERS }, text, error: body, foreign };
}

/** An error as a page for people. */
export function errorPage({ status, body, headers, foreign }: ErrorAnswer, html: string): Reply {
  return { status, headers: { ...headers, ...HTML_HEADERS }, text: html, error: body, foreign };
}

/** The class with which this module was loaded: other libraries of the program may replace the global one later. */
const PlatformResponse = globalThis.Response;

/** The header of responses that stand for the reply at the edge. */
const MARK = 'x-trawl-reply';

const AT_EDGE = new PlatformResponse(null, { headers: { [MARK]: 'true' } });

/**
 * Answers with a text, which the edge writes. The `Response` of Node.js creates a stream, which costs more than the rest of a
 * small answer, so one response stands for all of these.
 */
export function send(call: Call, reply: Reply | LongReply): Response {
  call.env.reply = reply;
  return AT_EDGE;
}

/** The reply for which the response stands; undefined for a response with a body of its own. */
export function replyOf(response: Response, { reply }: Edge): Reply | LongReply | undefined {
  // Hono answers a HEAD with a copy of the response to the GET.
  return response === AT_EDGE || response.headers.has(MARK) ? reply : undefined;
}

/** The reply of a call that was answered; undefined for a response with a body of its own, and without an answer. */
export function sentReply(call: Call): Reply | LongReply | undefined {
  return call.finalized ? replyOf(call.res, call.env) : undefined;
}

/** The response as one of Node.js. */
export function nativeResponse(response: Response, edge: Edge): Response {
  const reply = replyOf(response, edge);
  return reply ? responseOf(reply) : response;
}

export function responseOf(reply: Reply | LongReply): Response {
  const { status, headers } = reply;
  const body = 'text' in reply ? reply.text : ReadableStream.from(reply.longText.pieces());
  return new PlatformResponse(body, { status, headers: { ...headers } });
}

/** The status of a call that was answered. */
export function statusOfCall(call: Call): number {
  return sentReply(call)?.status ?? call.res.status;
}
