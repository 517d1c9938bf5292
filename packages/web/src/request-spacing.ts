import type { Clock } from '@trawl/base/clock';

/** Spaces the requests of all jobs to one site. */
export interface RequestSpacing {
  /**
   * Resolves to true when it is the caller's turn. Resolves to false at once, and leaves the turn to others, when it would
   * come later than in `patienceMs`.
   */
  wait(site: string, gapMs: number, signal: AbortSignal, patienceMs?: number): Promise<boolean>;
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
    async wait(site, gapMs, signal, patienceMs = Number.POSITIVE_INFINITY) {
      if (gapMs <= 0) return true;
      const now = passed();
      if (nextVisits.size > MAX_SITES) {
        for (const [other, time] of nextVisits) if (time <= now) nextVisits.delete(other);
      }
      const turn = Math.max(now, nextVisits.get(site) ?? 0);
      if (turn - now > patienceMs) return false;
      nextVisits.set(site, turn + gapMs);
      if (turn > now) await clock.sleep(turn - now, signal);
      return true;
    },
  };
}
