import { checkFromZero } from '../from-zero.js';
import type { CallLimits } from './call.js';

/** The limits of a call, all of them known. */
export type Limits = { timeoutMs: number; totalTimeoutMs: number; maxRetries: number };

const DEFAULTS: Limits = { timeoutMs: 90_000, totalTimeoutMs: 600_000, maxRetries: 2 };

/** What the way there and back may take on top of the time that the request allows the server. */
const TRAVEL_MS = 5_000;

/** The limits of a call: its own, else the client's, else ours. */
export function limitsOf(call: CallLimits & { serverTimeoutMs?: number | undefined }, client: CallLimits): Limits {
  const limits = { ...DEFAULTS };
  for (const name of Object.keys(limits) as (keyof Limits)[]) {
    const limit = call[name] ?? client[name] ?? limits[name];
    checkFromZero(name, limit);
    limits[name] = limit;
  }
  if (call.serverTimeoutMs) limits.timeoutMs = Math.max(limits.timeoutMs, call.serverTimeoutMs + TRAVEL_MS);
  return limits;
}
