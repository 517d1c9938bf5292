import { checkBounds, FROM_ZERO } from '../contract/bounds.js';
import { ConfigurationError } from '../errors/errors.js';
import type { CallLimits } from './call.js';

/** The limits of a client for which none are given. */
const DEFAULTS = { timeoutMs: 90_000, totalTimeoutMs: 600_000, maxRetries: 2, maxResponseBytes: 100_000_000 };

/** All limits of a call. */
export type Limits = typeof DEFAULTS;

/** The time for the network, on top of the time that the request allows the server. */
const NETWORK_MARGIN_MS = 5_000;

/** The limits of a client or a call: those that it sets, else `defaults`. */
export function limitsOf(
  options: CallLimits & { readonly serverTimeoutMs?: number | undefined },
  defaults: Limits = DEFAULTS,
): Limits {
  const { signal, serverTimeoutMs } = options;
  // Any other object would throw in a timer, where the error cannot be caught.
  if (signal && typeof signal.addEventListener !== 'function') {
    throw new ConfigurationError('signal must be an AbortSignal.');
  }
  const limits = { ...defaults };
  let name: keyof Limits;
  for (name in limits) {
    checkBounds(options[name], FROM_ZERO, [name]);
    limits[name] = options[name] ?? limits[name];
  }
  if (serverTimeoutMs) limits.timeoutMs = Math.max(limits.timeoutMs, serverTimeoutMs + NETWORK_MARGIN_MS);
  return limits;
}
