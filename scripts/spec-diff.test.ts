import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const contract = readFileSync(join(root, 'openapi/v2.yaml'), 'utf8');
// The contract of the API with an operation under another name.
const renamed = contract.replace('operationId: mapSite\n', 'operationId: mapWebsite\n');

let folder: string;

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spec-diff-test-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program as `npm run spec:diff` does. */
function run(...options: string[]): Promise<{ status: number | null; output: string; complaint: string }> {
  const program = fileURLToPath(new URL('./spec-diff.mjs', import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...options], { cwd: root }, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, output: stdout, complaint: stderr });
    });
  });
}

describe('npm run spec:diff', () => {
  it('ends with 1 when something breaks, and prints one object for programs', async () => {
    const { status, output } = await run(file('a.yaml', contract), file('b.yaml', renamed), '--format', 'json');
    expect(status).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      verdict: 'major',
      changes: [
        {
          rule: 'operation-renamed',
          level: 'breaking',
          operations: ['POST /v2/map'],
          before: 'mapSite',
          after: 'mapWebsite',
          location: { line: contract.slice(0, contract.indexOf('operationId: mapSite')).split('\n').length },
        },
      ],
    });
  });

  it('ends with 0 when nothing breaks', async () => {
    const described = contract.replace('summary: Map a site', 'summary: Map a website');
    const { status, output, complaint } = await run(file('c.yaml', contract), file('d.yaml', described));
    expect({ status, complaint }).toEqual({ status: 0, complaint: '' });
    expect(output).toMatch(/^(patch|none) {2}/);
  });

  it('takes the levels of a team, and what it has accepted', async () => {
    const policy = 'accepted: [{ rule: operation-renamed, reason: Agreed., until: 9999-12-31 }]\n';
    const config = file('policy.yaml', policy);
    const { status, output } = await run(file('g.yaml', contract), file('h.yaml', renamed), '--config', config);
    expect(status).toBe(0);
    expect(output).toContain('Accepted until 9999-12-31: Agreed.');
  });

  it.each([
    ['the comparison', []],
    ['the history', ['history']],
  ])('says how %s is used', async (_name, options) => {
    const { status, output } = await run(...options, '--help');
    expect(status).toBe(0);
    expect(output).toContain('npm run spec:diff -- history');
    expect(output).toContain('openapi/v2.yaml');
  });

  it('prints what each rule finds, as the guide lists it', async () => {
    const { status, output } = await run('rules');
    expect(status).toBe(0);
    const guide = readFileSync(join(root, 'docs/contract-changes.md'), 'utf8');
    const list = guide.slice(guide.indexOf('<!-- rules: '), guide.indexOf('<!-- end of rules -->'));
    expect(list.slice(list.indexOf('\n')).trim()).toBe(output.trim());
  });

  it('fails on what --fail-on names, for the audience that --audience names', async () => {
    const contracts = [file('k.yaml', contract), file('l.yaml', renamed)];
    expect((await run(...contracts, '--fail-on', 'none')).status).toBe(0);
    const wire = await run(...contracts, '--audience', 'wire');
    expect(wire.status).toBe(0);
    expect(wire.output).toContain('On the wire: none. In the types: major (1 breaks).');
    expect((await run(...contracts, '--audience', 'types')).status).toBe(1);
  });

  it('says its version', async () => {
    expect((await run('--version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says of what breaks how it was written, how it is, and what it changes in the client', async () => {
    const { output } = await run(file('i.yaml', contract), file('j.yaml', renamed), '--types');
    expect(output).toContain('operationId: mapSite\n');
    expect(output).toContain('operationId: mapWebsite\n');
    expect(output).toContain('- post: operations["mapSite"];\n      + post: operations["mapWebsite"];\n');
    expect(output).toContain('The type tests of the older contract');
  });

  it.each([
    ['a file that is not there', ['gone.yaml'], /^gone\.yaml: there is no such file, and no such git revision\.\n$/],
    [
      'a format that there is none',
      ['--format', 'pdf'],
      /^--format is one of terminal, json, markdown, html, sarif, junit, github; "pdf" /,
    ],
    ['an option that there is none', ['--fix'], /^Unknown option '--fix'/],
    ['three contracts', ['a', 'b', 'c'], /^Two contracts can be compared, and more were named\.\n$/],
  ])('ends with 2 and one sentence for %s', async (_name, options, sentence) => {
    const { status, output, complaint } = await run(...options);
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(complaint).toMatch(sentence);
    expect(complaint.trim().split('\n')).toHaveLength(1);
  });

  it('ends with 2 and one sentence for a document that is no contract', async () => {
    const { status, complaint } = await run(file('e.yaml', contract), file('f.yaml', 'name: trawl\n'));
    expect(status).toBe(2);
    expect(complaint).toMatch(
      /f\.yaml: this is not an OpenAPI document: it needs `openapi: 3\.0\.x`, `3\.1\.x` or `3\.2\.x`, and `paths`\.\n$/,
    );
  });
});
