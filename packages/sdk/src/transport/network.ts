/** How the platforms call a connection that never came about; Deno has only sentences for it. */
const NEVER_CONNECTED =
  /conn(ection)? ?refused|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|CONNECT_TIMEOUT|FailedToOpenSocket|dns error/i;

/** Whether a failed `fetch` certainly never reached the server. What the platform does not tell counts as reached. */
export function neverConnected(error: unknown): boolean {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown };
  return NEVER_CONNECTED.test(`${code} ${message}`) || (cause !== undefined && neverConnected(cause));
}
