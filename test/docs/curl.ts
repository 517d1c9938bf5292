/** The request of a curl command. */
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
    .map((command) => requestOf(argumentsOf(command)));
}

function requestOf(args: readonly string[]): CurlRequest {
  const following = (...options: string[]) => args.filter((_, index) => options.includes(args[index - 1] ?? ''));
  const address = args.find((argument) => argument.startsWith('$TRAWL_BASE_URL/'));
  if (!address) throw new Error(`No word begins with "$TRAWL_BASE_URL/": ${args.join(' ')}`);
  const body = following('-d', '--data')[0];
  const headers = following('-H', '--header').map((header) => header.split(/:\s*(.*)/) as [string, string]);
  const method = following('-X', '--request')[0] ?? (body === undefined ? 'GET' : 'POST');
  return { method, path: address.slice('$TRAWL_BASE_URL'.length), headers: Object.fromEntries(headers), body };
}

/** Splits a command into its arguments, without quotes; variables are not expanded. */
function argumentsOf(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([argument]) =>
    argument.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}
