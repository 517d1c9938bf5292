import type { Refusal, RefusalBody } from './refusal.js';

const refusals = new WeakMap<Response, RefusalBody>();
const texts = new WeakMap<Response, string>();

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const text = JSON.stringify(body);
  const response = new Response(text, {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  });
  texts.set(response, text);
  return response;
}

/** The body of a response that was made here, without the detour over its stream; undefined once it has been read. */
export function textOf(response: Response): string | undefined {
  return response.bodyUsed ? undefined : texts.get(response);
}

export function refuse({ status, body, headers }: Refusal): Response {
  const { error, code, ...rest } = body;
  const response = json({ success: false, ...(code !== undefined && { code }), error, ...rest }, status, headers);
  refusals.set(response, body);
  return response;
}

/** What a refusal said, without reading its body. */
export function refusalOf(response: Response): RefusalBody | undefined {
  return refusals.get(response);
}

/** What servers of this API answer where they have no route. */
export function noRoute(method: string, path: string): Response {
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
  return new Response(page, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** For operations that a server of this kind does not have. */
export function absent({ request }: { readonly request: Request }): Response {
  return noRoute(request.method, new URL(request.url).pathname);
}
