import type { Clock } from '../base/clock.js';
import { sharedOf } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';
import type { RequestSpacing } from '../web/request-spacing.js';

/** Spaces the requests of all nodes to one host. Spacings with different names do not know of each other. */
export function createSharedSpacing(name: string, stores: Stores, clock: Clock): RequestSpacing {
  return {
    async wait(site, gapMs, signal, patienceMs = Number.POSITIVE_INFINITY) {
      if (gapMs <= 0) return true;
      const waitMs = await sharedOf(stores).hostTurns.reserve(`${name} ${site}`, gapMs, patienceMs);
      if (waitMs === undefined) return false;
      if (waitMs > 0) await clock.sleep(waitMs, signal);
      return true;
    },
  };
}
