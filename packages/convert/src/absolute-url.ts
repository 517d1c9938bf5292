/**
 * The absolute form of a URL, or undefined when it is none. `URL.canParse` of Node.js 20 and 22 calls a host such as
 * `bücher.example` invalid after some thousand calls.
 */
export function absoluteUrl(reference: string, base?: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}
