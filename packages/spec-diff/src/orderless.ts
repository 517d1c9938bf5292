import { isObject, type Json, jsonText } from './json.js';

/**
 * Tells whether values are the same in whatever order their lists stand. Each value has a number, which it shares with all
 * that are the same: a list is known by the numbers of its items, so that each value is looked at once.
 */
export class OrderlessValues {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<object, number>();

  numberOf(value: Json): number {
    if (typeof value !== 'object' || value === null) return this.#numberOf(jsonText(value));
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const parts = isObject(value)
      ? Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${this.numberOf(inner)}`)
      : value.map((item) => `${this.numberOf(item)}`);
    const list = parts.sort().join();
    const number = this.#numberOf(isObject(value) ? `{${list}}` : `[${list}]`);
    this.#known.set(value, number);
    return number;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }
}
