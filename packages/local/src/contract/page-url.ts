import { canParseUrl } from '@trawl/base/can-parse-url';

/** Why the URL of a page is refused. */
export type PageUrlFault = 'protocol' | 'syntax' | 'host';

const SCHEME = /^[^.:]+:\/\//;
const HTTP = /^https?:\/\//i;

/** A scheme without slashes, as in `mailto:a@example.com`. Digits after the colon are a port. */
const OPAQUE_SCHEME = /^[a-z][a-z\d+-]*:(?!\d|\/\/)/i;
const SECOND_SCHEME = /^https?:\/\/[^./?#@]*:\/\//i;

/** An ending such as `.com`, in the host or in the path: servers of this API accept `http://foo/page.html`, not `http://foo`. */
const ENDING = /\.[\p{L}\p{N}-]{2,}\.?(?::\d+)?(?:[/?#]|$)/u;
const HOST_WITHOUT_ENDING = /^(?:localhost|\d+(?:\.\d+){3}|\[.+\])$/;

/** The URL without space around it, and with `http://` if it has no scheme. */
export function withScheme(text: string): string {
  const address = text.trim();
  return SCHEME.test(address) ? address : `http://${address}`;
}

/** A host as a list of domains names it, without space around it and without capitals. */
export function hostOf(text: string): string {
  return text.trim().toLowerCase();
}

/** Why servers of this API refuse the URL of a page; undefined if they accept it. */
export function pageUrlFault(text: string): PageUrlFault | undefined {
  const url = withScheme(text);
  if (!HTTP.test(url)) return 'protocol';
  if (OPAQUE_SCHEME.test(text.trim()) || SECOND_SCHEME.test(url) || !canParseUrl(url)) return 'syntax';
  return HOST_WITHOUT_ENDING.test(new URL(url).hostname) || ENDING.test(url) ? undefined : 'host';
}
