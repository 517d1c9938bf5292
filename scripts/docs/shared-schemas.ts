import { operationsOf } from '../../openapi/walk.mjs';
import { isWorthAPlace } from './fields.js';
import { type Contract, isReference, type Json, lookUp } from './openapi.js';
import { nameOfReference } from './types.js';
import { visit } from './walk.js';

/** The named schemas that have fields or choices, by their names. */
export function namedSchemas(contract: Contract): string[] {
  return Object.entries(contract.components?.schemas ?? {})
    .filter(([, schema]) => isWorthAPlace(schema))
    .map(([name]) => name);
}

/** Those of them that several operations and schemas use. */
export function sharedSchemas(contract: Contract): string[] {
  const users = new Map<string, number>();
  const parts = [
    ...Object.values(contract.components?.schemas ?? {}),
    ...operationsOf(contract).map(({ operation }) => operation as Json),
    ...operationsOf(contract, 'webhooks').map(({ operation }) => operation as Json),
  ];
  for (const part of parts) {
    for (const name of namesIn(contract, part)) users.set(name, (users.get(name) ?? 0) + 1);
  }
  return namedSchemas(contract).filter((name) => (users.get(name) ?? 0) > 1);
}

/** The schemas that a part of the contract names itself, or through what is no schema, such as a shared answer. */
function namesIn(contract: Contract, part: Json, names = new Set<string>()): Set<string> {
  visit(part, (inner) => {
    if (!isReference(inner)) return;
    const name = nameOfReference(inner);
    if (name !== undefined) names.add(name);
    else if (!inner.$ref.startsWith('#/components/schemas/'))
      namesIn(contract, lookUp(contract, inner.$ref) ?? null, names);
  });
  return names;
}
