import { isError } from '../errors/is-error.js';

/**
 * What platforms call a connection that was never made; Deno has only sentences for it. They say "unreachable" about a
 * lost connection, too: it counts here only after `connect`.
 */
const NEVER_CONNECTED =
  /conn(ection)? ?refused|ENOTFOUND|EAI_AGAIN|connect E(HOST|NET)UNREACH|CONNECT_TIMEOUT|FailedToOpenSocket|dns error|\bbad port$/i;

/** Whether a failed `fetch` certainly never reached the server. When the platform does not say, it counts as reached. */
export function neverConnected(error: unknown): boolean {
  if (!isError(error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  return NEVER_CONNECTED.test(`${String(code)} ${message}`) || neverConnected(cause);
}

/** What undici calls a dispatcher of another major version than the `fetch` that it is given to. */
const FOREIGN_DISPATCHER = /^invalid on\w+ method$/;

/** Whether a `fetch` refused the dispatcher that it was given. It refuses that before it sends anything, and always. */
export function hasForeignDispatcher(error: unknown): boolean {
  if (!isError(error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  return (code === 'UND_ERR_INVALID_ARG' && FOREIGN_DISPATCHER.test(message)) || hasForeignDispatcher(cause);
}

/** What platforms say of a failed `fetch` that has neither a code nor a cause: browsers, React Native, Deno, Workers. */
const NETWORK_WORDS =
  /fetch|network|load failed|connection|sending request|offline|socket|time(d )?out|terminated|internal error/i;

/** Codes of Node.js and undici, and of Bun. Frameworks have codes, too: those of Next.js begin with its name. */
const NETWORK_CODE = /^(E[A-Z]+|(UND_)?ERR_\w+|[A-Z_]*(CERT|SIGNATURE|ISSUER)\w*|[A-Z][a-z]+([A-Z][a-z]+)+)$/;

/**
 * Whether what a `fetch` threw is a failure of the network, and no error of a program: frameworks throw some through `fetch`,
 * and have to get them back as they are.
 */
export function isNetworkFailure(error: unknown): boolean {
  // Text or nothing tells nothing of another kind.
  if (!isError(error)) return Object(error) !== error;
  const { name, message, code, cause, digest } = error as Error & { code?: unknown; digest?: unknown };
  // React marks with it what it has to handle itself.
  if (digest !== undefined) return false;
  if (/^(Abort|Timeout)Error$/.test(name)) return true;
  return (
    NETWORK_CODE.test(String(code ?? '')) || NETWORK_WORDS.test(message) || (isError(cause) && isNetworkFailure(cause))
  );
}
