/** How many tasks are done at once. */
export interface SlotLimits {
  /** Of all teams together. */
  readonly service: number;
  readonly team: number;
}

/** Shares a limited number of slots between teams. */
export interface Slots {
  /** The name of what is shared, the same in each process. */
  readonly name: string;
  readonly limits: SlotLimits;
  /** Resolves to the function that gives the slot back; rejects with the reason of the signal. */
  acquire(team: string, signal: AbortSignal): Promise<() => void>;
  /** Returns the function that gives the slot back; undefined when none is free. */
  tryAcquire(team: string): (() => void) | undefined;
}

/** Teams that wait get a free slot in turns; those who wait of one team, in the order in which they came. */
export function createSlots(name: string, limits: SlotLimits): Slots {
  return new FairSlots(name, limits);
}

class FairSlots implements Slots {
  readonly name: string;
  readonly limits: SlotLimits;
  #taken = 0;
  readonly #takenByTeam = new Map<string, number>();
  /** The first team has waited longest for its turn. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(name: string, limits: SlotLimits) {
    this.name = name;
    this.limits = limits;
  }

  async acquire(team: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    // A slot that is free is one that none of those who wait may take.
    return this.tryAcquire(team) ?? this.#wait(team, signal);
  }

  #wait(team: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#leave(team, enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(() => this.#release(team));
      };
      signal.addEventListener('abort', leave, { once: true });
      const queue = this.#waiting.get(team) ?? new Set();
      this.#waiting.set(team, queue.add(enter));
    });
  }

  tryAcquire(team: string): (() => void) | undefined {
    if (this.#taken >= this.limits.service || this.#of(team) >= this.limits.team) return undefined;
    this.#take(team);
    return () => this.#release(team);
  }

  #handOut(): void {
    for (const [team, queue] of [...this.#waiting]) {
      if (this.#taken >= this.limits.service) return;
      const [enter] = queue;
      if (!enter || this.#of(team) >= this.limits.team) continue;
      queue.delete(enter);
      // The team has had its turn: it waits behind the others.
      this.#waiting.delete(team);
      if (queue.size > 0) this.#waiting.set(team, queue);
      this.#take(team);
      enter();
    }
  }

  #take(team: string): void {
    this.#taken += 1;
    this.#takenByTeam.set(team, this.#of(team) + 1);
  }

  #release(team: string): void {
    this.#taken -= 1;
    const left = this.#of(team) - 1;
    if (left > 0) this.#takenByTeam.set(team, left);
    else this.#takenByTeam.delete(team);
    this.#handOut();
  }

  #leave(team: string, enter: () => void): void {
    const queue = this.#waiting.get(team);
    queue?.delete(enter);
    if (queue?.size === 0) this.#waiting.delete(team);
  }

  #of(team: string): number {
    return this.#takenByTeam.get(team) ?? 0;
  }
}
