import type { Refusal, RefusalBody } from '../contract/refusal.js';
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

/** The response of servers of this API for an unknown route. */
export function notFound(method: string, path: string): Response {
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
