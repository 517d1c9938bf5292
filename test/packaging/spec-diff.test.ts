import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';
import { codeBlocks } from '../docs/markdown.js';
import { inJavaScript } from '../programs/in-javascript.js';

const contract = (type: string) => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things: { $ref: things.yaml }
components:
  schemas:
    Thing: { type: object, properties: { size: { type: ${type} } } }
`;
const THINGS = `get:
  operationId: listThings
  responses:
    '200':
      description: Done.
      content: { application/json: { schema: { $ref: 'openapi.yaml#/components/schemas/Thing' } } }
`;

const project = new Project();
let files: readonly string[];

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false', ...args],
    {
      cwd: project.folder,
      encoding: 'utf8',
    },
  );

beforeAll(async () => {
  files = await project.installPacked('spec-diff');
  mkdirSync(join(project.folder, 'api'));
  git('init', '--quiet', '--initial-branch=main');
  for (const type of ['integer', 'string']) {
    project.write('api/openapi.yaml', contract(type));
    project.write('api/things.yaml', THINGS);
    git('add', 'api');
    git('commit', '--quiet', '--message', type);
  }
}, 300_000);

afterAll(() => project.remove());

/** Runs the program as `npx` does in another repository. */
function specDiff(...args: string[]): Promise<{ status: number; output: string }> {
  const program = join(project.folder, 'node_modules/.bin/spec-diff');
  return new Promise((resolve) => {
    execFile(program, args, { cwd: project.folder }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

it('holds the program and the types, and no source', () => {
  const others = files.filter((file) => !/^dist\/[\w.-]+\.js$/.test(file));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'dist/index.d.ts', 'package.json']);
  expect(project.filesThatTell('spec-diff', files)).toEqual([]);
});

it('compares revisions of a contract of several files in another repository', async () => {
  const { status, output } = await specDiff('HEAD~1', 'HEAD', '--contract', 'api/openapi.yaml');
  expect(output).toContain('GET /things\n');
  expect(output).toContain('- size?: number;\n      + size?: string;\n');
  expect(output).toContain('api/openapi.yaml at HEAD~1:7');
  expect(status).toBe(1);
});

it('goes through the history of a contract in another repository', async () => {
  const { status, output } = await specDiff('history', 'api/openapi.yaml');
  expect(output).toMatch(/major {4}1 change, 1 breaking/);
  expect(output).toContain('1 pair, ');
  expect(status).toBe(0);
});

it('writes every format', async () => {
  const formats = ['markdown', 'html', 'sarif', 'json', 'junit', 'github'];
  const outputs = formats.flatMap((format) => ['--output', `${format}=report.${format}`]);
  expect((await specDiff('HEAD~1', 'HEAD', '--contract', 'api/openapi.yaml', ...outputs)).status).toBe(1);
  for (const format of formats)
    expect(readFileSync(join(project.folder, `report.${format}`), 'utf8')).toContain('size');
});

it.each([[[]], [['history']]])('says how it is used: %s', async (words) => {
  const { status, output } = await specDiff(...words, '--help');
  expect(output).toContain('npx @trawl/spec-diff history');
  expect(status).toBe(0);
});

it('can be imported, with its types, as the README does', async () => {
  const readme = readFileSync(new URL('../../packages/spec-diff/README.md', import.meta.url), 'utf8');
  const [example, ...others] = codeBlocks(readme).filter(({ language }) => language === 'ts');
  expect(others).toEqual([]);
  project.write('readme.mts', example?.code ?? '');
  project.write('readme.mjs', inJavaScript(example?.code ?? ''));
  expect(execFileSync(process.execPath, ['readme.mjs'], { cwd: project.folder, encoding: 'utf8' })).toMatch(/^major\n/);
  project.write(
    'program.mts',
    `import { compare, parseSpec, type Report } from '@trawl/spec-diff';
const contract = (paths: string) => parseSpec(\`openapi: 3.1.0\\ninfo: { title: a, version: '1' }\\npaths: \${paths}\`, 'a.yaml');
export const report: Report = compare(contract('{}'), contract(''));
// @ts-expect-error Misspelt: the types were found and are not any.
compare(contract('{}')).verdct;
`,
  );
  const options = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], types: [] };
  expect(await project.compile(options, 'program.mts', 'readme.mts')).toBe('');
});
