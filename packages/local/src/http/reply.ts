import type { Refusal, RefusalBody } from '../contract/refusal.js';
import { plainResponse } from './plain-response.js';

const refusals = new WeakMap<Response, RefusalBody>();

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

export function refuse({ status, body, headers }: Refusal): Response {
  const { error, code, ...rest } = body;
  const response = json({ success: false, ...(code !== undefined && { code }), error, ...rest }, status, headers);
  refusals.set(response, body);
  return response;
}

/** A refusal as a page for people. */
export function refuseWithPage({ status, body, headers }: Refusal, html: string): Response {
  const response = plainResponse({ status, headers: { ...headers, ...HTML_HEADERS }, text: html });
  refusals.set(response, body);
  return response;
}

/** The body of a refusal, without reading the response. */
export function refusalOf(response: Response): RefusalBody | undefined {
  return refusals.get(response);
}
