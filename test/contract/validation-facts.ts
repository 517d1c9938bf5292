import { pointerOf } from '../../openapi/walk.mjs';
import { get, isObject, type Json, type JsonObject, type Pointer } from './contract.js';
import { type ContractStatement, type Fact, stated, without } from './fact.js';
import { errorsAt, explained, keywordOf } from './validation.js';

/** The schemas that a fact is about. */
export type Roots = (contract: JsonObject) => Pointer[];

/** Why none of the schemas accepts the value; undefined when one does. */
export function refusal(contract: JsonObject, roots: readonly Pointer[], value: Json): string | undefined {
  const reasons = roots.map((root) => errorsAt(contract, root, value));
  if (reasons.length === 0) return 'there is no such location';
  return reasons.some((errors) => errors.length === 0)
    ? undefined
    : `${shown(value)} is refused: ${reasons.map(explained)}`;
}

export function accepted(sentence: string, roots: Roots, value: Json): Fact {
  return stated(
    sentence,
    (contract) => roots(contract).map((pointer) => ({ pointer: [...pointer, 'not'], absent: { const: value } })),
    (contract) => refusal(contract, roots(contract), value),
  );
}

export function refused(sentence: string, roots: Roots, value: Json): Fact {
  return {
    sentence,
    problem: (contract) => {
      if (roots(contract).length === 0) return 'there is no such location';
      return refusal(contract, roots(contract), value) ? undefined : `${shown(value)} is accepted`;
    },
    statements: (contract) => roots(contract).flatMap((root) => refusingKeywords(contract, root, value)),
  };
}

/** The keywords that refuse a value, removed one after the other until the value is accepted. */
function refusingKeywords(contract: JsonObject, root: Pointer, value: Json): ContractStatement[] {
  const found: ContractStatement[] = [];
  for (let rest = contract; ; rest = without(contract, found)) {
    const error = errorsAt(rest, root, value).at(-1);
    if (!error) return found;
    const pointer = keywordOf(rest, error);
    if (get(rest, pointer) === undefined)
      throw new Error(`${pointerOf(pointer)} refuses ${shown(value)} but does not exist`);
    found.push({ pointer });
  }
}

export function shown(value: Json): string {
  const text = canonical(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

export function canonical(value: Json): string {
  return JSON.stringify(value, (_, item) => (isObject(item) ? Object.fromEntries(Object.entries(item).sort()) : item));
}
