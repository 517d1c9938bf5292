import { Refusal } from '../contract/refusal.js';

/** Bytes of the bodies of all requests that are in progress. */
const MAX_BYTES = 128 * 1024 * 1024;

/** The memory that one request has reserved for its body. */
export interface MemoryReservation {
  /** Reserves more; throws a refusal when not enough memory is left. */
  add(bytes: number): void;
  /** Frees everything that was reserved. */
  release(): void;
}

/** Bounds the memory for the bodies of all requests together: many small ones may be too much. */
export interface BodyMemory {
  reserve(): MemoryReservation;
}

export function createBodyMemory(maxBytes: number = MAX_BYTES): BodyMemory {
  let free = maxBytes;
  return {
    reserve() {
      let reservedBytes = 0;
      return {
        add(bytes) {
          if (bytes > free) throw memoryFull();
          free -= bytes;
          reservedBytes += bytes;
        },
        release() {
          free += reservedBytes;
          reservedBytes = 0;
        },
      };
    },
  };
}

function memoryFull(): Refusal {
  const error =
    'The bodies of other requests take all the memory that this server has for them. Try again in a second.';
  return new Refusal('unavailable', error, { retryAfterSeconds: 1 });
}
