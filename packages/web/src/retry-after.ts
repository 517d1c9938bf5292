/** Statuses with which servers say that the same request may succeed later. */
const BUSY_STATUSES = new Set([429, 502, 503, 504]);

export function isBusy(status: number): boolean {
  return BUSY_STATUSES.has(status);
}

/**
 * Milliseconds from now for which a site does not want to be asked, by its header `Retry-After`: seconds, also with a
 * fraction, or a date. Undefined where it does not say.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(?:\.\d*)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
