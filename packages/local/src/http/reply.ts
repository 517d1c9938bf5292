import type { Refusal, RefusalBody } from '../contract/refusal.js';
import { operationOf } from './operation-of.js';
import { plainResponse } from './plain-response.js';

const refusals = new WeakMap<Response, RefusalBody>();

/** The headers of JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

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

/** The body of a refusal, without reading the response. */
export function refusalOf(response: Response): RefusalBody | undefined {
  return refusals.get(response);
}

/** The response for an unknown route: below `/v2` JSON, because clients show no more of HTML than its status. */
export function notFound(method: string, path: string): Response {
  return /^\/v2(?:\/|$)/.test(path)
    ? json({ success: false, error: noCall(method, path) }, 404)
    : notFoundPage(method, path);
}

function noCall(method: string, path: string): string {
  const cannot = `Cannot ${method} ${path}:`;
  if (operationOf(method, path) !== undefined) return `${cannot} this server does not offer this call of the API.`;
  const methods = METHODS.filter((other) => operationOf(other, path) !== undefined);
  return methods.length > 0
    ? `${cannot} send ${methods.join(' or ')} to this path.`
    : `${cannot} the API has no such call. Check the path.`;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The page of servers of this API for an unknown route. */
function notFoundPage(method: string, path: string): Response {
  const cannot = `Cannot ${method} ${path}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>${cannot}</pre>
</body>
</html>
`;
  return plainResponse({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, text: page });
}
