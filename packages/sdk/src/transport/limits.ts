import { checkBounds, FROM_ZERO } from '../contract/bounds.js';
import { ConfigurationError } from '../errors/errors.js';
import type { CallLimits } from './call.js';

/** What bounds a call that nobody has told otherwise. */
const DEFAULTS = { timeoutMs: 90_000, totalTimeoutMs: 600_000, maxRetries: 2, maxResponseBytes: 100_000_000 };

/** The limits of a call, all of them known. */
export type Limits = typeof DEFAULTS;

/** What the way there and back may take on top of the time that the request allows the server. */
const TRAVEL_MS = 5_000;

/** The limits of a call: its own, else the client's, else ours. */
export function limitsOf(call: CallLimits & { serverTimeoutMs?: number | undefined }, client: CallLimits): Limits {
  const { signal, serverTimeoutMs } = call;
  // One that only looks like it would be found out by a timer, where nobody can catch the error.
  if (signal && typeof signal.addEventListener !== 'function') {
    throw new ConfigurationError('signal must be an AbortSignal.');
  }
  const limits = { ...DEFAULTS };
  let name: keyof Limits;
  for (name in limits) {
    limits[name] = call[name] ?? client[name] ?? limits[name];
    checkBounds(limits[name], FROM_ZERO, name);
  }
  if (serverTimeoutMs) limits.timeoutMs = Math.max(limits.timeoutMs, serverTimeoutMs + TRAVEL_MS);
  return limits;
}
