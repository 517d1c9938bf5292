import type { OpenAPI3 } from 'openapi-typescript';
import { writeBounds } from './bounds.js';
import { operationsOf } from './contract-walk.js';
import { SDK_METHODS } from './sdk-methods.js';

/**
 * What an SDK needs to call each operation: where it stands, whether repeating it is safe, and what its body is bounded
 * by. Each is a constant of its own, so that a program carries along only those that it calls.
 */
export function renderOperations(contract: OpenAPI3): string {
  const { shared, byOperation } = writeBounds(contract);
  const constants = operationsOf(contract).map(({ name, method, path, operation }) => {
    const bounds = byOperation.get(name);
    const safety = String(Boolean(operation['x-repeat-safe']));
    const called = SDK_METHODS[name] ?? name;
    const facts = [
      safety,
      `'${method.toUpperCase()}'`,
      `'${path}'`,
      `'${called}'`,
      `'${name}'`,
      ...(bounds ? [bounds] : []),
    ];
    return `export const ${name}: Operation<'${name}'> = [${facts.join(', ')}];\n`;
  });
  const types = [
    ...(byOperation.size ? [`import type { Bounds } from '../contract/bounds.js';\n`] : []),
    `import type { Operation } from '../contract/operation.js';\n`,
  ];
  return `${types.join('')}\n${shared}${constants.join('\n')}`;
}
