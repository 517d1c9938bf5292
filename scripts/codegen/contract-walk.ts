import type { OpenAPI3 } from 'openapi-typescript';

/** A schema or an operation as it stands in the contract: what is read of it is checked where it is read. */
export type Node = Record<string, unknown>;

export interface NamedOperation {
  name: string;
  method: string;
  path: string;
  operation: Node;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Every operation below `paths`, in the order of the contract. */
export function operationsOf(contract: OpenAPI3): NamedOperation[] {
  return Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = (item as Record<string, Node>)[method] ?? {};
      return { name: String(operation.operationId), method, path, operation };
    }),
  );
}

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

/** What a `$ref` leads to, with the keywords that stand beside it; anything else is itself. */
export function resolve(contract: OpenAPI3, node: Node): Node {
  const { $ref, ...beside } = node;
  if (typeof $ref !== 'string') return node;
  const target = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((here, key) => (here as Node)[key], contract) as Node;
  return { ...resolve(contract, target), ...beside };
}
