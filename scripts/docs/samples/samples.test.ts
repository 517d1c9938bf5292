import { describe, expect, it } from 'vitest';
import { contractWith } from '../contract-for-tests.js';
import type { Contract, Operation, Schema } from '../openapi.js';
import { operations } from '../operations.js';
import { checkSamples, samplesOf } from './samples.js';

const program = 'await makeThing();\n';

/** The program of this label for the operation. */
function sampleOf(label: string, contract: Contract): string {
  const [entry] = operations(contract);
  if (!entry) throw new Error('The contract has lost its operation.');
  return samplesOf(contract, entry, program).find((sample) => sample.label === label)?.source ?? '';
}

function curlOf(operation: Partial<Operation>, schemas: Record<string, Schema> = {}): string {
  return sampleOf('curl', contractWith({ operation, schemas }));
}

function json(value: object): Partial<Operation> {
  return { requestBody: { content: { 'application/json': { example: value as never } } } };
}

describe('every operation', () => {
  it('shows the program that was written for it first', () => {
    expect(sampleOf('SDK', contractWith({}))).toBe(program);
  });

  it('has to have a program', () => {
    expect(() => checkSamples(contractWith({}), new Map())).toThrow(
      '#/paths/~1v2~1things~1{id}/post: it has no TypeScript sample. Write openapi/samples/makeThing.ts.',
    );
  });

  it('has to have a name', () => {
    const contract = contractWith({ operation: { operationId: '' } });
    expect(() => checkSamples(contract, new Map())).toThrow('#/paths/~1v2~1things~1{id}/post: it has no operationId');
  });
});

it('refuses a program that shows no operation', () => {
  const samples = new Map([
    ['makeThing', program],
    ['makeThink', program],
  ]);
  expect(() => checkSamples(contractWith({}), samples)).toThrow(
    'openapi/samples/makeThink.ts: the contract has no operation of this name.',
  );
});

describe('the curl command', () => {
  it('takes address and key from the environment, and the path from the examples', () => {
    expect(curlOf({})).toBe(
      'curl -X POST "$TRAWL_BASE_URL/v2/things/a%20b" \\\n  -H "Authorization: Bearer $TRAWL_API_KEY"\n',
    );
  });

  it('sends no key where none is needed', () => {
    expect(curlOf({ security: [] })).not.toContain('TRAWL_API_KEY');
  });

  it('works without a key where that is optional: an empty bearer header would be refused', () => {
    expect(curlOf({ security: [{ bearerAuth: [] }, {}] })).not.toContain('Authorization');
  });

  it('sends the example as JSON that a shell leaves alone', () => {
    expect(curlOf(json({ query: "the captain's log", limit: 5 }))).toBe(
      [
        'curl "$TRAWL_BASE_URL/v2/things/a%20b" \\',
        '  -H "Authorization: Bearer $TRAWL_API_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        "  -d '{",
        '  "query": "the captain\'\\\'\'s log",',
        '  "limit": 5',
        "}'",
        '',
      ].join('\n'),
    );
  });

  it('shows the first of several examples, also by reference', () => {
    const contract: Contract = contractWith({
      operation: {
        requestBody: {
          content: {
            'application/json': {
              examples: { One: { $ref: '#/components/examples/One' }, Two: { value: { two: 2 } } },
            },
          },
        },
      },
    });
    contract.components = { examples: { One: { value: { one: 1 } } } };
    expect(sampleOf('curl', contract)).toContain(`-d '{\n  "one": 1\n}'`);
  });

  it('sends files and texts as parts of a form', () => {
    const command = curlOf(
      {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { $ref: '#/components/schemas/Upload' },
              example: { file: 'report.pdf', options: { formats: ['markdown'] }, name: 'Report' },
            },
          },
        },
      },
      { Upload: { properties: { file: { type: 'string', format: 'binary' }, options: {}, name: {} } } },
    );
    expect(command).toContain("-F 'file=@report.pdf'");
    expect(command).toContain(`-F 'options={"formats":["markdown"]};type=application/json'`);
    expect(command).toContain("-F 'name=Report'");
    expect(command).not.toContain('Content-Type');
  });

  it('sends bytes out of a file', () => {
    expect(curlOf({ requestBody: { content: { 'application/octet-stream': {} } } })).toContain('--data-binary @');
  });

  it('asks for what it must, and leaves out what it may', () => {
    const command = curlOf({
      parameters: [
        { name: 'query', in: 'query', required: true, schema: { example: 'deep & wide' } },
        { name: 'k', in: 'query', example: 4 },
        { name: 'x-key', in: 'header', required: true, example: 'one' },
      ],
    });
    expect(command).toContain('/v2/things/a%20b?query=deep%20%26%20wide"');
    expect(command).toContain("-H 'x-key: one'");
  });

  it.each([
    [{ parameters: [{ name: 'query', in: 'query', required: true } as const] }, "its parameter 'query' has no example"],
    [{ requestBody: { content: { 'application/json': {} } } }, 'its application/json body has no example.'],
    [{ requestBody: { content: {} } }, 'it has no content.'],
  ])('cannot be written without an example: %j', (operation, reason) => {
    expect(() => curlOf(operation)).toThrow(reason);
  });
});

describe('the Python program', () => {
  const python = (operation: Partial<Operation>, schemas: Record<string, Schema> = {}) =>
    sampleOf('Python', contractWith({ operation, schemas }));

  it('sends the example as Python writes it', () => {
    expect(python(json({ query: "the captain's log", safe: true, tag: null, sources: ['web'] }))).toBe(
      `import os

import requests

response = requests.post(
    os.environ["TRAWL_BASE_URL"] + "/v2/things/a%20b",
    headers={"Authorization": f"Bearer {os.environ['TRAWL_API_KEY']}"},
    json={
        "query": "the captain's log",
        "safe": True,
        "tag": None,
        "sources": ["web"],
    },
    timeout=120,
)
response.raise_for_status()
print(response.json())
`,
    );
  });

  it('sends files and objects as parts of a form', () => {
    const form = {
      schema: { $ref: '#/components/schemas/Upload' },
      example: { file: 'report.pdf', options: { a: 1 } },
    };
    const text = python(
      { requestBody: { content: { 'multipart/form-data': form } } },
      { Upload: { properties: { file: { type: 'string', format: 'binary' }, options: {} } } },
    );
    expect(text).toContain('"file": open("report.pdf", "rb"),');
    expect(text).toContain('"options": (None, json.dumps({');
    expect(text).toMatch(/^import json\nimport os\n/);
  });
});

it('the program with the client has the parameters apart from the path', () => {
  const contract = contractWith({ operation: json({ deep: [1] }) });
  expect(sampleOf('Client', contract)).toContain(
    "await trawl.POST('/v2/things/{id}', {\n  params: { path: { id: 'a b' } },\n  body: {\n    deep: [1],\n  },\n});",
  );
});
