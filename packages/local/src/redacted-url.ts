import { canParseUrl } from './can-parse-url.js';

/** Punctuation after a URL, which is rarely part of it. */
const PUNCTUATION = ").,:;'`";

/**
 * A URL for logs: without user name, password, query and fragment, which may hold secrets. A text that is not a URL keeps
 * only its scheme.
 */
export function redactedUrl(url: string): string {
  const parsed = canParseUrl(url) ? new URL(url) : undefined;
  // All of `mailto:` and similar URLs may be secret.
  if (!parsed?.host) return `${/^[a-z][a-z\d+.-]*:/i.exec(url)?.[0] ?? ''}…`;
  const { protocol, username, password, host, pathname, search, hash } = parsed;
  return `${protocol}//${username || password ? '…@' : ''}${host}${pathname}${search && '?…'}${hash && '#…'}`;
}

/** A text for logs, with every URL redacted. */
export function redactedUrls(text: string): string {
  // A parsed URL has none of the characters that end the match.
  return text.replaceAll(/[a-z][a-z\d+.-]{0,20}:\/\/[^\s"<>]*/gi, (found) => {
    // Stack traces have file URLs, whose query is a version.
    if (!/[@?#]/.test(found) || found.startsWith('file:')) return found;
    let end = found.length;
    while (PUNCTUATION.includes(found.charAt(end - 1))) end -= 1;
    return redactedUrl(found.slice(0, end)) + found.slice(end);
  });
}
