/**
 * How the platforms call a connection that never came about; Deno has only sentences for it. That a host cannot be reached
 * is also said of a connection that is lost.
 */
const NEVER_CONNECTED =
  /conn(ection)? ?refused|ENOTFOUND|EAI_AGAIN|connect E(HOST|NET)UNREACH|CONNECT_TIMEOUT|FailedToOpenSocket|dns error/i;

/** Whether a failed `fetch` certainly never reached the server. What the platform does not tell counts as reached. */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  return NEVER_CONNECTED.test(`${String(code)} ${message}`) || neverConnected(cause);
}
