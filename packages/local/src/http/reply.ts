import type { OperationName } from '../contract/operation.js';
import type { Refusal } from '../contract/refusal.js';
import { plainResponse } from './plain-response.js';
import { answerTo, type ErrorAnswer, type ErrorBody } from './refusal-answer.js';

const refusals = new WeakMap<Response, ErrorBody>();

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

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const all = { ...headers, ...JSON_HEADERS };
  return plainResponse({ status, headers: all, text: JSON.stringify(body) });
}

export function refuse(refusal: Refusal, operation?: OperationName): Response {
  return errorReply(answerTo(refusal, operation));
}

export function errorReply({ status, body, headers }: ErrorAnswer): Response {
  const { error, code, ...rest } = body;
  const response = json({ success: false, ...(code !== undefined && { code }), error, ...rest }, status, headers);
  refusals.set(response, body);
  return response;
}

/** An error as a page for people. */
export function errorPage({ status, body, headers }: ErrorAnswer, html: string): Response {
  const response = plainResponse({ status, headers: { ...headers, ...HTML_HEADERS }, text: html });
  refusals.set(response, body);
  return response;
}

/** The body of a refusal, without reading the response. */
export function refusalOf(response: Response): ErrorBody | undefined {
  return refusals.get(response);
}
