import { firstToGo, type Holder, isSameOwner, type Owner, sumOf } from '@trawl/base/shares';
import { Refusal } from '../contract/refusal.js';

/** Bytes of the bodies of all requests that are in progress. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Bytes of those of one team, or of all callers without a key: bodies that have come stay until their request is over. */
export const MAX_BYTES_OF_TEAM = MAX_BYTES / 2;

/** The memory that one request has reserved for its body. */
export interface MemoryReservation {
  /** Reserves more; throws a refusal when not enough memory is left. */
  add(bytes: number): void;
  /**
   * Says that the body still comes in: until the returned function is called, `giveUp` may be called with a refusal, because
   * others who hold less need the memory.
   */
  reading(giveUp: (refusal: Refusal) => void): () => void;
  /** Frees everything that was reserved. */
  release(): void;
}

/** Bounds the memory for the bodies of all requests together: many small ones may be too much. */
export interface BodyMemory {
  reserve(owner: Owner): MemoryReservation;
  /** The bytes that are reserved now. */
  bytes(): number;
}

export interface BodyMemoryBounds {
  /** Bytes of all together. */
  readonly maxBytes?: number;
  /** Bytes of one team, or of all callers without a key. By default those of all. */
  readonly maxBytesOfGroup?: number;
}

/**
 * Memory goes to those who hold least: beyond the bound, the largest body that still comes in gives way, of the team that holds
 * most, and that team gets no more. Bodies that have come stay until their request is over, so no team gets all.
 */
export function createBodyMemory({
  maxBytes = MAX_BYTES,
  maxBytesOfGroup = maxBytes,
}: BodyMemoryBounds = {}): BodyMemory {
  const reservations = new Set<Reservation>();

  /** Ends bodies of others until those that count are within the bound; throws when this one has to go. */
  function makeRoom(reservation: Reservation, bound: number, counts: (owner: Owner) => boolean): void {
    for (;;) {
      const counted = [...reservations].filter(({ owner }) => counts(owner));
      if (sumOf(counted) <= bound) return;
      const first = firstToGo(counted.filter((each) => each === reservation || each.giveUp));
      if (!first || isSameOwner(first.owner, reservation.owner)) throw memoryFull();
      reservations.delete(first);
      first.giveUp?.(memoryFull());
    }
  }

  return {
    bytes: () => sumOf([...reservations]),
    reserve(owner) {
      const reservation: Reservation = { owner, bytes: 0, giveUp: undefined };
      return {
        add(bytes) {
          reservations.add(reservation);
          reservation.bytes += bytes;
          try {
            makeRoom(reservation, owner.maxBytes ?? maxBytes, (other) => isSameOwner(other, owner));
            makeRoom(reservation, maxBytesOfGroup, ({ group }) => group === owner.group);
            makeRoom(reservation, maxBytes, () => true);
          } catch (error) {
            reservation.bytes -= bytes;
            throw error;
          }
        },
        reading(giveUp) {
          reservation.giveUp = giveUp;
          return () => {
            reservation.giveUp = undefined;
          };
        },
        release: () => reservations.delete(reservation),
      };
    },
  };
}

interface Reservation extends Holder {
  bytes: number;
  giveUp: ((refusal: Refusal) => void) | undefined;
}

function memoryFull(): Refusal {
  const error =
    'The bodies of other requests take all the memory that this server has for them. Try again in a second.';
  return new Refusal('unavailable', error, { retryAfterSeconds: 1 });
}
