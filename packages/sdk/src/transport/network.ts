/**
 * What platforms call a connection that was never made; Deno has only sentences for it. They say "unreachable" about a
 * lost connection, too: it counts here only after `connect`.
 */
const NEVER_CONNECTED =
  /conn(ection)? ?refused|ENOTFOUND|EAI_AGAIN|connect E(HOST|NET)UNREACH|CONNECT_TIMEOUT|FailedToOpenSocket|dns error|\bbad port$/i;

/** Whether a failed `fetch` certainly never reached the server. When the platform does not say, it counts as reached. */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  return NEVER_CONNECTED.test(`${String(code)} ${message}`) || neverConnected(cause);
}
