/**
 * Whether a text is a URL. `URL.canParse` of Node.js 20 and 22 calls a host such as `bücher.example` invalid after some
 * thousand calls.
 */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
