import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf, resolve } from '../../openapi/walk.mjs';
import { ContractError } from './contract-error.js';

// biome-ignore lint/suspicious/noExplicitAny: a part of the contract, whose shape Redocly checks.
type Part = any;

/** The examples in JSON of the responses, and of each operation which of them each status has. */
export function renderFixtures(contract: OpenAPI3): string {
  const examples = new Map<string, string>();
  const operations = operationsOf(contract).map(({ name, method, path, operation }) => {
    const responses = Object.entries<Part>(operation.responses)
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => `${status}: ${JSON.stringify(namesIn(response))}`);
    return `  ${name}: { method: '${method}', path: '${path}', responses: { ${responses.join(', ')} } },`;
  });
  return [
    '/** The bodies, by the names of their examples in the contract. */',
    'export const EXAMPLES: Readonly<Record<string, unknown>> = {',
    ...[...examples].map(([name, text]) => `  ${name}: ${text},`),
    '};',
    '',
    '/** The examples of each status. */',
    'export const OPERATIONS = {',
    ...operations,
    '} as const;',
    '',
  ].join('\n');

  function namesIn(response: Part): string[] {
    const found = Object.entries<Part>(resolve(contract, response).content?.['application/json']?.examples ?? {});
    for (const [name, example] of found) {
      const text = JSON.stringify(resolve(contract, example).value);
      if ((examples.get(name) ?? text) !== text) throw new ContractError(`Two examples have the name ${name}.`);
      examples.set(name, text);
    }
    return found.map(([name]) => name);
  }
}
