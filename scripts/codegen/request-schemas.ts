import type { OpenAPI3 } from 'openapi-typescript';
import { resolve } from '../../openapi/walk.mjs';

/** A schema or an operation as it stands in the contract: what is read of it is checked where it is read. */
export type Node = Record<string, unknown>;

/** The query of an operation as a schema of an object; undefined when it has none. */
export function querySchema(contract: OpenAPI3, operation: Node): Node | undefined {
  const parameters = ((operation.parameters ?? []) as Node[]).map((parameter) => resolve(contract, parameter));
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const properties = query.map(({ name, description, schema }) => [
    name,
    { ...(description !== undefined && { description }), ...(schema as Node) },
  ]);
  return query.length ? { properties: Object.fromEntries(properties) } : undefined;
}

/** The schema of the JSON that an operation takes as its body. */
export function requestSchema(contract: OpenAPI3, operation: Node): Node | undefined {
  const body = resolve(contract, (operation.requestBody ?? {}) as Node);
  const { content = {} } = body as { content?: Record<string, { schema?: Node }> };
  return content['application/json']?.schema;
}
