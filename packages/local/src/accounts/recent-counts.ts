/** How often each of several has done something in the last time. */
export class RecentCounts {
  readonly #times = new Map<string, number[]>();
  readonly #ms: number;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Counts one more. */
  add(who: string, now: number): void {
    for (const other of this.#times.keys()) this.#forgetOld(other, now);
    this.#times.set(who, [...(this.#times.get(who) ?? []), now]);
  }

  /** When this one will have done it less often than that; undefined when it has now. */
  isFullUntil(who: string, most: number, now: number): number | undefined {
    const times = this.#forgetOld(who, now);
    const oldest = times[times.length - most];
    return oldest === undefined ? undefined : oldest + this.#ms;
  }

  #forgetOld(who: string, now: number): readonly number[] {
    const recent = (this.#times.get(who) ?? []).filter((at) => at > now - this.#ms);
    if (recent.length > 0) this.#times.set(who, recent);
    else this.#times.delete(who);
    return recent;
  }
}
