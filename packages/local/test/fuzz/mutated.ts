import * as fc from 'fast-check';
import { type HostileValue, hostileValues } from './hostile-values.js';

/** One change at one place of a value. */
export interface Change {
  /** Which of all places in the value, counted round. */
  readonly place: number;
  readonly kind: 'replace' | 'leave out' | 'add' | 'repeat';
  /** What stands there instead or besides, or what is repeated. */
  readonly by: HostileValue;
  /** The name of what is added to an object. */
  readonly key: string;
}

const KEYS = ['extra', '__proto__', 'constructor', 'toString', '', 'ü', '0', '$ref', 'url', 'type'];

const REPEATS = 5_000;

export const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(40),
  kind: fc.constantFrom<Change['kind']>('replace', 'replace', 'replace', 'leave out', 'add', 'repeat'),
  by: fc.constantFrom(...hostileValues),
  key: fc.constantFrom(...KEYS),
});

/** The JSON text of a value with the change in it. */
export function changed(value: unknown, { place, kind, by, key }: Change): string {
  const target = place % placesIn(value);
  let count = 0;

  /** A text for each time that the value stands there. */
  function write(part: unknown): string[] {
    const isHere = count++ === target;
    if (isHere && kind === 'replace') return [by.text()];
    const text = writeInner(part, isHere && kind === 'add');
    if (!isHere || kind === 'add') return [text];
    return kind === 'leave out' ? [] : Array<string>(REPEATS).fill(text);
  }

  function writeInner(part: unknown, isExtended: boolean): string {
    if (Array.isArray(part)) return `[${[...part.flatMap(write), ...(isExtended ? [by.text()] : [])].join()}]`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null';
    const fields = Object.entries(part).flatMap(([name, inner]) =>
      write(inner).map((text) => `${JSON.stringify(name)}:${text}`),
    );
    return `{${[...fields, ...(isExtended ? [`${JSON.stringify(key)}:${by.text()}`] : [])].join()}}`;
  }

  // What is left out or repeated as a whole leaves nothing or the first.
  return write(value)[0] ?? '';
}

function placesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + placesIn(inner), 1);
}
