import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSpec } from '../document.js';
import { reportOf } from '../report/report.js';
import { change } from '../report/report-for-tests.js';
import { withCode } from './code.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

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

const base = contract({ type: 'object', properties: { size: { type: 'integer' }, name: { type: 'string' } } });
const narrower = contract({ type: 'object', properties: { name: { type: 'string' } } });
const at = (...path: string[]) => ({ places: { base: path, head: path } });
const size = at('components', 'schemas', 'Thing', 'properties', 'size');
const report = reportOf([change(size), change({ ...size, level: 'docs' })]);

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'code-'));
  cpSync(join(repository, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'packages/client/src'), { recursive: true });
  writeFileSync(
    join(root, 'packages/client/src/types.test-d.ts'),
    "import type { Thing } from './schema.js';\n\nexport const thing: Thing = { name: 'One', size: 1 };\n",
  );
});

afterAll(() => rmSync(root, { recursive: true }));

describe('what a change means in code', () => {
  it('is told by the types and by the type tests of the base', async () => {
    const { changes, code } = await withCode(report, base, narrower, root);
    expect(changes.map((each) => each.code)).toEqual([
      'the generated types change with it; the compiler shows where.',
      undefined,
    ]);
    expect(code).toEqual([
      'The type tests of the base no longer compile against the types of the head:',
      expect.stringMatching(/^`packages\/client\/src\/types\.test-d\.ts:3` .*'size' does not exist/),
    ]);
  });

  it('is nothing that a compiler would tell where the types stay the same', async () => {
    const elsewhere = reportOf([change(at('components', 'schemas', 'Thing', 'properties', 'name', 'maxLength'))]);
    const { changes } = await withCode(elsewhere, base, narrower, root);
    expect(changes[0]?.code).toBe('the generated types stay the same; no compiler will tell.');

    const same = await withCode(report, base, base, root);
    expect(same.changes[0]?.code).toBe('the generated types stay the same; no compiler will tell.');
    expect(same.code).toEqual(['The type tests of the base compile against the types of the head.']);
  });
});
