import { describe, expect, it } from 'vitest';
import { calls, entries, keyless } from './calls.js';
import type { JsonObject } from './contract.js';
import { credits } from './credits.js';
import { type Table, without } from './fact.js';
import { type Field, fields, rules } from './fields.js';
import { resolveLocation } from './locations.js';

const contract: JsonObject = {
  info: { version: '2.0.0', description: 'A small API for\n  the tests.' },
  security: [{ key: [] }],
  paths: {
    '/pages': {
      get: { operationId: 'listPages', responses: { 200: { $ref: '#/components/responses/Pages' } } },
      post: {
        operationId: 'readPage',
        security: [{ key: [] }, {}],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } } },
        responses: { 200: { description: 'A page', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
  components: {
    responses: { Pages: { description: 'Pages', content: { 'text/csv': { schema: { type: 'string' } } } } },
    schemas: {
      Request: {
        allOf: [{ $ref: '#/components/schemas/Options' }],
        properties: { url: { type: 'string', maxLength: 8, description: 'Where the page is.' } },
        required: ['url'],
        unevaluatedProperties: false,
      },
      Options: {
        properties: {
          depth: { type: ['integer', 'null'], minimum: 1, maximum: 3, default: 2 },
          color: { type: 'string', enum: ['red', 'blue'] },
          hosts: { type: 'array', items: { type: 'string' }, maxItems: 2 },
          steps: {
            type: 'array',
            items: { oneOf: [{ $ref: '#/components/schemas/Click' }, { $ref: '#/components/schemas/Wait' }] },
          },
        },
      },
      Click: {
        properties: { type: { const: 'click' }, all: { type: 'boolean' } },
        required: ['type'],
        additionalProperties: false,
      },
      Wait: { properties: { type: { const: 'wait' }, ms: { type: 'number' } }, required: ['type', 'ms'] },
    },
  },
  'x-credit-rules': [{ id: 'color', field: 'color', value: 'red', most: 5, description: 'Red is up to five.' }],
};

const problemsOf = ({ facts }: Table, document = contract) =>
  facts.flatMap((fact) => {
    const problem = fact.problem(document);
    return problem === undefined ? [] : [`${fact.sentence}: ${problem}`];
  });
const row = (field: Field) => fields('table', 'POST /pages body', [field]);

describe('a location', () => {
  it.each([
    ['GET /pages', [['paths', '/pages', 'get']]],
    ['GET /pages 200', [['components', 'responses', 'Pages']]],
    ['POST /pages body depth', [['components', 'schemas', 'Options', 'properties', 'depth']]],
    ['POST /pages body steps[wait].ms', [['components', 'schemas', 'Wait', 'properties', 'ms']]],
    ['POST /pages body nothing', []],
    ['GET /nothing', []],
    ['info', [['info']]],
  ])('%s is resolved through references and branches', (location, pointers) => {
    expect(resolveLocation(contract, location)).toEqual(pointers);
  });
});

const right: Field[] = [
  { field: 'url', type: 'string', required: true, maxLength: 8 },
  { field: 'depth', type: 'integer or null', required: false, minimum: 1, maximum: 3, default: 2 },
  { field: 'color', type: 'string', only: ['red', 'blue'] },
  { field: 'hosts', type: 'array of string', maxItems: 2, accepts: [['a', 'b']], refuses: ['a'] },
  { field: 'steps[click].type', only: ['click'], required: true },
  { field: 'steps', refuses: [[{ type: 'click', surprise: 1 }], [{ type: 'wait' }]] },
];

const wrong: Field[] = [
  { field: 'nothing' },
  { field: 'url', type: 'integer' },
  { field: 'url', type: 'string or null' },
  { field: 'url', required: false },
  { field: 'url', maxLength: 7 },
  { field: 'url', maxLength: 9 },
  { field: 'depth', required: true },
  { field: 'depth', minimum: 0 },
  { field: 'depth', maximum: 4 },
  { field: 'depth', default: 3 },
  { field: 'color', only: ['red', 'green'] },
  { field: 'color', default: 'red' },
  { field: 'hosts', type: 'array of integer' },
  { field: 'hosts', maxItems: 1 },
  { field: 'hosts', accepts: [['a', 'b', 'c']] },
  { field: 'steps[wait]', refuses: [{ type: 'wait', ms: 1, surprise: 1 }] },
  { field: 'color', expiresAfterMs: 1000 },
];

describe('a table of fields', () => {
  it.each(right)('finds $field', (field) => {
    expect(problemsOf(row(field))).toEqual([]);
  });

  it.each(wrong)('reports a problem with %j', (field) => {
    expect(problemsOf(row(field))).not.toEqual([]);
  });

  it.each(right)('reports each removed fact about $field', (field) => {
    for (const fact of row(field).facts) {
      expect(fact.problem(without(contract, fact.statements(contract))), fact.sentence).toBeTypeOf('string');
    }
  });
});

describe('other tables', () => {
  const all: [string, Table, Table][] = [
    [
      'rules',
      rules('', 'POST /pages body', [
        { rule: 'url', accepts: [{ url: 'a' }], refuses: [{}, { url: 'a', surprise: 1 }] },
      ]),
      rules('', 'POST /pages body', [{ rule: 'url', refuses: [{ url: 'a' }] }]),
    ],
    [
      'calls',
      calls('', [{ call: 'POST /pages', body: 'application/json', answers: [200] }]),
      calls('', [{ call: 'POST /pages', answers: [404] }]),
    ],
    [
      'JSON answers',
      calls('', [{ call: 'POST /pages', answers: [200] }]),
      calls('', [{ call: 'GET /pages', answers: [200] }]),
    ],
    ['no body', calls('', [{ call: 'GET /pages', body: 'none' }]), calls('', [{ call: 'POST /pages', body: 'none' }])],
    [
      'entries',
      entries('', [{ at: 'info', key: 'version', matches: /^2/ }]),
      entries('', [{ at: 'info', key: 'version', matches: /^3/ }]),
    ],
    ['keyless calls', keyless('', 'key', ['POST /pages']), keyless('', 'key', ['GET /pages'])],
    ['no keyless calls beside them', keyless('', 'key', ['POST /pages']), keyless('', 'key', [])],
    ['credits', credits('', [{ id: 'color', value: 'red', most: 5 }]), credits('', [{ id: 'color', most: 6 }])],
  ];

  it.each(all)('%s hold when right, and fail when wrong', (_, holding, failing) => {
    expect(problemsOf(holding)).toEqual([]);
    expect(problemsOf(failing)).not.toEqual([]);
  });

  it.each(all)('%s are reported when they are removed', (_, { facts }) => {
    for (const fact of facts) {
      expect(fact.problem(without(contract, fact.statements(contract))), fact.sentence).toBeTypeOf('string');
    }
  });
});
