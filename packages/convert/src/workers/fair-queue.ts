/** A queue whose groups take turns, so that one item does not wait behind a thousand of another caller. */
export class FairQueue<Item> {
  readonly #groups = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(group: string, item: Item): void {
    const items = this.#groups.get(group);
    if (items) items.push(item);
    else this.#groups.set(group, [item]);
    this.#size++;
  }

  /** The next item of the group whose turn it is. */
  shift(): Item | undefined {
    for (const [group, items] of this.#groups) {
      const item = items.shift();
      // Moves the group to the end of the map, which keeps the order of insertion.
      this.#groups.delete(group);
      if (items.length > 0) this.#groups.set(group, items);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Removes an item; returns false when it is not in the queue. */
  remove(item: Item): boolean {
    for (const [group, items] of this.#groups) {
      const index = items.indexOf(item);
      if (index < 0) continue;
      items.splice(index, 1);
      if (items.length === 0) this.#groups.delete(group);
      this.#size--;
      return true;
    }
    return false;
  }
}
