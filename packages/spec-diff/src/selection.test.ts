import { expect, it } from 'vitest';
import { compare } from './compare.js';
import { parseSpec } from './document.js';
import { type Selection, selected } from './selection.js';

const contract = (prefix: string, type: string) =>
  parseSpec(
    `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  ${prefix}/things:
    get:
      parameters: [{ name: limit, in: query, schema: { $ref: '#/components/schemas/Limit' } }]
      responses: {}
  ${prefix}/others:
    get:
      parameters: [{ name: size, in: query, schema: { $ref: '#/components/schemas/Size' } }]
      responses: {}
components:
  schemas:
    Limit: { type: ${type} }
    Size: { type: ${type} }
`,
    'openapi.yaml',
  );

const messages = (selection: Selection, before = '', after = '') =>
  compare(selected(contract(before, 'integer'), selection), selected(contract(after, 'string'), selection)).changes.map(
    ({ operations, location }) => `${operations.join()} ${location.line}`,
  );

it('compares only the paths that match, and the schemas that they reach', () => {
  expect(messages({ path: /things/ })).toEqual(['GET /things 14']);
  expect(messages({ excludedPath: /things/ })).toEqual(['GET /others 15']);
});

it('compares paths without a prefix, and finds their lines', () => {
  const parameter = (prefix: string, name: string) =>
    parseSpec(
      `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  ${prefix}/things:
    get:
      parameters: [{ name: ${name}, in: query, schema: { type: boolean } }]
      responses: {}
`,
      'openapi.yaml',
    );
  const selection = { prefix: '/v2' };
  const { changes } = compare(selected(parameter('', 'a'), selection), selected(parameter('/v2', 'b'), selection));
  expect(changes).toMatchObject([{ rule: 'parameter-removed', operations: ['GET /things'], location: { line: 6 } }]);
});

it('refuses a prefix without which two paths are one', () => {
  const twice = parseSpec(
    `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /a: {}, /v1/a: {} }`,
    'openapi.yaml',
  );
  expect(() => selected(twice, { prefix: '/v1' })).toThrow(
    'openapi.yaml: without the prefix "/v1", /v1/a and /a are one path; choose another prefix.',
  );
});
