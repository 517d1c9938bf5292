import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf } from '../../openapi/walk.mjs';
import { writeBounds } from './bounds.js';
import { SDK_METHODS } from './sdk-methods.js';

/**
 * What an SDK needs to call each operation: its method and path, whether repeating it is safe, and the bounds of its
 * request. Each is a constant of its own, so that a program carries along only those that it calls.
 */
export function renderOperations(contract: OpenAPI3): string {
  const { sharedText, byOperation } = writeBounds(contract);
  const constants = operationsOf(contract).map(({ name, method, path, operation }) => {
    const bounds = byOperation.get(name);
    const fields = [
      `method: '${method.toUpperCase()}'`,
      `repeatSafe: ${Boolean(operation['x-repeat-safe'])}`,
      `path: '${path}'`,
      `name: '${name}'`,
      `sdkMethod: '${SDK_METHODS[name] ?? name}'`,
      ...(bounds ? [`bounds: ${bounds}`] : []),
    ];
    const lines = fields.map((field) => `  ${field},\n`);
    return `export const ${name}: Operation<'${name}'> = {\n${lines.join('')}};\n`;
  });
  const types = [
    ...(byOperation.size ? [`import type { Bounds } from '../contract/bounds.js';\n`] : []),
    `import type { Operation } from '../contract/operation.js';\n`,
  ];
  return `${types.join('')}\n${sharedText}${constants.join('\n')}`;
}
