import type { SharedStores } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';
import { PostgresCalls } from './call-store.js';
import { PostgresDeliveryLog } from './delivery-log-store.js';
import { PostgresHostTurns } from './host-turn-store.js';
import { PostgresNodes } from './node-store.js';
import { PostgresProfileTurns } from './profile-turn-store.js';
import { PostgresSessionPlaces } from './session-place-store.js';
import { PostgresSlotQueue } from './slot-queue-store.js';
import { PostgresSlots } from './slot-store.js';

/** What the nodes of a service share. */
export function postgresShared(context: StoreContext): SharedStores {
  return {
    nodes: new PostgresNodes(context),
    slots: new PostgresSlots(context),
    slotQueue: new PostgresSlotQueue(context),
    hostTurns: new PostgresHostTurns(context),
    calls: new PostgresCalls(context),
    deliveries: new PostgresDeliveryLog(context),
    profileTurns: new PostgresProfileTurns(context),
    sessionPlaces: new PostgresSessionPlaces(context),
  };
}
