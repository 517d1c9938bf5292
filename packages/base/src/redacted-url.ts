import { parseUrl } from './can-parse-url.js';

/** Schemes that say what a text is. Another may be the user of an address that has no scheme. */
const SCHEME = /^(?:https?|wss?|ftp|file|data|blob|about|javascript|mailto|tel):/i;

/** Punctuation after a URL, which is rarely part of it. */
const PUNCTUATION = ").,:;'`";

/**
 * Removes user name, password, query and fragment from a URL for logs, because they may contain secrets. A text that is not
 * a URL keeps only its scheme, if it is one of those that are in use.
 */
export function redactedUrl(url: string): string {
  const parsed = parseUrl(url);
  // All of `mailto:` and similar URLs may be secret.
  if (!parsed?.host) return `${SCHEME.exec(url)?.[0] ?? ''}…`;
  const { protocol, username, password, host, pathname, search, hash } = parsed;
  return `${protocol}//${username || password ? '…@' : ''}${host}${pathname}${search && '?…'}${hash && '#…'}`;
}

/** The origin of the URL of a webhook, for logs: services such as Slack have the secret in the path. */
export function redactedWebhook(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed?.host) return redactedUrl(url);
  return `${parsed.protocol}//${parsed.host}`;
}

/** A text for logs, with every URL redacted. */
export function redactedUrls(text: string): string {
  // Stack traces have file URLs, whose query is a version.
  return withUrls(text, (url) => (!/[@?#]/.test(url) || url.startsWith('file:') ? url : redactedUrl(url)));
}

const LEFT_OUT = '"…"';

/**
 * A sentence for logs, without its URLs' secrets and without what others have written: its foreign part, and all from the
 * first quote to the last, which is what it quotes of a caller. A sentence in which the foreign part is not found is left
 * out as a whole.
 */
export function withoutForeign(sentence: string, foreign = ''): string {
  if (foreign === '') return withoutQuotes(sentence);
  return sentence.includes(foreign) ? withoutQuotes(sentence.replaceAll(foreign, () => LEFT_OUT)) : LEFT_OUT;
}

function withoutQuotes(sentence: string): string {
  const [start, end] = [sentence.indexOf('"'), sentence.lastIndexOf('"')];
  if (start < 0) return redactedUrls(sentence);
  // A sentence that was cut may lack the second.
  const rest = end > start ? sentence.slice(end + 1) : '';
  return redactedUrls(`${sentence.slice(0, start)}${LEFT_OUT}${rest}`);
}

/** Reduces every URL in a text about a webhook to its origin, for logs. */
export function redactedWebhooks(text: string): string {
  return withUrls(text, redactedWebhook);
}

function withUrls(text: string, replace: (url: string) => string): string {
  // A parsed URL has none of the characters that end the match.
  return text.replaceAll(/[a-z][a-z\d+.-]{0,20}:\/\/[^\s"<>]*/gi, (match) => {
    let end = match.length;
    while (PUNCTUATION.includes(match.charAt(end - 1))) end -= 1;
    return replace(match.slice(0, end)) + match.slice(end);
  });
}
