import { createHash } from 'node:crypto';
import { isObject, type Json } from './json.js';

/** How far below a schema another one can make a difference. Deeper than any contract goes without coming back. */
const DEPTH = 100;

/** Lists in which it does not matter what comes first. */
const SETS = ['allOf', 'anyOf', 'oneOf', 'enum', 'required', 'type'];

/**
 * Tells whether two parts of contracts are the same with all that they refer to, whatever is written in place
 * and whatever is referred to by a name. What refers to itself is compared as the endless thing that it stands for, as
 * far down as matters.
 */
export class StructuralHash {
  readonly #known = new Map<string, string>();
  readonly #resolve: (reference: string) => Json | undefined;

  constructor(resolve: (reference: string) => Json | undefined) {
    this.#resolve = resolve;
  }

  /** Equal for what is equal, and different for what is not. */
  of(value: Json, depth = DEPTH): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (depth === 0) return '…';
    if (Array.isArray(value)) return digest('[', ...this.#all(value, depth));
    const { $ref, ...words } = value;
    if (typeof $ref === 'string') return this.#target($ref, words, depth);
    const keys = Object.keys(value).sort();
    return digest('{', ...keys.flatMap((key) => [JSON.stringify(key), this.#under(key, value[key] ?? null, depth)]));
  }

  #under(key: string, value: Json, depth: number): string {
    if (SETS.includes(key) && Array.isArray(value)) return digest('set', ...this.#all(value, depth).sort());
    if (key === 'dependentRequired' && isObject(value)) {
      const lists = Object.entries(value).map(([name, list]) => [name, { required: list }]);
      return this.of(Object.fromEntries(lists), depth - 1);
    }
    if (key === 'discriminator' && isObject(value) && isObject(value.mapping)) {
      // What the values stand for has names that mean nothing.
      const targets = Object.entries(value.mapping).map(([name, target]) => [name, { $ref: target }]);
      return this.of({ ...value, mapping: Object.fromEntries(targets) }, depth - 1);
    }
    return this.of(value, depth - 1);
  }

  #all(values: readonly Json[], depth: number): string[] {
    return values.map((value) => this.of(value, depth - 1));
  }

  #target(reference: string, words: Record<string, Json>, depth: number): string {
    const key = `${depth} ${reference} ${JSON.stringify(words)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // A reference that leads to itself and to nothing else is not looked into for ever.
    this.#known.set(key, '…');
    const target = this.#resolve(reference) ?? true;
    // Words beside a reference are heard instead of its own.
    const meaning = this.of(isObject(target) ? { ...target, ...words } : target, depth);
    this.#known.set(key, meaning);
    return meaning;
  }
}

function digest(...parts: string[]): string {
  return createHash('sha1').update(parts.join('\n')).digest('base64url');
}
