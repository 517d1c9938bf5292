/** A path with one slash at its beginning: that of a call to a base URL that ends in a slash has two, as in `//v2/scrape`. */
export function withOneSlash(path = '/'): string {
  return path.replace(/^\/{2,}/, '/');
}
