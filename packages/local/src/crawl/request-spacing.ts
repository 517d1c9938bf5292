import type { Clock } from '../clock.js';

/** Lets the pages of one site be asked for one after the other, with time between them, whichever job asks. */
export interface RequestSpacing {
  /** Resolves when it is the caller's turn. */
  wait(site: string, gapMs: number, signal: AbortSignal): Promise<void>;
}

/** Sites whose last visit is longer ago need no waiting; looked for once there are this many. */
const MANY_SITES = 1000;

export function createRequestSpacing(clock: Clock): RequestSpacing {
  const free = new Map<string, number>();
  let seen = clock.now();
  let elapsed = 0;

  /** Milliseconds since the start. While a clock that was put back catches up none pass, instead of an hour's waiting. */
  function passed(): number {
    const now = clock.now();
    elapsed += Math.max(0, now - seen);
    seen = now;
    return elapsed;
  }

  return {
    async wait(site, gapMs, signal) {
      if (gapMs <= 0) return;
      const now = passed();
      if (free.size > MANY_SITES) {
        for (const [other, time] of free) if (time <= now) free.delete(other);
      }
      const turn = Math.max(now, free.get(site) ?? 0);
      free.set(site, turn + gapMs);
      if (turn > now) await clock.sleep(turn - now, signal);
    },
  };
}
