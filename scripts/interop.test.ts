import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { exampleRequests } from './interop/contract-requests.js';
import { readErrors } from './interop/generated-code.js';

// The contract as it is published, which `npm run codegen:check` compares with openapi/v2.yaml: JSON is read sooner.
const text = readFileSync(new URL('../packages/client/openapi.json', import.meta.url), 'utf8');

// The strictest of the tools of `npm run interop`, on which others stand.
it('Swagger Parser validates the contract and follows all its references', async () => {
  const { paths } = await SwaggerParser.validate(JSON.parse(text));
  expect(Object.keys(paths ?? {}).length).toBeGreaterThan(40);
});

// Generators name a type after each of them, and declare it only for what stands among the schemas itself.
it('no type of the contract is a reference into another schema', () => {
  const inner: string[] = [];
  JSON.parse(text, (key, value) => {
    if (key === '$ref' && /^#\/components\/schemas\/[^/]+\/properties\//.test(value)) inner.push(value);
    return value;
  });
  expect(inner).toEqual([]);
});

it('each operation has a whole request and a response that succeeds', () => {
  const requests = exampleRequests(JSON.parse(text));
  const values = requests.flatMap(({ params }) => Object.values({ ...params.path, ...params.query }));
  expect(values).not.toContain(undefined);
  expect(requests.filter(({ responses }) => !responses.some(({ status }) => status < 300))).toEqual([]);
});

describe('what the compiler says', () => {
  it('is read by tool, file and code, without what explains it', () => {
    const output = `orval/zod.ts(334,305): error TS2769: No overload matches this call.
  The last overload gave the following error.
kubb/types/Tea.ts(6,30): error TS2307: Cannot find module './Pot.ts'.
`;
    expect(readErrors(output)).toEqual([
      { tool: 'orval', file: 'zod.ts', code: 'TS2769', text: expect.stringMatching(/^orval.*call\.$/) },
      { tool: 'kubb', file: 'types/Tea.ts', code: 'TS2307', text: expect.stringMatching(/^kubb/) },
    ]);
  });

  it('fails where it concerns no file, unless there is none to compile', () => {
    expect(() => readErrors("error TS5023: Unknown compiler option 'tea'.")).toThrow('TS5023');
    expect(readErrors("error TS18003: No inputs were found in config file 'tsconfig.json'.")).toEqual([]);
  });
});
