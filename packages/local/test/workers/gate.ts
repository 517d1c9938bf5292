/** Holds work in workers until it is opened, so that a test decides what happens first. */
export class Gate {
  readonly #state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

  /** What a worker is sent of it. */
  get state(): Int32Array {
    return this.#state;
  }

  /** How many pieces of work have come to it so far. */
  get arrived(): number {
    return Atomics.load(this.#state, ARRIVED);
  }

  open(): void {
    Atomics.store(this.#state, OPEN, 1);
    Atomics.notify(this.#state, OPEN);
  }
}

/** In a worker: blocks it until the gate is open. */
export function waitAt(state: Int32Array): void {
  Atomics.add(state, ARRIVED, 1);
  Atomics.wait(state, OPEN, 0);
}

const ARRIVED = 0;
const OPEN = 1;
