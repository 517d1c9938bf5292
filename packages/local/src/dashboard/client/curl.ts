export interface CurlCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly needsKey: boolean;
}

/** A call as a command line for a shell. The key is read from the environment: no key is kept in what people copy. */
export function curlOf({ method, path, body, needsKey }: CurlCall): string {
  const json = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  const key = needsKey ? ' -H "Authorization: Bearer $TRAWL_API_KEY"' : '';
  return `curl -X ${method} ${location.origin}${path}${key} --json '${json}'`;
}
