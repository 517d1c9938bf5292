/** A queue with lanes that take turns, so that one item does not wait behind a thousand of another caller. */
export class FairQueue<Item> {
  readonly #lanes = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(lane: string, item: Item): void {
    const items = this.#lanes.get(lane);
    if (items) items.push(item);
    else this.#lanes.set(lane, [item]);
    this.#size++;
  }

  /** The next item of the lane whose turn it is. */
  shift(): Item | undefined {
    for (const [lane, items] of this.#lanes) {
      const item = items.shift();
      // Moves the lane to the end of the map, which keeps the order of insertion.
      this.#lanes.delete(lane);
      if (items.length > 0) this.#lanes.set(lane, items);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Removes an item; returns false when it is not in the queue. */
  remove(item: Item): boolean {
    for (const [lane, items] of this.#lanes) {
      const index = items.indexOf(item);
      if (index < 0) continue;
      items.splice(index, 1);
      if (items.length === 0) this.#lanes.delete(lane);
      this.#size--;
      return true;
    }
    return false;
  }
}
