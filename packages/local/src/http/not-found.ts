import { escapeUTF8 } from 'entities/escape';
import type { Reply } from './call.js';
import { operationAt } from './operation-at.js';
import type { ErrorBody } from './refusal-answer.js';
import { errorPage, errorReply } from './reply.js';

/** The response for a path or a method that this server does not have. It says what exists and where to look. */
export function notFound(request: Request): Reply {
  const { method } = request;
  const path = decodedPath(new URL(request.url).pathname);
  return refuseNotFound(request, otherVersion(method, path) ?? { error: reasonFor(method, path) });
}

/** A response of status 404: a page for a browser, JSON for everything else. */
export function refuseNotFound({ method, headers }: Request, body: ErrorBody): Reply {
  const answer = { status: 404, headers: {}, body };
  return isBrowser(method, headers) ? errorPage(answer, pageOf(body.error)) : errorReply(answer);
}

/** Browsers ask for HTML when they show a page. Clients of the API ask for JSON or for anything. */
function isBrowser(method: string, headers: Headers): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.get('accept') ?? '');
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function reasonFor(method: string, path: string): string {
  const cannot = `Cannot ${method} ${path}:`;
  if (!/^\/v2(?:\/|$)/.test(path)) return `${cannot} this server has nothing there. ${PLACES}`;
  if (operationAt(method, path) !== undefined) return `${cannot} this server does not offer this call of the API.`;
  const methods = METHODS.filter((other) => operationAt(other, path) !== undefined);
  return methods.length > 0
    ? `${cannot} send ${methods.join(' or ')} to this path.`
    : `${cannot} the API has no such call. Check the path: /reference/ lists all calls.`;
}

const PLACES =
  'The calls of the API are below /v2, and /reference/ lists them. The guides are at /docs/, and the page of this server is at /.';

const SPOKEN = 'This server speaks version 2 of the API';
const CLIENT = 'Use a client of version 2, such as `firecrawl` 4 or later without its `v1`.';

/** The refusal of a call of another version of the API; undefined for all other paths. */
function otherVersion(method: string, path: string): ErrorBody | undefined {
  const [, version, rest = ''] = /^\/v([013-9])(?=\/|$)(.*)/.exec(path) ?? [];
  if (version === undefined) return undefined;
  const replacement = `/v2${rest}`;
  const hasCall = operationAt(method, replacement) !== undefined;
  const advice = hasCall ? `Send this call to ${method} ${replacement}, whose fields differ.` : 'It has no such call.';
  const error = `${SPOKEN}, not version ${version}. ${advice} ${CLIENT}`;
  return { error, ...(hasCall && { replacement }) };
}

/** The page has the styles of the page at `/`. */
function pageOf(sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing is here: Trawl on this machine</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/dashboard.css">
</head>
<body>
<header><img src="/favicon.svg" alt="" width="30" height="30"><h1>Trawl on this machine</h1></header>
<main class="about">
<h2>Nothing is here</h2>
<p class="note bad">${escapeUTF8(sentence)}</p>
<ul>
<li><a href="/">The page of this server</a>: what it is asked and does</li>
<li><a href="/reference/">The reference</a>: all calls of the API</li>
<li><a href="/docs/">The guides</a></li>
</ul>
</main>
</body>
</html>
`;
}
