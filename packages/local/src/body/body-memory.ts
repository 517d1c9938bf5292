import { Refusal } from '../contract/refusal.js';

/** Bytes of the bodies of all requests that are being answered. */
const MAX_BYTES = 128 * 1024 * 1024;

/** What one request takes of the memory for bodies. */
export interface MemoryReservation {
  /** Takes more; throws the refusal of a request for which there is no room. */
  add(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

/** The memory for the bodies of all requests together: many that are each small enough may be too much. */
export interface BodyMemory {
  reserve(): MemoryReservation;
}

export function createBodyMemory(mostBytes: number = MAX_BYTES): BodyMemory {
  let free = mostBytes;
  return {
    reserve() {
      let held = 0;
      return {
        add(bytes) {
          if (bytes > free) throw memoryFull();
          free -= bytes;
          held += bytes;
        },
        release() {
          free += held;
          held = 0;
        },
      };
    },
  };
}

function memoryFull(): Refusal {
  const error =
    'The bodies of other requests take all the memory that this server has for them. Try again in a second.';
  return new Refusal(503, { error }, { 'retry-after': '1' });
}
