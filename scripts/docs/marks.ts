import { operationsOf, valueAt } from '../../openapi/walk.mjs';
import type { Contract } from './openapi.js';

/** A change of the contract, as the comparison of two of its versions says it. */
export interface ContractChange {
  /** One sentence: what is different now. */
  readonly message: string;
  /** The names of the operations that it concerns, such as `POST /v2/search` or `webhook crawlPage`. */
  readonly operations: readonly string[];
  /** Where it stands in the contract after the change; nowhere for what was removed. */
  readonly places: { readonly after: readonly (string | number)[] | undefined };
}

/** What changed, by the part of the contract that it is marked at: an operation, a field, a named schema. */
export type Marks = ReadonlyMap<object, readonly string[]>;

/** A change is marked at the field that has it, and at each operation that it concerns. */
export function marksOf(contract: Contract, changes: readonly ContractChange[]): Marks {
  const operations = new Map<string, object>([
    ...operationsOf(contract).map(
      ({ method, path, operation }) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
    ...operationsOf(contract, 'webhooks').map(({ path, operation }) => [`webhook ${path}`, operation] as const),
  ]);
  const marks = new Map<object, string[]>();
  for (const { message, operations: names, places } of changes) {
    const parts = [fieldAt(contract, places.after ?? []), ...names.map((name) => operations.get(name))];
    for (const part of new Set(parts)) {
      if (part === undefined) continue;
      const messages = marks.get(part) ?? [];
      if (!messages.includes(message)) marks.set(part, [...messages, message]);
    }
  }
  return marks;
}

/** The keywords whose members are fields, or have the schema of fields. */
const HOLDERS = new Set<string | number | undefined>(['properties', 'parameters', 'schemas']);

/** The innermost field, parameter or named schema on the way to a place. */
function fieldAt(contract: Contract, path: readonly (string | number)[]): object | undefined {
  const length = path.findLastIndex((_, index) => HOLDERS.has(path[index - 1])) + 1;
  const part: unknown = length === 0 ? undefined : valueAt(contract, path.slice(0, length));
  return typeof part === 'object' && part !== null ? part : undefined;
}
