/**
 * The URL of a text, or undefined for one that is none. `URL.parse` is missing in Node.js 20, and `URL.canParse` of 20 and
 * 22 calls a host such as `bücher.example` invalid after some thousand calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a text is a URL. */
export function canParseUrl(text: string, base?: string): boolean {
  return parseUrl(text, base) !== undefined;
}
