import type { Contract, Operation, Schema } from './openapi.js';

/** A contract with one operation, `POST /v2/things/{id}`, and whatever a test is about. */
export function contractWith(parts: {
  operation?: Partial<Operation>;
  schemas?: Record<string, Schema>;
  introduction?: string;
  rest?: Partial<Contract>;
}): Contract {
  return {
    info: { title: 'Things', description: parts.introduction ?? '' },
    security: [{ bearerAuth: [] }],
    paths: {
      '/v2/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, example: 'a b' }],
        post: { operationId: 'makeThing', tags: ['Odd things'], ...parts.operation },
      },
    },
    components: { schemas: parts.schemas ?? {} },
    ...parts.rest,
  };
}

export function theOperation(contract: Contract): Operation {
  const operation = contract.paths['/v2/things/{id}']?.post;
  if (!operation) throw new Error('The contract has lost its operation.');
  return operation;
}
