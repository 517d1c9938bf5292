import type { Clock } from '@trawl/base/clock';
import { MAX_KEPT_BODIES } from '../base/kept-bodies.js';
import { sharedOf } from '../store/shared-stores.js';
import { storedIfPossible } from '../store/stored-if-possible.js';
import type { Stores } from '../store/stores.js';
import { type DeliveryLog, EVICTED, keptPayload, MAX_DELIVERIES, sentEvent } from './delivery-log.js';

const BOUNDS = { deliveries: MAX_DELIVERIES, bytes: MAX_KEPT_BODIES, omitted: EVICTED };

/** Remembers the deliveries of all nodes of a service. */
export function createSharedDeliveryLog(stores: Stores, clock: Pick<Clock, 'now'>): DeliveryLog {
  const { deliveries } = sharedOf(stores);
  return {
    async begin({ position: task }, request) {
      const { team, event, about, url } = request;
      // The node that made the earlier attempts may have been another one, or have died in one.
      const number =
        (await deliveries.resume(task)) ??
        (await deliveries.add({ task, team, event, about, url, ...keptPayload(request) }, BOUNDS));
      return {
        // An event that was delivered is not sent again because that could not be noted.
        end: (at, problem, nextAt) =>
          storedIfPossible(() => {
            const attempt = { at, durationMs: clock.now() - at, ...(problem !== undefined && { problem }) };
            return deliveries.addAttempt(number, attempt, nextAt);
          }),
      };
    },
    list: () => deliveries.list(),
    async sent(number) {
      const payload = await deliveries.payload(number);
      return payload && sentEvent(payload);
    },
  };
}
