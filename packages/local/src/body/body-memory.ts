import { Refusal } from '../contract/refusal.js';

/** Bytes of the bodies of all requests that are being answered. */
const MOST_BYTES = 128 * 1024 * 1024;

/** What one request takes of the memory for bodies. */
export interface HeldBytes {
  /** Takes more; throws the refusal of a request for which there is no room. */
  take(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

/** The memory for the bodies of all requests together: many that are each small enough may be too much. */
export interface BodyMemory {
  hold(): HeldBytes;
}

export function createBodyMemory(mostBytes: number = MOST_BYTES): BodyMemory {
  let free = mostBytes;
  return {
    hold() {
      let held = 0;
      return {
        take(bytes) {
          if (bytes > free) throw full();
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

function full(): Refusal {
  const error =
    'The bodies of other requests take all the memory that this server has for them. Try again in a second.';
  return new Refusal(503, { error }, { 'retry-after': '1' });
}
