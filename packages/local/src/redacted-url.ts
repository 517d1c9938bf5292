/** Ends of sentences and brackets, which stand behind a URL and are rarely part of it. */
const PUNCTUATION = ").,:;'`";

/**
 * A URL as it may be logged: without user name, password, query and fragment, which may hold secrets. Of what is no
 * URL, only the scheme is left.
 */
export function redactedUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // Of `mailto:` and the like all may be secret.
  if (!parsed?.host) return `${/^[a-z][a-z\d+.-]*:/i.exec(url)?.[0] ?? ''}…`;
  const { protocol, username, password, host, pathname, search, hash } = parsed;
  return `${protocol}//${username || password ? '…@' : ''}${host}${pathname}${search && '?…'}${hash && '#…'}`;
}

/** A text as it may be logged: with every URL in it redacted. */
export function redactedUrls(text: string): string {
  // What ends it here never stands in a URL that was parsed.
  return text.replaceAll(/[a-z][a-z\d+.-]{0,20}:\/\/[^\s"<>]*/gi, (found) => {
    // The files in stacks may have versions.
    if (!/[@?#]/.test(found) || found.startsWith('file:')) return found;
    let end = found.length;
    while (PUNCTUATION.includes(found.charAt(end - 1))) end -= 1;
    return redactedUrl(found.slice(0, end)) + found.slice(end);
  });
}
