import { isObject, type Json, type JsonObject, listOf } from './contract.js';
import { type Fact, stated, type Table } from './fact.js';

/** A rule about credits: the value of the field that the rule applies to, and the cost. */
export interface CreditRule {
  readonly id: string;
  readonly field?: string;
  readonly value?: Json;
  readonly least?: number;
  readonly most?: number;
  readonly per?: string;
  readonly extra?: boolean;
}

const list = 'x-credit-rules';

export function credits(title: string, rows: readonly CreditRule[]): Table {
  return { title, facts: rows.flatMap(factsOfRule) };
}

function factsOfRule({ id, ...columns }: CreditRule): Fact[] {
  const found = (contract: JsonObject) =>
    listOf(contract[list]).flatMap((rule, index) =>
      isObject(rule) && rule.id === id ? [{ rule, pointer: [list, String(index)] }] : [],
    );
  return [
    stated(`there is a rule ${id}`, (contract) => found(contract).map(({ pointer }) => ({ pointer }))),
    ...Object.entries(columns).map(([key, value]) =>
      stated(`${id} has ${key} ${JSON.stringify(value)}`, (contract) =>
        found(contract)
          .filter(({ rule }) => JSON.stringify(rule[key]) === JSON.stringify(value))
          .map(({ pointer }) => ({ pointer: [...pointer, key] })),
      ),
    ),
  ];
}
