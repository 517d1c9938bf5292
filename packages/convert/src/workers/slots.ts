import { FairQueue, type WorkOwner } from './fair-queue.js';

/** How many slots are taken at once. */
export interface SlotLimits {
  /** Of all teams together. */
  readonly service: number;
  readonly team: number;
  /**
   * Of all teams together, with those beyond `service`, which only teams get that have none: so no team has the last one. By
   * default, a hundred more teams than others have slots for.
   */
  readonly most?: number | undefined;
}

const FURTHER_TEAMS = 100;

/** Shares a limited number of slots between teams: of those that wait, the one gets the next that has used them least. */
export class Slots {
  /** The name of what is shared, the same in each process. */
  readonly name: string;
  readonly limits: SlotLimits & { readonly most: number };
  readonly #waiting: FairQueue<() => void>;
  #taken = 0;

  constructor(name: string, { service, team, most = service + FURTHER_TEAMS }: SlotLimits, now?: () => number) {
    this.name = name;
    this.limits = { service, team, most };
    this.#waiting = new FairQueue(now);
  }

  get takenCount(): number {
    return this.#taken;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Whether a team would get a slot now. */
  isFreeFor(team: string): boolean {
    const { service, team: mostOfTeam, most } = this.limits;
    const taken = this.#waiting.inHand(team);
    return taken < mostOfTeam && this.#taken < (taken === 0 ? most : service);
  }

  /** Resolves to the function that gives the slot back, once; rejects with the reason of the signal. */
  async acquire(owner: WorkOwner, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    // A slot that is free is one that none of those who wait may take.
    return this.tryAcquire(owner.team) ?? this.#wait(owner, signal);
  }

  /** Returns the function that gives the slot back, once; undefined when none is free. */
  tryAcquire(team: string): (() => void) | undefined {
    return this.isFreeFor(team) ? this.#take(team) : undefined;
  }

  #wait(owner: WorkOwner, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.remove(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.#take(owner.team));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(owner, enter);
    });
  }

  #take(team: string): () => void {
    const endUse = this.#waiting.use(team);
    this.#taken += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      endUse();
      this.#taken -= 1;
      this.#handOut();
    };
  }

  #handOut(): void {
    const isFreeFor = (team: string) => this.isFreeFor(team);
    for (let enter = this.#waiting.shift(isFreeFor); enter; enter = this.#waiting.shift(isFreeFor)) enter();
  }
}
