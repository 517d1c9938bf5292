import { expect, it } from 'vitest';
import { operationsOf } from '../../openapi/walk.mjs';
import { parseContract } from './contract.js';
import { requestSchema } from './request-schemas.js';

const contract = parseContract(
  `
openapi: 3.1.0
paths:
  /b:
    post:
      operationId: makeB
      requestBody: { content: { application/json: { schema: { type: object } }, text/plain: { schema: { type: string } } } }
    get: { operationId: getB }
  /a:
    put:
      operationId: putA
      requestBody: { $ref: '#/components/requestBodies/Shared' }
    post:
      operationId: sendA
      requestBody: { content: { application/octet-stream: { schema: { type: string } } } }
components:
  requestBodies:
    Shared: { content: { application/json: { schema: { type: string } } } }
`,
  'openapi/v2.yaml',
);

it.each([
  ['makeB', { type: 'object' }],
  ['putA', { type: 'string' }],
  ['sendA', undefined],
  ['getB', undefined],
])('the schema of the request of %s is that of its JSON', (operationId, schema) => {
  const { operation = {} } = operationsOf(contract).find(({ name }) => name === operationId) ?? {};
  expect(requestSchema(contract, operation)).toEqual(schema);
});
