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

/** What undici calls a dispatcher of another major version than the `fetch` that it is given to. */
const FOREIGN_DISPATCHER = /^invalid on\w+ method$/;

/** Whether a `fetch` refused the dispatcher that it was given. It refuses that before it sends anything, and always. */
export function hasForeignDispatcher(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  return (code === 'UND_ERR_INVALID_ARG' && FOREIGN_DISPATCHER.test(message)) || hasForeignDispatcher(cause);
}
