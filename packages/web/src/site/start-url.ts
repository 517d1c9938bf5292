/** Parses the URL to start at, without its fragment. */
export function startUrl(text: string): URL {
  const url = new URL(text);
  url.hash = '';
  return url;
}
