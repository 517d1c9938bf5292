export interface BoundedMapOptions<Value> {
  /** What a value counts for, such as its bytes. By default each counts for one. */
  readonly weightOf?: ((value: Value) => number) | undefined;
  /** Gets each value that makes room for others. */
  readonly onEvict?: ((value: Value) => void) | undefined;
}

/** A map that holds no more than its bound: what was set or used longest ago makes room for what is set. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  readonly #onEvict: ((value: Value) => void) | undefined;
  /** What was set or used longest ago is the first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  constructor(most: number, { weightOf = () => 1, onEvict }: BoundedMapOptions<Value> = {}) {
    this.#most = most;
    this.#weightOf = weightOf;
    this.#onEvict = onEvict;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Returns the value, which then counts as the one that was used last. */
  use(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Sets a value, unless it alone is more than the bound: then the key has none. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const weight = this.#weightOf(value);
    if (weight > this.#most) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#most) break;
      this.delete(oldest);
      this.#onEvict?.(entry.value);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
