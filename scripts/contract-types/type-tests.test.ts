import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, parseSpec } from '@trawl/spec-diff';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTypeTests } from './type-tests.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const contract = (request: object) =>
  parseSpec(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          post: {
            operationId: 'createThing',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            responses: { '200': { description: 'Done.' } },
          },
        },
      },
      components: { schemas: { Thing: request } },
    }),
    'v2.yaml',
  );

const name = { type: 'string' };
const wide = contract({ type: 'object', properties: { size: { type: 'integer' }, name } });
const narrower = contract({ type: 'object', properties: { name } });
const reworded = contract({ type: 'object', properties: { size: { type: 'integer', maximum: 5 }, name } });

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'type-tests-'));
  cpSync(join(repository, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'packages/client/src'), { recursive: true });
  writeFileSync(
    join(root, 'packages/client/src/types.test-d.ts'),
    "import type { Thing } from './schema.js';\n\nexport const thing: Thing = { name: 'One', size: 1 };\n",
  );
});

afterAll(() => rmSync(root, { recursive: true }));

const words = (text: string) => [{ kind: 'words', text }];

it('tells which type tests of the older contract no longer compile', async () => {
  const { code } = await withTypeTests(compare(wide, narrower), wide, narrower, root);
  expect(code).toEqual([
    words('The type tests of the older contract no longer compile against the types of the newer one:'),
    [
      { kind: 'code', text: 'packages/client/src/types.test-d.ts:3' },
      { kind: 'words', text: ' ' },
      { kind: 'name', text: expect.stringContaining("'size' does not exist") },
    ],
  ]);
});

it('tells when all of them compile', async () => {
  const { code } = await withTypeTests(compare(wide, reworded), wide, reworded, root);
  expect(code).toEqual([words('The type tests of the older contract compile against the types of the newer one.')]);
});
