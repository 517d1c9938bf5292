import { pointerOf } from '../../openapi/walk.mjs';
import { get, type Json, type JsonObject, listOf, type Pointer, replaced } from './contract.js';

/** A fact of the reference document, and a check whether the contract states it. */
export interface Fact {
  readonly sentence: string;
  /** Why the contract does not state the fact; undefined when it does. */
  problem(contract: JsonObject): string | undefined;
  /** The parts of the contract that state the fact: without them it no longer does. */
  statements(contract: JsonObject): ContractStatement[];
}

/** A table of the reference document. */
export interface Table {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** A part of the contract: a key or an item, or the absence of a value. */
export type ContractStatement = { readonly pointer: Pointer } | { readonly pointer: Pointer; readonly absent: Json };

/** The contract without the statements. */
export function without(contract: JsonObject, statements: readonly ContractStatement[]): JsonObject {
  // The items of a list are removed from its end, so that the indexes of the others do not change.
  const lastFirst = [...statements].sort((one, other) =>
    pointerOf(other.pointer).localeCompare(pointerOf(one.pointer), 'en', { numeric: true }),
  );
  return lastFirst.reduce<JsonObject>(
    (rest, statement) => replaced(rest, statement.pointer, (old) => changed(old, statement)) as JsonObject,
    contract,
  );
}

function changed(old: Json | undefined, statement: ContractStatement): Json | undefined {
  if (!('absent' in statement)) return undefined;
  const { absent } = statement;
  return Array.isArray(old) && Array.isArray(absent) ? [...old, ...absent] : absent;
}

/** A fact that the contract states when it has one of the statements. `behaviour` returns why it does not hold all the same. */
export function stated(
  sentence: string,
  statements: (contract: JsonObject) => readonly ContractStatement[],
  behaviour: (contract: JsonObject) => string | undefined = () => undefined,
): Fact {
  return {
    sentence,
    problem: (contract) =>
      statements(contract).length === 0 ? 'nothing in the contract says so' : behaviour(contract),
    statements: (contract) => [...statements(contract)],
  };
}

/** The item of a list with this value. */
export function itemIn(contract: JsonObject, list: Pointer, value: Json): ContractStatement[] {
  return listOf(get(contract, list)).flatMap((item, index) =>
    item === value ? [{ pointer: [...list, String(index)] }] : [],
  );
}
