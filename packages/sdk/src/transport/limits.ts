import { ConfigurationError } from '../errors/configuration-error.js';
import { fromZero } from '../from-zero.js';
import type { CallLimits } from './call.js';

/** The limits of a call, all of them known. */
export type Limits = { timeoutMs: number; totalTimeoutMs: number; maxRetries: number };

/** What the way there and back may take on top of the time that the request allows the server. */
const TRAVEL_MS = 5_000;

/** The limits of a call: its own, else the client's, else ours. */
export function limitsOf(
  {
    timeoutMs,
    totalTimeoutMs,
    maxRetries,
    serverTimeoutMs,
    signal,
  }: CallLimits & { serverTimeoutMs?: number | undefined },
  client: CallLimits,
): Limits {
  // One that only looks like it would be found out by a timer, where nobody can catch the error.
  if (signal && typeof signal.addEventListener !== 'function') {
    throw new ConfigurationError('signal must be an AbortSignal.');
  }
  const attemptMs = fromZero('timeoutMs', timeoutMs ?? client.timeoutMs ?? 90_000);
  return {
    timeoutMs: serverTimeoutMs ? Math.max(attemptMs, serverTimeoutMs + TRAVEL_MS) : attemptMs,
    totalTimeoutMs: fromZero('totalTimeoutMs', totalTimeoutMs ?? client.totalTimeoutMs ?? 600_000),
    maxRetries: fromZero('maxRetries', maxRetries ?? client.maxRetries ?? 2),
  };
}
