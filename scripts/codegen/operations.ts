import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf } from './contract-walk.js';

/** Where each operation stands and whether repeating it is safe, by its name: all that an SDK needs to call it. */
export function renderOperations(contract: OpenAPI3): string {
  const entries = operationsOf(contract).map(({ name, method, path, operation }) => {
    const repeatSafe = Boolean(operation['x-repeat-safe']);
    return `  ${name}: { method: '${method.toUpperCase()}', path: '${path}', repeatSafe: ${repeatSafe} },`;
  });
  return `export const operations = {\n${entries.join('\n')}\n} as const;\n`;
}
