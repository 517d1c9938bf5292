/** The statuses that the program ends with. Scripts tell failures apart by them. */
export const EXIT = {
  ok: 0,
  /** The service failed, or something that no other status names. */
  failed: 1,
  /** The command line or the request is not valid, and the command did nothing. */
  usage: 2,
  /** The key is missing, not valid, or not allowed to do this. */
  key: 3,
  /** The credits do not suffice. */
  credits: 4,
  /** There is no such page or job. */
  notFound: 5,
  /** The service refused the call because there were too many requests. */
  rate: 6,
  /** It took too long. */
  time: 7,
  /** Some pages were read and some were not. */
  partlyFailed: 8,
  /** The service cannot be reached. */
  unreachable: 9,
  /** Ctrl-C: 128 and the number of the signal, as in every shell. */
  interrupted: 130,
} as const;

const BY_NAME: Readonly<Record<string, number>> = {
  UsageError: EXIT.usage,
  ConfigurationError: EXIT.usage,
  // A variable of the environment names no proxy.
  ProxyAddressError: EXIT.usage,
  BadRequestError: EXIT.usage,
  AuthenticationError: EXIT.key,
  PermissionDeniedError: EXIT.key,
  PaymentRequiredError: EXIT.credits,
  NotFoundError: EXIT.notFound,
  GoneError: EXIT.notFound,
  RateLimitError: EXIT.rate,
  RequestTimeoutError: EXIT.time,
  TimeoutError: EXIT.time,
  JobTimeoutError: EXIT.time,
  ConnectionError: EXIT.unreachable,
  AbortedError: EXIT.interrupted,
  // What Node.js throws for a signal.
  AbortError: EXIT.interrupted,
};

/** The status for an error. The cause decides where an error only says that something else was interrupted. */
export function exitStatusOf(error: unknown): number {
  const { name, cause } = (error ?? {}) as { name?: string; cause?: unknown };
  return BY_NAME[name ?? ''] ?? (cause === undefined ? EXIT.failed : exitStatusOf(cause));
}
