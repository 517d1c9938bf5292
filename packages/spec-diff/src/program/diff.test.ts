import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { run } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
const at = (name: string) => join(folder, name);

const contract = (paths: readonly string[]) =>
  `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:\n${paths.map((path) => `  ${path}: { get: { responses: {} } }\n`).join('')}`;

beforeAll(() => {
  writeFileSync(at('before.yaml'), contract(['/v1/things', '/v1/orders']));
  writeFileSync(at('after.yaml'), contract(['/v1/things']));
  const entry = '{ rule: path-removed, reason: Agreed., until: 2020-01-01 }';
  writeFileSync(at('agreed.yaml'), `accepted: [${entry}]`);
});

afterAll(() => rmSync(folder, { recursive: true }));

const compared = (...options: string[]) => running(at('before.yaml'), at('after.yaml'), ...options);

async function running(...args: string[]) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const status = await run(args);
  const [output = '', complaint = ''] = [log, error].map(({ mock }) => mock.calls.join('\n'));
  log.mockRestore();
  error.mockRestore();
  return { status, output, complaint };
}

it('ends with 0 where nothing breaks for those whom the options name', async () => {
  const operation = (id: string) =>
    `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /v1/things: { get: { operationId: ${id}, responses: {} } } }\n`;
  for (const id of ['listThings', 'getThings']) writeFileSync(at(`${id}.yaml`), operation(id));
  const [older, newer] = [at('listThings.yaml'), at('getThings.yaml')];
  expect(await running(older, older)).toMatchObject({ status: 0, complaint: '' });
  expect((await running(older, newer)).status).toBe(1);
  expect((await running(older, newer, '--fail-on', 'none')).status).toBe(0);
  const wire = await running(older, newer, '--audience', 'wire');
  expect(wire.status).toBe(0);
  expect(wire.output).toContain('On the wire: none. In the types: major (1 breaks).');
  expect((await running(older, newer, '--audience', 'types')).status).toBe(1);
  writeFileSync(at('policy.yaml'), 'accepted: [{ rule: operation-renamed, reason: Agreed., until: 9999-12-31 }]\n');
  const accepted = await running(older, newer, '--config', at('policy.yaml'));
  expect(accepted.status).toBe(0);
  expect(accepted.output).toContain('Accepted until 9999-12-31: Agreed.');
});

it.each([
  ['a file that is not there', ['gone.yaml'], /^gone\.yaml: there is no such file, and no such git revision\.$/],
  [
    'a format that there is none',
    ['--format', 'pdf'],
    /^--format is one of terminal, json, markdown, html, sarif, junit, github; "pdf" .*$/,
  ],
  ['an option that there is none', ['--fix'], /^Unknown option '--fix'.*$/],
  ['three contracts', ['a', 'b', 'c'], /^Two contracts can be compared, and more were named\.$/],
  [
    'a document that is no contract',
    [at('before.yaml'), at('prose.yaml')],
    /prose\.yaml: this is not an OpenAPI document: it needs `openapi: 3\.0\.x`, `3\.1\.x` or `3\.2\.x`, and `paths`\.$/,
  ],
])('ends with 2 and one sentence for %s', async (_, args, sentence) => {
  writeFileSync(at('prose.yaml'), 'name: trawl\n');
  const { status, output, complaint } = await running(...args);
  expect({ status, output }).toEqual({ status: 2, output: '' });
  expect(complaint).toMatch(sentence);
});

it('writes as many files as there are outputs, and prints the report as well', async () => {
  const outputs = ['markdown', 'sarif'].flatMap((format) => ['--output', `${format}=${at(format)}`]);
  const { status, output } = await compared(...outputs, '--format', 'github');
  expect(status).toBe(1);
  expect(output).toMatch(/^::error /);
  expect(readFileSync(at('markdown'), 'utf8')).toContain(`## Contract changes of \`${at('after.yaml')}\`\n`);
  expect(JSON.parse(readFileSync(at('sarif'), 'utf8')).version).toBe('2.1.0');
});

it.each([
  ['markdown', /^--output is FORMAT=FILE/],
  ['pdf=report.pdf', /^--output is one of terminal, /],
  [`markdown=${join(folder, 'gone', 'report.md')}`, /report\.md cannot be written \(ENOENT\)/],
])('refuses the output %s', async (output, sentence) => {
  const { status, complaint } = await compared('--output', output);
  expect(status).toBe(2);
  expect(complaint).toMatch(sentence);
});

it.each([
  ['--path', '^/v2', '--path: no path of the contracts fits "^/v2"'],
  ['--exclude-path', '^/v1', '--exclude-path: each path of the contracts fits "^/v1"'],
])('refuses %s %s, which leaves nothing to compare', async (option, value, sentence) => {
  const { status, complaint } = await compared(option, value);
  expect(status).toBe(2);
  expect(complaint).toContain(sentence);
});

it('says what selects nothing, and what is no longer accepted', async () => {
  const { status, output } = await compared(
    '--exclude-path',
    '^/v2',
    '--strip-prefix',
    '/v3',
    '--config',
    at('agreed.yaml'),
  );
  expect(status).toBe(1);
  expect(output).toContain('No path fits `^/v2` (--exclude-path).');
  expect(output).toContain('No path begins with `/v3` (--strip-prefix).');
  expect(output).toContain('`path-removed` was accepted until 2020-01-01, and counts again.');
});

it('says in a comment by which command the rest is shown, with its arguments', async () => {
  const paths = Array.from({ length: 900 }, (_, index) => `/v1/${'x'.repeat(60)}${index}`);
  writeFileSync(at('large.yaml'), contract(paths));
  const options = ['--path', "^/v1/(x|'y')", '--output', `markdown=${at('report.md')}`, '--fail-on', 'none'];
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await run([at('large.yaml'), at('after.yaml'), ...options]);
  log.mockRestore();
  const command = `npx @trawl/spec-diff ${at('large.yaml')} ${at('after.yaml')} --contract openapi.yaml --path '^/v1/(x|'\\''y'\\'')'`;
  expect(readFileSync(at('report.md'), 'utf8')).toContain(`left out here: \`${command}\` shows all.`);
});
