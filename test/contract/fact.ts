import { get, type Json, type JsonObject, listOf, type Pointer, printed, replaced } from './contract.js';
import { type Place, textsAt } from './places.js';

/** One thing that the reference document says, and how to see whether the contract says it too. */
export interface Fact {
  readonly sentence: string;
  /** Why the contract does not state the fact, or nothing when it does. */
  problem(contract: JsonObject): string | undefined;
  /** What has to be changed in the contract to make it no longer state the fact. */
  statements(contract: JsonObject): Statement[];
}

/** A table of the reference document. */
export interface Table {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** Something that stands in the contract: a key or an item, words in a text, or something that is absent. */
export type Statement =
  | { readonly pointer: Pointer }
  | { readonly pointer: Pointer; readonly words: RegExp }
  | { readonly pointer: Pointer; readonly absent: Json };

/** The contract without the statements. */
export function without(contract: JsonObject, statements: readonly Statement[]): JsonObject {
  // Items of one list are taken out from its end, so that the places of the others stay what they are.
  const lastFirst = [...statements].sort((one, other) =>
    printed(other.pointer).localeCompare(printed(one.pointer), 'en', { numeric: true }),
  );
  return lastFirst.reduce<JsonObject>(
    (rest, statement) => replaced(rest, statement.pointer, (old) => changed(old, statement)) as JsonObject,
    contract,
  );
}

function changed(old: Json | undefined, statement: Statement): Json | undefined {
  if ('words' in statement) return String(old).replace(statement.words, '');
  if (!('absent' in statement)) return undefined;
  const { absent } = statement;
  return Array.isArray(old) && Array.isArray(absent) ? [...old, ...absent] : absent;
}

/** A fact that stands wherever the contract gives one of the accepted values at one of the pointers. */
export function stated(
  sentence: string,
  statements: (contract: JsonObject) => readonly Statement[],
  behaviour: (contract: JsonObject) => string | undefined = () => undefined,
): Fact {
  return {
    sentence,
    problem: (contract) =>
      statements(contract).length === 0 ? 'nothing in the contract says so' : behaviour(contract),
    statements: (contract) => [...statements(contract)],
  };
}

/** Words as they may stand in a text: in any case, and with a line break between any two of them. */
export function anywhere(words: RegExp): RegExp {
  return new RegExp(words.source.replaceAll(' ', '\\s+'), 'gis');
}

/** A fact that only words can state, in any text of a place. */
export function said(place: Place, words: RegExp, roots: (contract: JsonObject) => readonly Pointer[]): Fact {
  const pattern = anywhere(words);
  return stated(`${place} says ${words.source}`, (contract) =>
    textsAt(contract, roots(contract))
      .filter(({ text }) => text.search(pattern) >= 0)
      .map(({ pointer }) => ({ pointer, words: pattern })),
  );
}

/** Where a list names a value. */
export function itemIn(contract: JsonObject, list: Pointer, value: Json): Statement[] {
  return listOf(get(contract, list)).flatMap((item, index) =>
    item === value ? [{ pointer: [...list, String(index)] }] : [],
  );
}
