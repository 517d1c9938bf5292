import type { Clock } from '../src/async/clock.js';

/**
 * Time that passes only when it is told to. Waits up to `passes` are over at once (in the next turn of the event loop)
 * and move the clock; longer ones, which are deadlines, stand until `advance` reaches them.
 */
export class VirtualClock implements Clock {
  /** The waits that were over at once, in milliseconds, in order. */
  readonly waits: number[] = [];
  readonly #passes: number;
  readonly #random: () => number;
  readonly #timers = new Set<{ at: number; run: () => void }>();
  #now = Date.UTC(2026, 10, 21);

  constructor({ passes = 60_000, random = () => 0.5 }: { passes?: number; random?: () => number } = {}) {
    this.#passes = passes;
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.#random();
  }

  after(ms: number, run: () => void): () => void {
    if (ms <= this.#passes) {
      const immediate = setImmediate(() => {
        this.#now += Math.max(0, ms);
        this.waits.push(ms);
        run();
      });
      return () => clearImmediate(immediate);
    }
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers stand. */
  get pending(): number {
    return this.#timers.size;
  }

  /** How long until the first of them is due, in milliseconds; `Infinity` when none stands. */
  get next(): number {
    return Math.min(Infinity, ...[...this.#timers].map(({ at }) => at - this.#now));
  }

  /** Waits, without moving the clock, until a timer stands that is due in less than this. */
  async standing(ms: number): Promise<void> {
    while (this.next >= ms) await new Promise(setImmediate);
  }

  /** Moves the clock, and runs what is due by then, the earliest first. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [due] = [...this.#timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (!due) break;
      this.#timers.delete(due);
      this.#now = due.at;
      due.run();
    }
    this.#now = until;
  }
}
