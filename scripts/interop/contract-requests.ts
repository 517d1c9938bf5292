import { operationsOf, resolve } from '../../openapi/walk.mjs';

/** A request to an operation as its examples show it, and the statuses that it may be answered with. */
export interface ExampleRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly params: { readonly path: Record<string, unknown>; readonly query: Record<string, unknown> };
  readonly body: unknown;
  readonly responses: readonly ExampleResponse[];
}

interface ExampleResponse {
  readonly status: number;
  /** The name of the example. */
  readonly example: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a part of the contract, whose shape Redocly checks.
type Part = any;

/** Each operation with the first example of its body, and every example in JSON of each of its responses. */
export function exampleRequests(contract: Part): ExampleRequest[] {
  return operationsOf(contract).map(({ name, method, path, item, operation }) => {
    const parameters: Part[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
      resolve(contract, parameter),
    );
    const examplesIn = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place && parameter.required)
          .map((parameter) => [parameter.name, parameter.example]),
      );
    return {
      name,
      method: method.toUpperCase(),
      path,
      params: { path: examplesIn('path'), query: examplesIn('query') },
      body: bodyOf(contract, operation.requestBody),
      responses: Object.entries<Part>(operation.responses).flatMap(([status, response]) =>
        status === 'default'
          ? []
          : Object.keys(resolve(contract, response).content?.['application/json']?.examples ?? {}).map((example) => ({
              status: Number(status),
              example,
            })),
      ),
    };
  });
}

function bodyOf(contract: Part, requestBody: Part): unknown {
  const { content = {} } = requestBody ? resolve(contract, requestBody) : {};
  const { 'application/octet-stream': bytes, 'application/json': json } = content;
  if (bytes) return new TextEncoder().encode('%PDF-1.7');
  const [example] = Object.values<Part>(json?.examples ?? {});
  return example && resolve(contract, example).value;
}
