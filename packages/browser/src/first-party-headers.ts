import { canParseUrl } from '@trawl/base/can-parse-url';
import type { BrowserContext, Page } from 'playwright-core';

/** Headers that the browser context sends to every server, as a fetch does. */
const SHARED: ReadonlySet<string> = new Set(['accept-language', 'user-agent', 'cookie']);

/** Headers of the connection, which the browser writes. */
const OWN: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** The value of a header, by its name in lower case. */
export function headerValue(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Gives the cookies of a `Cookie` header to the host of the URL, and to no other. */
export async function setCookies(context: BrowserContext, url: string, header: string): Promise<void> {
  const pairs = header.split(';').flatMap((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value, url: new URL('/', url).href }];
  });
  await context.addCookies(pairs);
}

/**
 * Sends the headers of the caller with the requests of the page to its own origin: they may be keys, which no third
 * party gets, not even by a redirect.
 */
export async function sendToFirstParty(
  page: Page,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const added = Object.entries(headers)
    .filter(([name]) => !SHARED.has(name.toLowerCase()) && !OWN.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  if (added.length === 0) return;
  const { origin } = new URL(url);
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isOwn = canParseUrl(request.url) && new URL(request.url).origin === origin;
    const own = Object.entries(request.headers)
      .filter(([name]) => !names.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }));
    const changed = isOwn ? { headers: [...own, ...added] } : {};
    // A page that closes meanwhile needs no answer.
    session.send('Fetch.continueRequest', { requestId, ...changed }).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}
