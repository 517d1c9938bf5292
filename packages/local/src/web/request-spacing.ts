import type { Clock } from '../clock.js';

/** Spaces the requests of all jobs to one site. */
export interface RequestSpacing {
  /** Resolves when it is the caller's turn. */
  wait(site: string, gapMs: number, signal: AbortSignal): Promise<void>;
}

/** With more sites than this, those without a pending wait are removed. */
const MAX_SITES = 1000;

export function createRequestSpacing(clock: Clock): RequestSpacing {
  const nextVisits = new Map<string, number>();
  let lastReading = clock.now();
  let elapsedMs = 0;

  /**
   * Milliseconds since the start. When the clock is set back, no time passes, so that requests do not wait until the
   * clock has caught up.
   */
  function passed(): number {
    const now = clock.now();
    elapsedMs += Math.max(0, now - lastReading);
    lastReading = now;
    return elapsedMs;
  }

  return {
    async wait(site, gapMs, signal) {
      if (gapMs <= 0) return;
      const now = passed();
      if (nextVisits.size > MAX_SITES) {
        for (const [other, time] of nextVisits) if (time <= now) nextVisits.delete(other);
      }
      const turn = Math.max(now, nextVisits.get(site) ?? 0);
      nextVisits.set(site, turn + gapMs);
      if (turn > now) await clock.sleep(turn - now, signal);
    },
  };
}
