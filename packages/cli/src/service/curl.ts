import { shellQuote } from '../output/shell-quote.js';

/** A request that would be sent. */
export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: RequestInit['body'];
}

/** The headers that curl sets by itself, as `fetch` does, and the name of one attempt. */
const OWN_HEADERS = new Set(['accept', 'user-agent', 'content-length', 'x-request-id']);

/**
 * The request as a command line for a POSIX shell. The key is read from the environment, and never written.
 *
 * @param file - The path of the file that the request sends: the request itself knows only its name. `-` is standard input.
 */
export function curl({ method, url, headers, body }: PlannedRequest, file = ''): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(url)}`];
  for (const [name, value] of headers) {
    if (name === 'authorization') parts.push('-H "Authorization: Bearer $TRAWL_API_KEY"');
    else if (!OWN_HEADERS.has(name) && !(body instanceof FormData)) parts.push(`-H ${shellQuote(`${name}: ${value}`)}`);
  }
  if (body instanceof FormData) {
    for (const [name, value] of body)
      parts.push(
        `-F ${shellQuote(typeof value === 'string' ? `${name}=${value}` : `${name}=@${part(file)};filename=${part(value.name)}`)}`,
      );
  } else if (typeof body === 'string') {
    parts.push(`-d ${shellQuote(body)}`);
  }
  return parts.join(' \\\n  ');
}

/** A name in a part of a form, where curl gives commas and semicolons a meaning. */
const part = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
