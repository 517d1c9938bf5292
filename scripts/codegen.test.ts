import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('codegen.ts', import.meta.url));
const TSX = fileURLToPath(import.meta.resolve('tsx'));
const CONTRACT = `
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /v2/a:
    get:
      operationId: getA
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components:
  schemas:
    A: { type: object, properties: { a: { type: string } } }
`;

const OUTPUTS = [
  'packages/client/src/schema.ts',
  'packages/sdk/src/generated/operations.ts',
  'packages/sdk/src/generated/credit-table.ts',
  'packages/sdk/src/generated/request-fields.ts',
  'packages/cli/src/generated/flags.ts',
  'packages/msw/src/generated/examples.ts',
  'packages/client/openapi.json',
];

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trawl-codegen-'));
  mkdirSync(join(root, 'openapi'));
  writeFileSync(join(root, 'openapi/v2.yaml'), CONTRACT);
});

afterEach(() => rmSync(root, { recursive: true }));

function codegen(...args: string[]) {
  return spawnSync(process.execPath, ['--import', TSX, SCRIPT, ...args], { cwd: root, encoding: 'utf8' });
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('writes all that follows from the contract, is then content, and names a file that somebody edits', () => {
  // A configuration of Redocly's that stands in the folder is none of its business.
  writeFileSync(join(root, 'redocly.yaml'), 'rules: [broken');

  const { status, stdout, stderr } = codegen();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(OUTPUTS.map((file) => `wrote ${file}\n`).join(''));
  const [first] = read('packages/client/src/schema.ts').split('\n');
  expect(first).toBe('// Generated from openapi/v2.yaml by `npm run codegen`. Never edit this file.');
  expect(JSON.parse(read('packages/client/openapi.json')).components.schemas.A.properties).toEqual({
    a: { type: 'string' },
  });

  expect(codegen('--check')).toMatchObject({ status: 0, stdout: '', stderr: '' });

  appendFileSync(join(root, 'packages/client/src/schema.ts'), '// edited by hand\n');
  expect(codegen('--check')).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'packages/client/src/schema.ts is not what openapi/v2.yaml gives now: run `npm run codegen` and commit the result.\n',
  });
  expect(read('packages/client/src/schema.ts')).toMatch(/edited by hand\n$/);
});

it('fails on a broken contract with the place and the reason, and nothing else', () => {
  writeFileSync(join(root, 'openapi/v2.yaml'), CONTRACT.replace('A: {', 'A: { $ref: "#/components/schemas/B",'));

  expect(codegen()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'openapi/v2.yaml:11:16: $ref "#/components/schemas/B" at #/components/schemas/A/$ref leads nowhere\n',
  });
});
