/** How long one team has used what teams share. */
export class TeamUse {
  /** Of uses that have ended. */
  #endedMs: number;
  #inHand = 0;
  /** The sum of the times at which the uses in hand began. */
  #began = 0;

  constructor(usedMs: number) {
    this.#endedMs = usedMs;
  }

  /** Uses that have not ended. */
  get inHand(): number {
    return this.#inHand;
  }

  /** Milliseconds of all uses, of those in hand so far. */
  at(now: number): number {
    return this.#endedMs + this.#inHand * now - this.#began;
  }

  /** Forgets how much less than `usedMs` the team has used. */
  raise(usedMs: number, now: number): void {
    this.#endedMs += Math.max(0, usedMs - this.at(now));
  }

  /** Counts a turn as a millisecond, so that a team with many short uses advances as well. */
  addTurn(): void {
    this.#endedMs += 1;
  }

  /** Begins a use; returns the function that ends it, once. */
  begin(now: number): (now: number) => void {
    this.#inHand += 1;
    this.#began += now;
    let isOver = false;
    return (end) => {
      if (isOver) return;
      isOver = true;
      this.#inHand -= 1;
      this.#began -= now;
      this.#endedMs += end - now;
    };
  }
}
