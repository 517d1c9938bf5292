import { createHash } from 'node:crypto';
import { isObject, type Json } from './json.js';

/** How far below a schema another one can make a difference. Deeper than any contract goes without coming back. */
const DEPTH = 100;

/**
 * Tells whether two parts of canonical contracts are the same with all that they refer to, whatever is written in place
 * and whatever is referred to by a name. What refers to itself is compared as the endless thing that it stands for, as
 * far down as matters.
 */
export class Meanings {
  readonly #known = new Map<string, string>();
  readonly #resolve: (reference: string) => Json | undefined;

  constructor(resolve: (reference: string) => Json | undefined) {
    this.#resolve = resolve;
  }

  /** Equal for what is equal, and different for what is not. */
  of(value: Json, depth = DEPTH): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (depth === 0) return '…';
    if (Array.isArray(value)) return digest('[', ...value.map((item) => this.of(item, depth - 1)));
    const { $ref, ...words } = value;
    if (typeof $ref === 'string') return this.#target($ref, words, depth);
    const keys = Object.keys(value).sort();
    return digest('{', ...keys.flatMap((key) => [JSON.stringify(key), this.of(value[key] ?? null, depth - 1)]));
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
  return createHash('sha1').update(parts.join('\n')).digest('base64');
}
