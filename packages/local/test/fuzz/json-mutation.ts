import * as fc from 'fast-check';
import { type HostileJson, hostileJson } from './hostile-json.js';

/** One change at one position of a JSON value. */
export interface Mutation {
  readonly kind: 'replace' | 'remove' | 'insert' | 'repeat';
  /** The position, counted in the order of the text. It wraps around at the end of the value. */
  readonly position: number;
  /** What `replace` and `insert` write. */
  readonly json: HostileJson;
  /** The key that `insert` adds to an object. */
  readonly key: string;
}

const KEYS = ['extra', '__proto__', 'constructor', 'toString', '', 'ü', '0', '$ref', 'url', 'type'];

const REPEATS = 5_000;

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom<Mutation['kind']>('replace', 'replace', 'replace', 'remove', 'insert', 'repeat'),
  position: fc.nat(40),
  json: fc.constantFrom(...hostileJson),
  key: fc.constantFrom(...KEYS),
});

/** The mutated value as JSON text; empty when the whole value is removed. */
export function mutate(value: unknown, { kind, position, json, key }: Mutation): string {
  const target = position % countPositions(value);
  let visited = 0;

  /** One text for each time that the value is written: none when it is removed, many when it is repeated. */
  function write(part: unknown): string[] {
    const isTarget = visited++ === target;
    if (isTarget && kind === 'replace') return [json.text()];
    const text = writeContent(part, isTarget && kind === 'insert');
    if (!isTarget || kind === 'insert') return [text];
    return kind === 'remove' ? [] : Array<string>(REPEATS).fill(text);
  }

  function writeContent(part: unknown, withInsertion: boolean): string {
    if (Array.isArray(part)) return `[${[...part.flatMap(write), ...(withInsertion ? [json.text()] : [])]}]`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null';
    const fields = Object.entries(part).flatMap(([name, inner]) =>
      write(inner).map((text) => `${JSON.stringify(name)}:${text}`),
    );
    return `{${[...fields, ...(withInsertion ? [`${JSON.stringify(key)}:${json.text()}`] : [])]}}`;
  }

  return write(value)[0] ?? '';
}

function countPositions(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countPositions(inner), 1);
}
