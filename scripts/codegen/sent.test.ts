import { expect, it } from 'vitest';
import { parseContract } from './contract.js';
import { sentSchemas } from './sent.js';

it('follows bodies and parameters, through shared ones, down to what stands inside', () => {
  const contract = parseContract(
    `
openapi: 3.1.0
paths:
  /a:
    parameters:
      - $ref: '#/components/parameters/Shared'
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } } }
      responses: { 200: { content: { application/json: { schema: { $ref: '#/components/schemas/Answer' } } } } }
    put:
      requestBody: { $ref: '#/components/requestBodies/Shared' }
webhooks:
  event:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Delivery' } } } }
components:
  parameters:
    Shared: { name: kind, in: query, schema: { $ref: '#/components/schemas/Kind' } }
  requestBodies:
    Shared: { content: { application/json: { schema: { $ref: '#/components/schemas/SharedBody' } } } }
  schemas:
    Body: { type: object, properties: { tree: { $ref: '#/components/schemas/Tree' } } }
    Tree: { type: object, properties: { branches: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }
    SharedBody: { allOf: [{ $ref: '#/components/schemas/Base' }] }
    Base: { type: object }
    Kind: { type: string }
    Answer: { type: object }
    Delivery: { type: object }
`,
    'openapi/v2.yaml',
  );

  expect([...sentSchemas(contract)].sort()).toEqual(['Base', 'Body', 'Kind', 'SharedBody', 'Tree']);
});
