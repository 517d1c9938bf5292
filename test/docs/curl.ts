/** A request as a curl command makes it. */
export interface CurlRequest {
  method: string;
  /** From the base URL on. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The curl commands of a shell script whose address begins with `$TRAWL_BASE_URL`. */
export function curlRequests(script: string): CurlRequest[] {
  return script
    .replaceAll('\\\n', ' ')
    .split(/^(?=curl )/m)
    .filter((command) => command.startsWith('curl '))
    .map((command) => requestOf(wordsOf(command)));
}

function requestOf(words: readonly string[]): CurlRequest {
  const following = (...options: string[]) => words.filter((_, index) => options.includes(words[index - 1] ?? ''));
  const address = words.find((word) => word.startsWith('$TRAWL_BASE_URL/'));
  if (!address) throw new Error(`No word begins with "$TRAWL_BASE_URL/": ${words.join(' ')}`);
  const body = following('-d', '--data')[0];
  const headers = following('-H', '--header').map((header) => header.split(/:\s*(.*)/) as [string, string]);
  const method = following('-X', '--request')[0] ?? (body === undefined ? 'GET' : 'POST');
  return { method, path: address.slice('$TRAWL_BASE_URL'.length), headers: Object.fromEntries(headers), body };
}

/** The words of a command, as far as quotes part them; variables stay as they are. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}
