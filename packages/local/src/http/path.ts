/** A path with one slash at its beginning: that of a call to a base URL that ends in a slash has two, as in `//v2/scrape`. */
export function withOneSlash(path = '/'): string {
  return path.replace(/^\/{2,}/, '/');
}

/**
 * Whether a path means another one to programs that read it differently: with empty or dotted segments or backslashes. A proxy that
 * joins slashes before it resolves dots would let such a path pass to one that it blocks.
 */
export function isAmbiguous(path: string): boolean {
  return /\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path.replace(/^\w+:\/\//, '').replace(/[?#].*$/s, ''));
}
