import type { Clock } from '@trawl/base/clock';
import type { RequestSpacing } from '@trawl/web/request-spacing';
import { sharedOf } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';

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
