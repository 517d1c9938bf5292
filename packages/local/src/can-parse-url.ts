/**
 * Whether a text is a URL. `URL.canParse` of Node.js 20 and 22 takes a host such as `bücher.example` for invalid as soon as
 * it was called some thousand times.
 */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
